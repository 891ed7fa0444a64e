namespace Workflow;

/// <summary>The frozen definition of a tree, in the form to which its activities refer. The class Program in Workflow.Definition derives from it.</summary>
internal abstract class FrozenTree
{
    /// <summary>The root of the tree.</summary>
    public required Activity Root { get; init; }

    /// <summary>True if the tree contains an activity of a class. The whole tree is searched.</summary>
    public abstract bool Contains<T>()
        where T : Activity;
}
