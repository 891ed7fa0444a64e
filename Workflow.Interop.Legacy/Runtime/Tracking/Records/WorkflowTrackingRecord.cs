namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>An event of a workflow instance as a whole.</summary>
public class WorkflowTrackingRecord : TrackingRecord
{
    /// <summary>Makes an empty record.</summary>
    public WorkflowTrackingRecord()
    {
    }

    /// <summary>Makes a record.</summary>
    /// <param name="trackingWorkflowEvent">The event.</param>
    /// <param name="eventDateTime">When it happened, in UTC.</param>
    /// <param name="eventOrder">The place among the records of the instance.</param>
    /// <param name="eventArgs">What else is known, or null.</param>
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

    /// <summary>It completes. Sent before the last save.</summary>
    Completed = 1,

    /// <summary>It waits: no step can run.</summary>
    Idle = 2,

    /// <summary>It was suspended.</summary>
    Suspended = 3,

    /// <summary>It was resumed after it was suspended.</summary>
    Resumed = 4,

    /// <summary>It is being saved. Sent before the save.</summary>
    Persisted = 5,

    /// <summary>It leaves the memory. Sent before the save.</summary>
    Unloaded = 6,

    /// <summary>It was loaded.</summary>
    Loaded = 7,

    /// <summary>An activity gets an exception to handle.</summary>
    Exception = 8,

    /// <summary>It ends with an exception. Sent before the last save.</summary>
    Terminated = 9,

    /// <summary>It was aborted: it falls back to its last save.</summary>
    Aborted = 10,

    /// <summary>Its activities were changed while it runs.</summary>
    Changed = 11,

    /// <summary>It was started.</summary>
    Started = 12,
}
