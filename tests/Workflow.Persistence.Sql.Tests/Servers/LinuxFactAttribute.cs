namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A test that is skipped on systems other than Linux.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class LinuxFactAttribute : FactAttribute
{
    public const string Reason = "This system is not Linux.";

    public LinuxFactAttribute() => Skip = OperatingSystem.IsLinux() ? null : Reason;
}
