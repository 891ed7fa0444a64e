namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>A record of data that an activity has sent with <c>TrackData</c>.</summary>
public class UserTrackingRecord : TrackingRecord
{
    /// <summary>Creates an empty record.</summary>
    public UserTrackingRecord()
    {
    }

    /// <summary>Creates a record.</summary>
    /// <param name="activityType">The type of the activity.</param>
    /// <param name="qualifiedName">The qualified name of the activity.</param>
    /// <param name="contextGuid">The id of the execution context of the activity.</param>
    /// <param name="parentContextGuid">The id of the execution context of the parent; for the root, the id of its own context.</param>
    /// <param name="eventDateTime">The time of the event, in UTC.</param>
    /// <param name="eventOrder">The number of the record among the records of the instance.</param>
    /// <param name="userDataKey">The key of the data, or null.</param>
    /// <param name="userData">The data.</param>
    public UserTrackingRecord(
        Type? activityType,
        string? qualifiedName,
        Guid contextGuid,
        Guid parentContextGuid,
        DateTime eventDateTime,
        int eventOrder,
        string? userDataKey,
        object? userData)
        : base(eventDateTime, eventOrder, null)
    {
        ActivityType = activityType;
        QualifiedName = qualifiedName;
        ContextGuid = contextGuid;
        ParentContextGuid = parentContextGuid;
        UserDataKey = userDataKey;
        UserData = userData;
    }

    /// <summary>The type of the activity. Null if the record comes from a database that names an unknown type.</summary>
    public Type? ActivityType { get; set; }

    /// <summary>The qualified name of the activity.</summary>
    public string? QualifiedName { get; set; }

    /// <summary>The id of the execution context of the activity: the id of the instance, or the id of the context of a clone.</summary>
    public Guid ContextGuid { get; set; }

    /// <summary>The id of the execution context of the parent; for the root, the id of its own context.</summary>
    public Guid ParentContextGuid { get; set; }

    /// <summary>The key of the data, or null.</summary>
    public string? UserDataKey { get; set; }

    /// <summary>The data: the object itself, not a copy.</summary>
    public object? UserData { get; set; }

    /// <summary>The values that the profile selects.</summary>
    public IList<TrackingDataItem> Body { get; } = [];
}
