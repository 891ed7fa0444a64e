namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Describes data that activities send: by the type of the data, by the type of the activity, by the key, and by conditions.</summary>
public sealed class UserTrackingLocation
{
    /// <summary>Creates a location without types. Set the type of the data and the type of the activities.</summary>
    public UserTrackingLocation()
    {
    }

    /// <summary>Creates a location without a type of activities. Set <see cref="ActivityType"/> or <see cref="ActivityTypeName"/>.</summary>
    /// <param name="argumentType">The type of the data.</param>
    public UserTrackingLocation(Type argumentType)
    {
        ArgumentNullException.ThrowIfNull(argumentType);
        ArgumentType = argumentType;
    }

    /// <summary>Creates a location without a type of activities. Set <see cref="ActivityType"/> or <see cref="ActivityTypeName"/>.</summary>
    /// <param name="argumentTypeName">The name of the type of the data.</param>
    public UserTrackingLocation(string argumentTypeName)
    {
        ArgumentNullException.ThrowIfNull(argumentTypeName);
        ArgumentTypeName = argumentTypeName;
    }

    /// <summary>Creates a location.</summary>
    /// <param name="argumentType">The type of the data.</param>
    /// <param name="activityType">The type of the activities.</param>
    public UserTrackingLocation(Type argumentType, Type activityType)
        : this(argumentType)
    {
        ArgumentNullException.ThrowIfNull(activityType);
        ActivityType = activityType;
    }

    /// <summary>Creates a location.</summary>
    /// <param name="argumentType">The type of the data.</param>
    /// <param name="activityTypeName">The name of the type of the activities.</param>
    public UserTrackingLocation(Type argumentType, string activityTypeName)
        : this(argumentType)
    {
        ArgumentNullException.ThrowIfNull(activityTypeName);
        ActivityTypeName = activityTypeName;
    }

    /// <summary>Creates a location.</summary>
    /// <param name="argumentTypeName">The name of the type of the data.</param>
    /// <param name="activityType">The type of the activities.</param>
    public UserTrackingLocation(string argumentTypeName, Type activityType)
        : this(argumentTypeName)
    {
        ArgumentNullException.ThrowIfNull(activityType);
        ActivityType = activityType;
    }

    /// <summary>Creates a location.</summary>
    /// <param name="argumentTypeName">The name of the type of the data.</param>
    /// <param name="activityTypeName">The name of the type of the activities.</param>
    public UserTrackingLocation(string argumentTypeName, string activityTypeName)
        : this(argumentTypeName)
    {
        ArgumentNullException.ThrowIfNull(activityTypeName);
        ActivityTypeName = activityTypeName;
    }

    /// <summary>The type of the data; null if <see cref="ArgumentTypeName"/> is set. The type takes precedence over the name.</summary>
    public Type? ArgumentType { get; set; }

    /// <summary>The name of the type of the data, with or without its namespace; null if <see cref="ArgumentType"/> is set.</summary>
    public string? ArgumentTypeName { get; set; }

    /// <summary>True if derived types of data match, or implementing types if the type is an interface. Default: false.</summary>
    public bool MatchDerivedArgumentTypes { get; set; }

    /// <summary>The type of the activities; null if <see cref="ActivityTypeName"/> is set. The type takes precedence over the name.</summary>
    public Type? ActivityType { get; set; }

    /// <summary>The name of the type of the activities, with or without its namespace; null if <see cref="ActivityType"/> is set.</summary>
    public string? ActivityTypeName { get; set; }

    /// <summary>True if derived types of activities match, or implementing types if the type is an interface. Default: false.</summary>
    public bool MatchDerivedActivityTypes { get; set; }

    /// <summary>The key of the data. Null, the default, matches all keys, and data without a key.</summary>
    public string? KeyName { get; set; }

    /// <summary>The conditions for the activity. All conditions must be true. Empty by default.</summary>
    public TrackingConditionCollection Conditions { get; } = [];
}

/// <summary>Describes events of the instance as a whole.</summary>
public sealed class WorkflowTrackingLocation
{
    /// <summary>Creates a location without events.</summary>
    public WorkflowTrackingLocation()
    {
    }

    /// <summary>Creates a location.</summary>
    /// <param name="events">The events.</param>
    public WorkflowTrackingLocation(IList<TrackingWorkflowEvent> events)
    {
        ArgumentNullException.ThrowIfNull(events);
        Events = [.. events];
    }

    /// <summary>The events. An empty list matches nothing.</summary>
    public IList<TrackingWorkflowEvent> Events { get; } = [];
}
