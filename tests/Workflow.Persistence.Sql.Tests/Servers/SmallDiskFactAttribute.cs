namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A test that needs a small disk; skipped where the process may not make one.</summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class SmallDiskFactAttribute : FactAttribute
{
    public SmallDiskFactAttribute()
    {
        if (!SmallDisk.IsSupported)
        {
            Skip = "A small disk needs Linux and the right to mount a file system.";
        }
    }
}
