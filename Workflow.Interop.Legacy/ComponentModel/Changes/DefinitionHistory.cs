namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// The origin of an instance's definition: the constructor of its type, and the changes that were applied since then. Immutable and thread-safe.
/// </summary>
internal sealed class DefinitionHistory
{
    private readonly Func<Activity> _newTree;
    private readonly SavedOutside? _outside;

    public DefinitionHistory(Func<Activity> newTree)
    {
        _newTree = newTree;
        Changes = [];
        Removed = [];
    }

    private DefinitionHistory(DefinitionHistory before, byte[] change, SavedOutside outside, IEnumerable<Activity> removed)
    {
        _newTree = before._newTree;
        _outside = outside;
        Changes = [.. before.Changes, change];
        Removed = [.. before.Removed, .. removed];
    }

    /// <summary>The applied changes in order, in the saved format.</summary>
    public IReadOnlyList<byte[]> Changes { get; }

    /// <summary>The activities that changes removed from the instance. Saved state can still refer to them.</summary>
    public IReadOnlyList<Activity> Removed { get; }

    /// <summary>Creates a tree of the definition. The tree does not run.</summary>
    public CompositeActivity NewTree()
    {
        CompositeActivity root = (CompositeActivity)_newTree();
        foreach (byte[] change in Changes)
        {
            DefinitionChange.Read(change, root, _outside!).Apply();
        }

        root.History = this;
        return root;
    }

    /// <summary>Returns the definition with one more change.</summary>
    public DefinitionHistory With(byte[] change, SavedOutside outside, IEnumerable<Activity> removed) => new(this, change, outside, removed);

    /// <summary>True if two definitions of the same type have the same changes.</summary>
    public bool IsSame(DefinitionHistory other) =>
        Changes.Count == other.Changes.Count && Changes.Zip(other.Changes).All(static pair => pair.First.AsSpan().SequenceEqual(pair.Second));
}
