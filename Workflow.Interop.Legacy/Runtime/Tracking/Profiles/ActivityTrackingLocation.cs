using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Describes changes of the status of activities: of a type, to certain statuses, under conditions.</summary>
public sealed class ActivityTrackingLocation
{
    /// <summary>Makes a location without a type, which has to be set.</summary>
    public ActivityTrackingLocation()
    {
    }

    /// <summary>Makes a location without statuses.</summary>
    /// <param name="activityTypeName">The name of the type.</param>
    public ActivityTrackingLocation(string activityTypeName)
    {
        ArgumentNullException.ThrowIfNull(activityTypeName);
        ActivityTypeName = activityTypeName;
    }

    /// <summary>Makes a location without statuses.</summary>
    /// <param name="activityType">The type.</param>
    public ActivityTrackingLocation(Type activityType)
    {
        ArgumentNullException.ThrowIfNull(activityType);
        ActivityType = activityType;
    }

    /// <summary>Makes a location.</summary>
    /// <param name="activityTypeName">The name of the type.</param>
    /// <param name="executionStatusEvents">The statuses.</param>
    public ActivityTrackingLocation(string activityTypeName, IEnumerable<ActivityExecutionStatus> executionStatusEvents)
        : this(activityTypeName, matchDerivedTypes: false, executionStatusEvents)
    {
    }

    /// <summary>Makes a location.</summary>
    /// <param name="activityType">The type.</param>
    /// <param name="executionStatusEvents">The statuses.</param>
    public ActivityTrackingLocation(Type activityType, IEnumerable<ActivityExecutionStatus> executionStatusEvents)
        : this(activityType, matchDerivedTypes: false, executionStatusEvents)
    {
    }

    /// <summary>Makes a location.</summary>
    /// <param name="activityTypeName">The name of the type.</param>
    /// <param name="matchDerivedTypes">Whether derived types match.</param>
    /// <param name="executionStatusEvents">The statuses.</param>
    public ActivityTrackingLocation(string activityTypeName, bool matchDerivedTypes, IEnumerable<ActivityExecutionStatus> executionStatusEvents)
        : this(activityTypeName)
    {
        ArgumentNullException.ThrowIfNull(executionStatusEvents);
        MatchDerivedTypes = matchDerivedTypes;
        ExecutionStatusEvents = [.. executionStatusEvents];
    }

    /// <summary>Makes a location.</summary>
    /// <param name="activityType">The type.</param>
    /// <param name="matchDerivedTypes">Whether derived types match.</param>
    /// <param name="executionStatusEvents">The statuses.</param>
    public ActivityTrackingLocation(Type activityType, bool matchDerivedTypes, IEnumerable<ActivityExecutionStatus> executionStatusEvents)
        : this(activityType)
    {
        ArgumentNullException.ThrowIfNull(executionStatusEvents);
        MatchDerivedTypes = matchDerivedTypes;
        ExecutionStatusEvents = [.. executionStatusEvents];
    }

    /// <summary>The type of the activities, or null if <see cref="ActivityTypeName"/> is set. It wins over the name.</summary>
    public Type? ActivityType { get; set; }

    /// <summary>The name of the type of the activities, with or without its namespace; or null if <see cref="ActivityType"/> is set.</summary>
    public string? ActivityTypeName { get; set; }

    /// <summary>Whether derived types match, and types that implement it if it is an interface. Default: false.</summary>
    public bool MatchDerivedTypes { get; set; }

    /// <summary>The statuses; an empty list describes nothing.</summary>
    public IList<ActivityExecutionStatus> ExecutionStatusEvents { get; } = [];

    /// <summary>Conditions for the activity; all have to hold. Default: none.</summary>
    public TrackingConditionCollection Conditions { get; } = [];
}
