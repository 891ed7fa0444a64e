namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Gets what the activities of one instance do, on the thread that runs it. It throws nothing.</summary>
internal abstract class TrackingPort
{
    /// <summary>An activity has a new status.</summary>
    public abstract void OnStatusChanged(Activity activity);

    /// <summary>An activity has data to track.</summary>
    public abstract void OnData(Activity activity, string? key, object data);

    /// <summary>An activity gets an exception to handle.</summary>
    /// <param name="exception">The exception.</param>
    /// <param name="source">The activity from which it comes.</param>
    /// <param name="activity">The activity that gets it; the root if no activity does.</param>
    public abstract void OnException(Exception exception, Activity source, Activity activity);
}
