namespace Workflow.Runtime.Snapshots;

/// <summary>What a snapshot may be at most; a larger one is not read, so none is written.</summary>
internal static class SnapshotLimits
{
    public const int Bytes = 256 * 1024 * 1024;

    /// <summary>Instances, environments, bookmarks and the like, all together.</summary>
    public const int Objects = 4_000_000;

    /// <summary>How deep JSON may be nested. The run itself is flat; only values of variables are deep.</summary>
    public const int Depth = 256;
}
