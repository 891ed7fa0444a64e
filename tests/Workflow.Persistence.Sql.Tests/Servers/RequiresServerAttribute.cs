namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>
/// Marks a test, a test class, or the class fixture of a test class whose tests need a server. On a machine without the server, the tests are
/// skipped, and the reason says how to get the server.
/// </summary>
/// <remarks><see cref="ServerTestFramework"/> reads the attribute, so that facts which a class inherits from a suite are skipped too.</remarks>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Method)]
public sealed class RequiresServerAttribute(ServerKind kind) : Attribute
{
    public ServerKind Kind { get; } = kind;
}
