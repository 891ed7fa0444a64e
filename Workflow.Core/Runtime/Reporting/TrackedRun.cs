namespace Workflow.Runtime.Reporting;

/// <summary>The run of an instance, as its <see cref="Reporter"/> sees it.</summary>
internal abstract class TrackedRun
{
    /// <summary>True if delivery was requested and has not begun.</summary>
    public abstract bool IsDeliveryRequested { get; }

    /// <summary>Requests the delivery of records between two items. Thread-safe.</summary>
    public abstract void RequestDelivery();

    /// <summary>Starts or stops reporting of each activity. While it is on, every item goes through the queue.</summary>
    public abstract void TrackActivities(bool follows);

    /// <summary>Aborts the instance, even if it is about to be terminated, because the reporting of its end has failed.</summary>
    public abstract void AbortFirst(Exception reason);
}
