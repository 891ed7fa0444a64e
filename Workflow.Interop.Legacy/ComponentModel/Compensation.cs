namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Which activities can be compensated. One that has succeeded gets a number, in the order of completion; it and all activities around it need compensation, so that they are
/// neither uninitialized nor released, until it has been compensated or the instance ends.
/// </summary>
internal static class Compensation
{
    /// <summary>The number that was given last; on the root.</summary>
    public static readonly DependencyProperty LastOrderIdProperty =
        DependencyProperty.RegisterAttached("LastOrderId", typeof(int), typeof(Compensation), new PropertyMetadata(DependencyPropertyOptions.Default));

    /// <summary>The number of an activity that has succeeded.</summary>
    public static readonly DependencyProperty CompletedOrderIdProperty =
        DependencyProperty.RegisterAttached("CompletedOrderId", typeof(int), typeof(Compensation), new PropertyMetadata(DependencyPropertyOptions.Default));

    /// <summary>Whether an activity has a number, or one in it has.</summary>
    public static readonly DependencyProperty NeedsCompensationProperty =
        DependencyProperty.RegisterAttached("NeedsCompensation", typeof(bool), typeof(Compensation), new PropertyMetadata(DependencyPropertyOptions.Default));

    private static readonly object True = true;

    public static bool IsNeeded(Activity activity) => activity.State.TryGet(NeedsCompensationProperty, out _);

    /// <summary>Whether an activity has a number: it succeeded, and has not closed after a compensation.</summary>
    public static bool HasNumber(Activity activity) => OrderOf(activity) > 0;

    /// <summary>Remembers an activity that has succeeded.</summary>
    public static void Remember(Activity activity)
    {
        Activity root = activity.RootActivity;
        int number = checked((root.State.TryGet(LastOrderIdProperty, out object? last) ? (int)last! : 0) + 1);
        root.State.Set(LastOrderIdProperty, number);
        activity.State.Set(CompletedOrderIdProperty, number);
        for (Activity? current = activity; current is not null && !IsNeeded(current); current = current.Parent)
        {
            current.State.Set(NeedsCompensationProperty, True);
        }
    }

    /// <summary>Forgets an activity whose compensation has ended, and what is in it if the compensation has succeeded.</summary>
    public static void Forget(Activity activity, bool isCompensated)
    {
        activity.State.Remove(CompletedOrderIdProperty);
        if (isCompensated || !HasNeededChild(activity))
        {
            activity.State.Remove(NeedsCompensationProperty);
        }
    }

    /// <summary>Takes back what <see cref="Remember"/> has done for an activity whose success could not be saved.</summary>
    public static void Unremember(Activity activity)
    {
        activity.State.Remove(CompletedOrderIdProperty);
        for (Activity? current = activity; current is not null && !Check(current); current = current.Parent)
        {
            // Each activity around it needs no compensation either.
        }
    }

    /// <summary>Whether an activity still needs compensation, after something in it was compensated.</summary>
    public static bool Check(Activity activity)
    {
        if (IsNeeded(activity) && !HasNumber(activity) && !HasNeededChild(activity))
        {
            activity.State.Remove(NeedsCompensationProperty);
        }

        return IsNeeded(activity);
    }

    /// <summary>
    /// The activity in a scope that succeeded last and can be compensated, or null. Without a name, activities in such an activity do not count: it compensates them itself. The
    /// handlers of the scope never count.
    /// </summary>
    public static Activity? Newest(CompositeActivity scope, string? qualifiedName)
    {
        Activity? newest = null;
        foreach (Activity activity in Needed(scope, isNameless: qualifiedName is null))
        {
            if (IsTarget(activity) && (qualifiedName is null || activity.QualifiedName == qualifiedName) && (newest is null || OrderOf(activity) > OrderOf(newest)))
            {
                newest = activity;
            }
        }

        return newest;
    }

    /// <summary>Whether an activity in a scope is being compensated.</summary>
    public static bool IsRunningIn(CompositeActivity scope) =>
        Needed(scope, isNameless: false).Any(static activity => HasNumber(activity) && activity.ExecutionStatus != ActivityExecutionStatus.Closed);

    private static bool IsTarget(Activity activity) => HasNumber(activity)
        && activity is { ExecutionStatus: ActivityExecutionStatus.Closed, ExecutionResult: ActivityExecutionResult.Succeeded };

    private static int OrderOf(Activity activity) => activity.State.TryGet(CompletedOrderIdProperty, out object? value) ? (int)value! : 0;

    /// <summary>The activities in a scope that need compensation, with those in execution contexts; a deep tree needs no deep stack.</summary>
    private static IEnumerable<Activity> Needed(CompositeActivity scope, bool isNameless)
    {
        Stack<CompositeActivity> rest = new([scope]);
        while (rest.TryPop(out CompositeActivity? composite))
        {
            foreach (Activity activity in Children(composite))
            {
                if (!IsNeeded(activity) || (activity.IsHandler && ReferenceEquals(composite, scope)))
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

    private static bool HasNeededChild(Activity activity) => activity is CompositeActivity composite && Children(composite).Any(IsNeeded);

    private static IEnumerable<Activity> Children(CompositeActivity composite) =>
        composite.Contexts is { } contexts ? composite.Activities.Concat(contexts.Active).Concat(contexts.Completed) : composite.Activities;
}
