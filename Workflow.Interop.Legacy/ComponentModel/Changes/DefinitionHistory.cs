namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>How the definition of an instance came to be: the constructor of its type, and the changes that were applied since. Immutable, and safe for all threads.</summary>
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

    /// <summary>The changes in their order, as saved state has them.</summary>
    public IReadOnlyList<byte[]> Changes { get; }

    /// <summary>The activities that the instance had before they were removed. What still refers to them is saved with them.</summary>
    public IReadOnlyList<Activity> Removed { get; }

    /// <summary>A new tree of the definition, which does not run.</summary>
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

    /// <summary>The definition with another change.</summary>
    public DefinitionHistory With(byte[] change, SavedOutside outside, IEnumerable<Activity> removed) => new(this, change, outside, removed);

    /// <summary>Whether two definitions of one type are the same.</summary>
    public bool IsSame(DefinitionHistory other) =>
        Changes.Count == other.Changes.Count && Changes.Zip(other.Changes).All(static pair => pair.First.AsSpan().SequenceEqual(pair.Second));
}
