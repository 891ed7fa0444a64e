using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Describes changes of the status of activities: by the type of the activity, by the status, and by conditions.</summary>
public sealed class ActivityTrackingLocation
{
    /// <summary>Creates a location without a type. Set <see cref="ActivityType"/> or <see cref="ActivityTypeName"/>.</summary>
    public ActivityTrackingLocation()
    {
    }

    /// <summary>Creates a location without statuses.</summary>
    /// <param name="activityTypeName">The name of the type of the activities.</param>
    public ActivityTrackingLocation(string activityTypeName)
    {
        ArgumentNullException.ThrowIfNull(activityTypeName);
        ActivityTypeName = activityTypeName;
    }

    /// <summary>Creates a location without statuses.</summary>
    /// <param name="activityType">The type of the activities.</param>
    public ActivityTrackingLocation(Type activityType)
    {
        ArgumentNullException.ThrowIfNull(activityType);
        ActivityType = activityType;
    }

    /// <summary>Creates a location.</summary>
    /// <param name="activityTypeName">The name of the type of the activities.</param>
    /// <param name="executionStatusEvents">The statuses.</param>
    public ActivityTrackingLocation(string activityTypeName, IEnumerable<ActivityExecutionStatus> executionStatusEvents)
        : this(activityTypeName, matchDerivedTypes: false, executionStatusEvents)
    {
    }

    /// <summary>Creates a location.</summary>
    /// <param name="activityType">The type of the activities.</param>
    /// <param name="executionStatusEvents">The statuses.</param>
    public ActivityTrackingLocation(Type activityType, IEnumerable<ActivityExecutionStatus> executionStatusEvents)
        : this(activityType, matchDerivedTypes: false, executionStatusEvents)
    {
    }

    /// <summary>Creates a location.</summary>
    /// <param name="activityTypeName">The name of the type of the activities.</param>
    /// <param name="matchDerivedTypes">True if derived types match.</param>
    /// <param name="executionStatusEvents">The statuses.</param>
    public ActivityTrackingLocation(string activityTypeName, bool matchDerivedTypes, IEnumerable<ActivityExecutionStatus> executionStatusEvents)
        : this(activityTypeName)
    {
        ArgumentNullException.ThrowIfNull(executionStatusEvents);
        MatchDerivedTypes = matchDerivedTypes;
        ExecutionStatusEvents = [.. executionStatusEvents];
    }

    /// <summary>Creates a location.</summary>
    /// <param name="activityType">The type of the activities.</param>
    /// <param name="matchDerivedTypes">True if derived types match.</param>
    /// <param name="executionStatusEvents">The statuses.</param>
    public ActivityTrackingLocation(Type activityType, bool matchDerivedTypes, IEnumerable<ActivityExecutionStatus> executionStatusEvents)
        : this(activityType)
    {
        ArgumentNullException.ThrowIfNull(executionStatusEvents);
        MatchDerivedTypes = matchDerivedTypes;
        ExecutionStatusEvents = [.. executionStatusEvents];
    }

    /// <summary>The type of the activities; null if <see cref="ActivityTypeName"/> is set. The type takes precedence over the name.</summary>
    public Type? ActivityType { get; set; }

    /// <summary>The name of the type of the activities, with or without its namespace; null if <see cref="ActivityType"/> is set.</summary>
    public string? ActivityTypeName { get; set; }

    /// <summary>True if derived types match, or implementing types if the type is an interface. Default: false.</summary>
    public bool MatchDerivedTypes { get; set; }

    /// <summary>The statuses. An empty list matches nothing.</summary>
    public IList<ActivityExecutionStatus> ExecutionStatusEvents { get; } = [];

    /// <summary>The conditions for the activity. All conditions must be true. Empty by default.</summary>
    public TrackingConditionCollection Conditions { get; } = [];
}
