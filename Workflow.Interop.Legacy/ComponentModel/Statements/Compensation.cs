namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Tracks the activities that can be compensated. An activity that has succeeded gets a number in the order of completion. The activity and all its ancestors
/// then need compensation: they are neither uninitialized nor released until the activity has been compensated or the instance ends.
/// </summary>
internal static class Compensation
{
    /// <summary>The last assigned number, stored on the root.</summary>
    public static readonly DependencyProperty LastOrderIdProperty =
        DependencyProperty.RegisterAttached("LastOrderId", typeof(int), typeof(Compensation), new PropertyMetadata { IsOfOneRun = true });

    /// <summary>The number of an activity that has succeeded.</summary>
    public static readonly DependencyProperty CompletedOrderIdProperty =
        DependencyProperty.RegisterAttached("CompletedOrderId", typeof(int), typeof(Compensation), new PropertyMetadata { IsOfOneRun = true });

    /// <summary>True if an activity has a number: it has succeeded, and has not closed after a compensation.</summary>
    public static bool HasNumber(Activity activity) => OrderOf(activity) > 0;

    /// <summary>Assigns a number to an activity that has succeeded.</summary>
    public static void Remember(Activity activity)
    {
        Activity root = activity.RootActivity;
        int number = checked((root.State.TryGet(LastOrderIdProperty, out object? last) ? (int)last! : 0) + 1);
        root.State.Set(LastOrderIdProperty, number);
        activity.State.Set(CompletedOrderIdProperty, number);
        for (Activity? current = activity; current is not null && !current.Runtime.NeedsCompensation; current = current.Parent)
        {
            current.Runtime.NeedsCompensation = true;
        }
    }

    /// <summary>
    /// Removes the number of an activity whose compensation has ended. If the compensation has succeeded, the descendants no longer count either.
    /// </summary>
    public static void Forget(Activity activity, bool isCompensated)
    {
        activity.State.Remove(CompletedOrderIdProperty);
        if (isCompensated || !HasNeededChild(activity))
        {
            activity.Runtime.NeedsCompensation = false;
        }
    }

    /// <summary>Reverts <see cref="Remember"/> for an activity whose success could not be saved.</summary>
    public static void Unremember(Activity activity)
    {
        activity.State.Remove(CompletedOrderIdProperty);
        for (Activity? current = activity; current is not null && !Check(current); current = current.Parent)
        {
            // Check clears the flag of each ancestor that no longer needs compensation.
        }
    }

    /// <summary>
    /// Clears the flag of an activity that no longer needs compensation, after one of its descendants was compensated. Returns true if the flag is still set.
    /// </summary>
    public static bool Check(Activity activity)
    {
        if (activity.Runtime.NeedsCompensation && !HasNumber(activity) && !HasNeededChild(activity))
        {
            activity.Runtime.NeedsCompensation = false;
        }

        return activity.Runtime.NeedsCompensation;
    }

    /// <summary>
    /// Returns the activity in a scope that succeeded last and can be compensated, or null. Without a name, descendants of a compensatable activity are
    /// skipped, because that activity compensates them itself. The handlers of the scope are always skipped.
    /// </summary>
    public static Activity? Newest(CompositeActivity scope, string? qualifiedName)
    {
        Activity? newest = null;
        foreach (Activity activity in Needed(scope, isNameless: qualifiedName is null))
        {
            if (IsTarget(activity)
                && (qualifiedName is null || activity.QualifiedName == qualifiedName)
                && (newest is null || OrderOf(activity) > OrderOf(newest)))
            {
                newest = activity;
            }
        }

        return newest;
    }

    /// <summary>True if an activity in a scope is being compensated.</summary>
    public static bool IsRunningIn(CompositeActivity scope) =>
        Needed(scope, isNameless: false).Any(static activity => HasNumber(activity) && activity.ExecutionStatus != ActivityExecutionStatus.Closed);

    private static bool IsTarget(Activity activity) => HasNumber(activity)
        && activity is { ExecutionStatus: ActivityExecutionStatus.Closed, ExecutionResult: ActivityExecutionResult.Succeeded };

    private static int OrderOf(Activity activity) => activity.State.TryGet(CompletedOrderIdProperty, out object? value) ? (int)value! : 0;

    /// <summary>
    /// Enumerates the activities in a scope that need compensation, including clones. Uses an explicit stack, so a deep tree cannot overflow the call stack.
    /// </summary>
    private static IEnumerable<Activity> Needed(CompositeActivity scope, bool isNameless)
    {
        Stack<CompositeActivity> rest = new([scope]);
        while (rest.TryPop(out CompositeActivity? composite))
        {
            foreach (Activity activity in Children(composite))
            {
                if (!activity.Runtime.NeedsCompensation || (activity.IsHandler && ReferenceEquals(composite, scope)))
                {
                    continue;
                }

                yield return activity;
                if (activity is CompositeActivity inner && !(isNameless && IsTarget(activity)))
                {
                    rest.Push(inner);
                }
            }
        }
    }

    private static bool HasNeededChild(Activity activity) =>
        activity is CompositeActivity composite && Children(composite).Any(static child => child.Runtime.NeedsCompensation);

    private static IEnumerable<Activity> Children(CompositeActivity composite) =>
        composite.Contexts is { } contexts ? composite.Activities.Concat(contexts.Active).Concat(contexts.Completed) : composite.Activities;
}
