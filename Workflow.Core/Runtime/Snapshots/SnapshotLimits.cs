using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>What a snapshot may be at most; a larger one is not read, so none is written.</summary>
internal static class SnapshotLimits
{
    public const int Bytes = 256 * 1024 * 1024;

    /// <summary>Instances, environments with all their places, bookmarks and the like, all together: a few bytes of a document can ask for an environment with many places.</summary>
    public const int Objects = 4_000_000;

    /// <summary>How deep JSON may be nested: what a value may be, and what lies around it. The run itself is flat; only values of variables are deep.</summary>
    public const int Depth = ValueWriter.Depth + 64;

    /// <summary>How deep inner exceptions may be nested: whoever writes one as a text follows them by recursion.</summary>
    public const int ExceptionDepth = 256;

    /// <summary>How many exceptions one consists of when each is counted as often as it is referred to, as in its text.</summary>
    public const int ExceptionParts = 100_000;

    /// <summary>Over how many places a reference may lead to its value: each takes a piece of the stack when the value is read.</summary>
    public const int Targets = 1000;

    /// <summary>How high a number may be that is counted on after the load; so high that no instance reaches it, and so low that none gets to the end of its type.</summary>
    public const long Counter = 1L << 53;
}
