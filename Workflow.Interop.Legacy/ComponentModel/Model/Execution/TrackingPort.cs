namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Receives the actions of the activities of an instance, on the thread that runs the instance. The methods do not throw.</summary>
internal abstract class TrackingPort
{
    /// <summary>Called when the status of an activity has changed.</summary>
    public abstract void OnStatusChanged(Activity activity);

    /// <summary>Called when an activity sends data to track.</summary>
    public abstract void OnData(Activity activity, string? key, object data);

    /// <summary>Called when an activity receives an exception to handle.</summary>
    /// <param name="exception">The exception.</param>
    /// <param name="source">The activity in which the exception originated.</param>
    /// <param name="activity">The activity that receives the exception; the root if no activity receives it.</param>
    public abstract void OnException(Exception exception, Activity source, Activity activity);
}
