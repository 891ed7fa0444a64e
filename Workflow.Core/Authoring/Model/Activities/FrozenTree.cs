namespace Workflow;

/// <summary>The frozen definition of a tree, as far as its activities name it. The Definition room derives its program from it.</summary>
internal abstract class FrozenTree
{
    /// <summary>The root of the tree.</summary>
    public required Activity Root { get; init; }
}
