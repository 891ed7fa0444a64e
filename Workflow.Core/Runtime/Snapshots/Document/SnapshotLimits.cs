using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>The limits of a snapshot. They apply to saves too, so that a saved instance can be loaded.</summary>
internal static class SnapshotLimits
{
    public const int Bytes = 256 * 1024 * 1024;

    /// <summary>
    /// The total number of objects and slots: instances, bookmarks, environments with all their slots. A few bytes of a document can create an environment with
    /// many slots.
    /// </summary>
    public const int Objects = 4_000_000;

    /// <summary>The depth of the JSON document: the depth of a value plus the depth around it.</summary>
    public const int Depth = ValueWriter.Depth + 64;

    /// <summary>The depth of inner exceptions. .NET converts an exception to text by recursion.</summary>
    public const int ExceptionDepth = 256;

    /// <summary>The number of exceptions in one exception. Each is counted once for each reference, as in its text.</summary>
    public const int ExceptionCount = 100_000;

    /// <summary>The number of locations in a chain of bound arguments. Reading the value uses stack for each of them.</summary>
    public const int TargetChain = 1000;

    /// <summary>
    /// The highest value of a number that the instance increments: so high that no instance reaches it, and low enough to exclude an overflow.
    /// </summary>
    public const long Counter = 1L << 53;
}
