namespace Workflow.Validation;

/// <summary>The tree that is being walked, for constraints. Declared here and implemented by the walk.</summary>
internal abstract class WalkedTree
{
    /// <summary>All descendants of an activity, parents before children. If the walk has not visited them, it does so first.</summary>
    public abstract IReadOnlyList<Activity> DescendantsOf(Activity activity);

    /// <summary>The whole tree, the root first. The walk visits the rest of it first.</summary>
    public abstract IReadOnlyList<Activity> WholeTree();
}
