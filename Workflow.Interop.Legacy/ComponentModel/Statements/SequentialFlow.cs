namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Runs the enabled children of an activity one after the other.</summary>
internal static class SequentialFlow
{
    /// <summary>Runs the first child.</summary>
    /// <returns>True if there is a child.</returns>
    public static bool Start(
        CompositeActivity activity,
        ActivityExecutionContext context,
        IActivityEventListener<ActivityExecutionStatusChangedEventArgs> listener) =>
        Run(activity, 0, context, listener);

    /// <summary>Runs the child after the one that closed last.</summary>
    /// <returns>True if there is such a child.</returns>
    public static bool Continue(
        CompositeActivity activity,
        ActivityExecutionContext context,
        IActivityEventListener<ActivityExecutionStatusChangedEventArgs> listener)
    {
        int last = activity.Activities.Count - 1;
        while (last >= 0 && (activity.Activities[last].IsHandler || activity.Activities[last].ExecutionStatus != ActivityExecutionStatus.Closed))
        {
            last--;
        }

        return Run(activity, last + 1, context, listener);
    }

    /// <summary>Handles the closing of a child: runs the next child, or closes the activity.</summary>
    public static void OnClosed(
        CompositeActivity activity,
        object sender,
        ActivityExecutionStatusChangedEventArgs e,
        IActivityEventListener<ActivityExecutionStatusChangedEventArgs> listener)
    {
        ArgumentNullException.ThrowIfNull(e);
        ActivityExecutionContext context = (ActivityExecutionContext)sender;
        e.Activity.UnregisterForStatusChange(Activity.ClosedEvent, listener);
        if (activity.ExecutionStatus == ActivityExecutionStatus.Executing ? !Continue(activity, context, listener) : !activity.HasActiveChild)
        {
            context.CloseActivity();
        }
    }

    /// <summary>Cancels the running child.</summary>
    public static ActivityExecutionStatus Cancel(CompositeActivity activity, ActivityExecutionContext context) =>
        activity.CancelChildren(context) ? ActivityExecutionStatus.Canceling : ActivityExecutionStatus.Closed;

    private static bool Run(
        CompositeActivity activity,
        int first,
        ActivityExecutionContext context,
        IActivityEventListener<ActivityExecutionStatusChangedEventArgs> listener)
    {
        for (int i = first; i < activity.Activities.Count; i++)
        {
            Activity child = activity.Activities[i];
            if (child.Enabled && !child.IsHandler)
            {
                child.RegisterForStatusChange(Activity.ClosedEvent, listener);
                context.ExecuteActivity(child);
                return true;
            }
        }

        return false;
    }
}
