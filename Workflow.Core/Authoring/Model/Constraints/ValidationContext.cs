namespace Workflow.Validation;

/// <summary>
/// Represents the activity that a constraint checks and its position in the tree, for <c>GetParentChain</c>, <c>GetChildSubtree</c> and
/// <c>GetWorkflowTree</c>. Usable only in the constraint that receives it.
/// </summary>
public sealed class ValidationContext
{
    private readonly Activity _activity;
    private readonly WalkedTree _tree;

    internal ValidationContext(Activity activity, WalkedTree tree)
    {
        _activity = activity;
        _tree = tree;
    }

    internal IReadOnlyList<Activity> Descendants => _tree.DescendantsOf(_activity);

    internal IReadOnlyList<Activity> WholeTree => _tree.WholeTree();

    /// <summary>The ancestors, the nearest first and the root last.</summary>
    internal IReadOnlyList<Activity> Ancestors
    {
        get
        {
            List<Activity> ancestors = [];
            for (Activity? ancestor = _activity.Parent; ancestor is not null; ancestor = ancestor.Parent)
            {
                ancestors.Add(ancestor);
            }

            return ancestors;
        }
    }
}
