namespace Workflow;

/// <summary>The frozen definition of a tree, as its activities refer to it. The program in the room Definition derives from it.</summary>
internal abstract class FrozenTree
{
    /// <summary>The root of the tree.</summary>
    public required Activity Root { get; init; }

    /// <summary>Whether the tree contains an activity of a class. It searches all of the tree.</summary>
    public abstract bool Contains<T>()
        where T : Activity;
}
