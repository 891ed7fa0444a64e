using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>A record of a change of the status of an activity.</summary>
public class ActivityTrackingRecord : TrackingRecord
{
    /// <summary>Creates an empty record.</summary>
    public ActivityTrackingRecord()
    {
    }

    /// <summary>Creates a record.</summary>
    /// <param name="activityType">The type of the activity.</param>
    /// <param name="qualifiedName">The qualified name of the activity.</param>
    /// <param name="contextGuid">The id of the execution context of the activity.</param>
    /// <param name="parentContextGuid">The id of the execution context of the parent; for the root, the id of its own context.</param>
    /// <param name="executionStatus">The new status of the activity.</param>
    /// <param name="eventDateTime">The time of the event, in UTC.</param>
    /// <param name="eventOrder">The number of the record among the records of the instance.</param>
    /// <param name="eventArgs">Further data of the event, or null.</param>
    public ActivityTrackingRecord(
        Type? activityType,
        string? qualifiedName,
        Guid contextGuid,
        Guid parentContextGuid,
        ActivityExecutionStatus executionStatus,
        DateTime eventDateTime,
        int eventOrder,
        EventArgs? eventArgs)
        : base(eventDateTime, eventOrder, eventArgs)
    {
        ActivityType = activityType;
        QualifiedName = qualifiedName;
        ContextGuid = contextGuid;
        ParentContextGuid = parentContextGuid;
        ExecutionStatus = executionStatus;
    }

    /// <summary>The type of the activity. Null if the record comes from a database that names an unknown type.</summary>
    public Type? ActivityType { get; set; }

    /// <summary>The qualified name of the activity.</summary>
    public string? QualifiedName { get; set; }

    /// <summary>The id of the execution context of the activity: the id of the instance, or the id of the context of a clone.</summary>
    public Guid ContextGuid { get; set; }

    /// <summary>The id of the execution context of the parent; for the root, the id of its own context.</summary>
    public Guid ParentContextGuid { get; set; }

    /// <summary>The new status of the activity.</summary>
    public ActivityExecutionStatus ExecutionStatus { get; set; }

    /// <summary>The values that the profile selects.</summary>
    public IList<TrackingDataItem> Body { get; } = [];
}
