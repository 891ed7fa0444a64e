namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Data that an activity has sent with <c>TrackData</c>.</summary>
public class UserTrackingRecord : TrackingRecord
{
    /// <summary>Makes an empty record.</summary>
    public UserTrackingRecord()
    {
    }

    /// <summary>Makes a record.</summary>
    /// <param name="activityType">The type of the activity.</param>
    /// <param name="qualifiedName">Its qualified name.</param>
    /// <param name="contextGuid">Its execution context.</param>
    /// <param name="parentContextGuid">The execution context of its parent; of the root, its own.</param>
    /// <param name="eventDateTime">When it happened, in UTC.</param>
    /// <param name="eventOrder">The place among the records of the instance.</param>
    /// <param name="userDataKey">The key of the data, or null.</param>
    /// <param name="userData">The data.</param>
    public UserTrackingRecord(
        Type? activityType, string? qualifiedName, Guid contextGuid, Guid parentContextGuid, DateTime eventDateTime, int eventOrder, string? userDataKey, object? userData)
        : base(eventDateTime, eventOrder, null)
    {
        ActivityType = activityType;
        QualifiedName = qualifiedName;
        ContextGuid = contextGuid;
        ParentContextGuid = parentContextGuid;
        UserDataKey = userDataKey;
        UserData = userData;
    }

    /// <summary>The type of the activity. Null if a database names a type that is not known.</summary>
    public Type? ActivityType { get; set; }

    /// <summary>The qualified name of the activity.</summary>
    public string? QualifiedName { get; set; }

    /// <summary>The execution context of the activity: the id of the instance, or that of a clone.</summary>
    public Guid ContextGuid { get; set; }

    /// <summary>The execution context of its parent; of the root, its own.</summary>
    public Guid ParentContextGuid { get; set; }

    /// <summary>The key of the data, or null.</summary>
    public string? UserDataKey { get; set; }

    /// <summary>The data: the object itself, not a copy.</summary>
    public object? UserData { get; set; }

    /// <summary>The values that the profile asks for.</summary>
    public IList<TrackingDataItem> Body { get; } = [];
}
