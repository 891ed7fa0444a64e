namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>
/// On a test, a test class, or the class fixture of a test class: the tests need a server. On a machine without it they are skipped, and the reason says how to get it.
/// </summary>
/// <remarks><see cref="ServerTestFramework"/> reads it, so that facts which a class inherits from a suite are skipped too.</remarks>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
public sealed class RequiresServerAttribute(ServerKind kind) : Attribute
{
    public ServerKind Kind { get; } = kind;
}
