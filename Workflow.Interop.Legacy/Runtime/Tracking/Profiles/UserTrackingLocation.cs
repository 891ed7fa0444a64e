namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Describes data that activities send: of a type, from activities of a type, under conditions.</summary>
public sealed class UserTrackingLocation
{
    /// <summary>Makes a location without types, which have to be set.</summary>
    public UserTrackingLocation()
    {
    }

    /// <summary>Makes a location without a type of activities, which has to be set.</summary>
    /// <param name="argumentType">The type of the data.</param>
    public UserTrackingLocation(Type argumentType)
    {
        ArgumentNullException.ThrowIfNull(argumentType);
        ArgumentType = argumentType;
    }

    /// <summary>Makes a location without a type of activities, which has to be set.</summary>
    /// <param name="argumentTypeName">The name of the type of the data.</param>
    public UserTrackingLocation(string argumentTypeName)
    {
        ArgumentNullException.ThrowIfNull(argumentTypeName);
        ArgumentTypeName = argumentTypeName;
    }

    /// <summary>Makes a location.</summary>
    /// <param name="argumentType">The type of the data.</param>
    /// <param name="activityType">The type of the activities.</param>
    public UserTrackingLocation(Type argumentType, Type activityType)
        : this(argumentType)
    {
        ArgumentNullException.ThrowIfNull(activityType);
        ActivityType = activityType;
    }

    /// <summary>Makes a location.</summary>
    /// <param name="argumentType">The type of the data.</param>
    /// <param name="activityTypeName">The name of the type of the activities.</param>
    public UserTrackingLocation(Type argumentType, string activityTypeName)
        : this(argumentType)
    {
        ArgumentNullException.ThrowIfNull(activityTypeName);
        ActivityTypeName = activityTypeName;
    }

    /// <summary>Makes a location.</summary>
    /// <param name="argumentTypeName">The name of the type of the data.</param>
    /// <param name="activityType">The type of the activities.</param>
    public UserTrackingLocation(string argumentTypeName, Type activityType)
        : this(argumentTypeName)
    {
        ArgumentNullException.ThrowIfNull(activityType);
        ActivityType = activityType;
    }

    /// <summary>Makes a location.</summary>
    /// <param name="argumentTypeName">The name of the type of the data.</param>
    /// <param name="activityTypeName">The name of the type of the activities.</param>
    public UserTrackingLocation(string argumentTypeName, string activityTypeName)
        : this(argumentTypeName)
    {
        ArgumentNullException.ThrowIfNull(activityTypeName);
        ActivityTypeName = activityTypeName;
    }

    /// <summary>The type of the data, or null if <see cref="ArgumentTypeName"/> is set. It wins over the name.</summary>
    public Type? ArgumentType { get; set; }

    /// <summary>The name of the type of the data, with or without its namespace; or null if <see cref="ArgumentType"/> is set.</summary>
    public string? ArgumentTypeName { get; set; }

    /// <summary>Whether derived types of data match, and types that implement it if it is an interface. Default: false.</summary>
    public bool MatchDerivedArgumentTypes { get; set; }

    /// <summary>The type of the activities, or null if <see cref="ActivityTypeName"/> is set. It wins over the name.</summary>
    public Type? ActivityType { get; set; }

    /// <summary>The name of the type of the activities, with or without its namespace; or null if <see cref="ActivityType"/> is set.</summary>
    public string? ActivityTypeName { get; set; }

    /// <summary>Whether derived types of activities match. Default: false.</summary>
    public bool MatchDerivedActivityTypes { get; set; }

    /// <summary>The key of the data; null, the default, matches all keys and data without one.</summary>
    public string? KeyName { get; set; }

    /// <summary>Conditions for the activity; all have to hold. Default: none.</summary>
    public TrackingConditionCollection Conditions { get; } = [];
}

/// <summary>Describes events of the instance as a whole.</summary>
public sealed class WorkflowTrackingLocation
{
    /// <summary>Makes one without events.</summary>
    public WorkflowTrackingLocation()
    {
    }

    /// <summary>Makes one.</summary>
    /// <param name="events">The events.</param>
    public WorkflowTrackingLocation(IList<TrackingWorkflowEvent> events)
    {
        ArgumentNullException.ThrowIfNull(events);
        Events = [.. events];
    }

    /// <summary>The events; an empty list describes nothing.</summary>
    public IList<TrackingWorkflowEvent> Events { get; } = [];
}
