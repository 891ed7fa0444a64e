namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Finds ancestors of an activity. Each call walks up the tree, because the position of an activity can change while the workflow is being built.
/// </summary>
internal static class ActivityTree
{
    /// <summary>Returns the root of the tree.</summary>
    public static Activity RootOf(Activity activity)
    {
        Activity root = activity;
        while (root.Parent is { } parent)
        {
            root = parent;
        }

        return root;
    }

    /// <summary>Returns the root activity of the execution context of an activity: the enclosing clone, or the root of the tree.</summary>
    public static Activity ContextRootOf(Activity activity)
    {
        Activity root = activity;
        while (!root.IsContextRoot && root.Parent is { } parent)
        {
            root = parent;
        }

        return root;
    }

    /// <summary>True if an activity is the scope or one of its descendants.</summary>
    public static bool IsIn(Activity activity, Activity scope)
    {
        Activity? current = activity;
        while (current is not null && !ReferenceEquals(current, scope))
        {
            current = current.Parent;
        }

        return current is not null;
    }
}
