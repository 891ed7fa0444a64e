using Workflow.Data;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The sets with which a loaded run is checked. The thread keeps them for the next load, because new sets would be a third of what the load of a small instance
/// allocates.
/// </summary>
internal sealed class CheckBuffers
{
    /// <summary>The largest sets that are kept.</summary>
    private const int MaxKept = 256;

    [ThreadStatic]
    private static CheckBuffers? _spare;

    public Stack<Frame> Pending { get; } = new();

    /// <summary>The instances in the tree.</summary>
    public HashSet<Frame> Living { get; } = new(ReferenceEqualityComparer.Instance);

    /// <summary>The environments that belong to an instance.</summary>
    public HashSet<LocationEnvironment> Owned { get; } = new(ReferenceEqualityComparer.Instance);

    /// <summary>The environments whose chain of outer environments is known to end.</summary>
    public HashSet<LocationEnvironment> Ending { get; } = new(ReferenceEqualityComparer.Instance);

    /// <summary>An environment and its outer environments.</summary>
    public HashSet<LocationEnvironment> Path { get; } = new(ReferenceEqualityComparer.Instance);

    public TargetChains Chains { get; } = new();

    public HashSet<Bookmark> Bookmarks { get; } = new(ReferenceEqualityComparer.Instance);

    public HashSet<(long Number, string Name, ScopeTable? Scope)> Names { get; } = [];

    /// <summary>Takes the buffers that the thread has kept, or creates some.</summary>
    public static CheckBuffers Take()
    {
        CheckBuffers buffers = _spare ?? new CheckBuffers();
        _spare = null;
        return buffers;
    }

    /// <summary>Clears the buffers and keeps it for the next load of the thread, unless it is too large. A failed check does not return its buffers.</summary>
    public void Return()
    {
        if (Living.Count > MaxKept || Ending.Count > MaxKept || Bookmarks.Count > MaxKept || Chains.Count > MaxKept)
        {
            return;
        }

        Living.Clear();
        Owned.Clear();
        Ending.Clear();
        Path.Clear();
        Chains.Clear();
        Bookmarks.Clear();
        Names.Clear();
        _spare = this;
    }
}
