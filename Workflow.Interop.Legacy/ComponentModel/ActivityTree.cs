namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The way from an activity up to others. Each step is a walk: where an activity is can change while a workflow is put together.</summary>
internal static class ActivityTree
{
    /// <summary>The root of the tree.</summary>
    public static Activity RootOf(Activity activity)
    {
        Activity root = activity;
        while (root.Parent is { } parent)
        {
            root = parent;
        }

        return root;
    }

    /// <summary>The activity with which the execution context of an activity begins: the clone that contains it, or the root.</summary>
    public static Activity ContextRootOf(Activity activity)
    {
        Activity root = activity;
        while (!root.IsContextRoot && root.Parent is { } parent)
        {
            root = parent;
        }

        return root;
    }

    /// <summary>Whether an activity is another one, or one of its descendants.</summary>
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
