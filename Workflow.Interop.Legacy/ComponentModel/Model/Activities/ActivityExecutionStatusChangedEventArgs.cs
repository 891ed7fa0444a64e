namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The data of a change of an activity's status.</summary>
[Serializable]
public sealed class ActivityExecutionStatusChangedEventArgs : EventArgs
{
    internal ActivityExecutionStatusChangedEventArgs(ActivityExecutionStatus status, ActivityExecutionResult result, Activity activity)
    {
        ExecutionStatus = status;
        ExecutionResult = result;
        Activity = activity;
    }

    /// <summary>The new status.</summary>
    public ActivityExecutionStatus ExecutionStatus { get; }

    /// <summary>The result at the time of the change.</summary>
    public ActivityExecutionResult ExecutionResult { get; }

    /// <summary>The activity whose status changed.</summary>
    public Activity Activity { get; }
}
