using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>A change of the status of an activity.</summary>
public class ActivityTrackingRecord : TrackingRecord
{
    /// <summary>Makes an empty record.</summary>
    public ActivityTrackingRecord()
    {
    }

    /// <summary>Makes a record.</summary>
    /// <param name="activityType">The type of the activity.</param>
    /// <param name="qualifiedName">Its qualified name.</param>
    /// <param name="contextGuid">Its execution context.</param>
    /// <param name="parentContextGuid">The execution context of its parent; of the root, its own.</param>
    /// <param name="executionStatus">The status that it has now.</param>
    /// <param name="eventDateTime">When it happened, in UTC.</param>
    /// <param name="eventOrder">The place among the records of the instance.</param>
    /// <param name="eventArgs">What else is known, or null.</param>
    public ActivityTrackingRecord(
        Type? activityType, string? qualifiedName, Guid contextGuid, Guid parentContextGuid, ActivityExecutionStatus executionStatus, DateTime eventDateTime, int eventOrder, EventArgs? eventArgs)
        : base(eventDateTime, eventOrder, eventArgs)
    {
        ActivityType = activityType;
        QualifiedName = qualifiedName;
        ContextGuid = contextGuid;
        ParentContextGuid = parentContextGuid;
        ExecutionStatus = executionStatus;
    }

    /// <summary>The type of the activity. Null if a database names a type that is not known.</summary>
    public Type? ActivityType { get; set; }

    /// <summary>The qualified name of the activity.</summary>
    public string? QualifiedName { get; set; }

    /// <summary>The execution context of the activity: the id of the instance, or that of a clone.</summary>
    public Guid ContextGuid { get; set; }

    /// <summary>The execution context of its parent; of the root, its own.</summary>
    public Guid ParentContextGuid { get; set; }

    /// <summary>The status that the activity has now.</summary>
    public ActivityExecutionStatus ExecutionStatus { get; set; }

    /// <summary>The values that the profile asks for.</summary>
    public IList<TrackingDataItem> Body { get; } = [];
}
