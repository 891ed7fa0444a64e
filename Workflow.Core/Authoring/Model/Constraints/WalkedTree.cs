namespace Workflow.Validation;

/// <summary>The tree that a walk visits, as constraints see it. Declared here and implemented by the walk.</summary>
internal abstract class WalkedTree
{
    /// <summary>Returns all descendants of an activity, parents before children. If the walk has not visited them, it visits them first.</summary>
    public abstract IReadOnlyList<Activity> DescendantsOf(Activity activity);

    /// <summary>Returns the whole tree, the root first. The walk visits the rest of the tree first.</summary>
    public abstract IReadOnlyList<Activity> WholeTree();
}
