namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>
/// Selects the events of a workflow that a tracking service receives. A profile without track points selects nothing. The runtime copies a profile when it
/// receives the profile, so later changes have no effect on existing instances. Not thread-safe.
/// </summary>
public class TrackingProfile
{
    /// <summary>
    /// The version. A saved instance keeps the version with which it was created, so the profiles of saved workflows need a version. Default: null.
    /// </summary>
    public Version? Version { get; set; }

    /// <summary>The track points for events of the instance as a whole.</summary>
    public WorkflowTrackPointCollection WorkflowTrackPoints { get; } = [];

    /// <summary>The track points for changes of the status of activities.</summary>
    public ActivityTrackPointCollection ActivityTrackPoints { get; } = [];

    /// <summary>The track points for data that activities send.</summary>
    public UserTrackPointCollection UserTrackPoints { get; } = [];
}

/// <summary>Selects events of the instance as a whole.</summary>
public sealed class WorkflowTrackPoint
{
    /// <summary>The location with the events. It must not be null when the profile is written.</summary>
    public WorkflowTrackingLocation? MatchingLocation { get; set; } = new();

    /// <summary>The annotations of the records.</summary>
    public TrackingAnnotationCollection Annotations { get; } = [];
}

/// <summary>Selects changes of the status of activities: the changes that match a matching location and no excluded location.</summary>
public sealed class ActivityTrackPoint
{
    /// <summary>The matching locations.</summary>
    public ActivityTrackingLocationCollection MatchingLocations { get; } = [];

    /// <summary>The excluded locations. They take precedence over the matching locations.</summary>
    public ActivityTrackingLocationCollection ExcludedLocations { get; } = [];

    /// <summary>The values that are read for the records.</summary>
    public ExtractCollection Extracts { get; } = [];

    /// <summary>The annotations of the records.</summary>
    public TrackingAnnotationCollection Annotations { get; } = [];
}

/// <summary>Selects data that activities send: the data that match a matching location and no excluded location.</summary>
public sealed class UserTrackPoint
{
    /// <summary>The matching locations.</summary>
    public UserTrackingLocationCollection MatchingLocations { get; } = [];

    /// <summary>The excluded locations. They take precedence over the matching locations.</summary>
    public UserTrackingLocationCollection ExcludedLocations { get; } = [];

    /// <summary>The values that are read for the records.</summary>
    public ExtractCollection Extracts { get; } = [];

    /// <summary>The annotations of the records.</summary>
    public TrackingAnnotationCollection Annotations { get; } = [];
}
