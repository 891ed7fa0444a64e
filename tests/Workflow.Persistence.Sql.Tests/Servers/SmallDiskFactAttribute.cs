namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A test that needs a small disk. The test is skipped if the process may not mount file systems.</summary>
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
