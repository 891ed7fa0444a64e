using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// The origin of an instance's definition: the constructor of its type, and the changes that were applied since then. Immutable and thread-safe.
/// </summary>
internal sealed class DefinitionHistory : TreeOrigin
{
    private readonly Func<Activity> _newTree;
    private readonly ExternalReferences? _references;

    public DefinitionHistory(Func<Activity> newTree)
    {
        _newTree = newTree;
        Changes = [];
        Removed = [];
    }

    private DefinitionHistory(DefinitionHistory before, byte[] change, ExternalReferences references, IEnumerable<Activity> removed)
    {
        _newTree = before._newTree;
        _references = references;
        Changes = [.. before.Changes, change];
        Removed = [.. before.Removed, .. removed];
    }

    /// <summary>Returns the history of the definition of an instance; null if the tree is no instance.</summary>
    public static DefinitionHistory? Of(Activity root) => (DefinitionHistory?)root.Runtime.Origin;

    /// <summary>The applied changes in order, in the saved format.</summary>
    public IReadOnlyList<byte[]> Changes { get; }

    /// <summary>The activities that changes removed from the instance. Saved state can still refer to them.</summary>
    public override IReadOnlyList<Activity> Removed { get; }

    /// <summary>Creates a tree of the definition. The tree does not run.</summary>
    public override CompositeActivity NewTree()
    {
        CompositeActivity root = (CompositeActivity)_newTree();
        foreach (byte[] change in Changes)
        {
            ChangeReader.Read(change, root, _references!).Apply();
        }

        root.Runtime.Origin = this;
        return root;
    }

    /// <summary>Returns the definition with one more change.</summary>
    public DefinitionHistory With(byte[] change, ExternalReferences references, IEnumerable<Activity> removed) => new(this, change, references, removed);

    /// <summary>True if two definitions of the same type have the same changes.</summary>
    public override bool IsSame(TreeOrigin other) => other is DefinitionHistory history
        && Changes.Count == history.Changes.Count && Changes.Zip(history.Changes).All(static pair => pair.First.AsSpan().SequenceEqual(pair.Second));

    /// <inheritdoc/>
    public override ValidationErrorCollection Validate(Activity root) => TreeValidation.Validate(root);

    /// <inheritdoc/>
    public override Activity Clone(Activity activity) => ActivityCloner.Clone(activity);
}
