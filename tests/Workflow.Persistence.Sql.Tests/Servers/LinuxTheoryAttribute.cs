namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A theory that is skipped on systems other than Linux.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LinuxTheoryAttribute : TheoryAttribute
{
    public LinuxTheoryAttribute() => Skip = OperatingSystem.IsLinux() ? null : LinuxFactAttribute.Reason;
}
