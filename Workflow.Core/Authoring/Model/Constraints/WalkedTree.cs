namespace Workflow.Validation;

/// <summary>What a constraint may ask of the tree that is being walked. Declared here and implemented by the walk.</summary>
internal abstract class WalkedTree
{
    /// <summary>Everything below an activity, parents before children; walks there first if the walk has not come so far.</summary>
    public abstract IReadOnlyList<Activity> DescendantsOf(Activity activity);

    /// <summary>The whole tree, the root first; walks to its end first.</summary>
    public abstract IReadOnlyList<Activity> WholeTree();
}
