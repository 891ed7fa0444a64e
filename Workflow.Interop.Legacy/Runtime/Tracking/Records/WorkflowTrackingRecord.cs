namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>A record of an event of a workflow instance as a whole.</summary>
public class WorkflowTrackingRecord : TrackingRecord
{
    /// <summary>Creates an empty record.</summary>
    public WorkflowTrackingRecord()
    {
    }

    /// <summary>Creates a record.</summary>
    /// <param name="trackingWorkflowEvent">The event.</param>
    /// <param name="eventDateTime">The time of the event, in UTC.</param>
    /// <param name="eventOrder">The number of the record among the records of the instance.</param>
    /// <param name="eventArgs">Further data of the event, or null.</param>
    public WorkflowTrackingRecord(TrackingWorkflowEvent trackingWorkflowEvent, DateTime eventDateTime, int eventOrder, EventArgs? eventArgs)
        : base(eventDateTime, eventOrder, eventArgs)
    {
        TrackingWorkflowEvent = trackingWorkflowEvent;
    }

    /// <summary>The event.</summary>
    public TrackingWorkflowEvent TrackingWorkflowEvent { get; set; }
}

/// <summary>The events of a workflow instance as a whole.</summary>
public enum TrackingWorkflowEvent
{
    /// <summary>The instance was created.</summary>
    Created = 0,

    /// <summary>The instance completes. Sent before the last save.</summary>
    Completed = 1,

    /// <summary>The instance waits, because no step can run.</summary>
    Idle = 2,

    /// <summary>The instance was suspended.</summary>
    Suspended = 3,

    /// <summary>The suspended instance was resumed.</summary>
    Resumed = 4,

    /// <summary>The instance is being saved. Sent before the save.</summary>
    Persisted = 5,

    /// <summary>The instance leaves memory. Sent before the save.</summary>
    Unloaded = 6,

    /// <summary>The instance was loaded.</summary>
    Loaded = 7,

    /// <summary>An activity receives an exception to handle.</summary>
    Exception = 8,

    /// <summary>The instance ends with an exception. Sent before the last save.</summary>
    Terminated = 9,

    /// <summary>The instance was aborted and falls back to its last save.</summary>
    Aborted = 10,

    /// <summary>The activities of the running instance were changed.</summary>
    Changed = 11,

    /// <summary>The instance was started.</summary>
    Started = 12,
}
