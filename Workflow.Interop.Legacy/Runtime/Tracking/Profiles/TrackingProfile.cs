namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>
/// Which events of a workflow a tracking service gets. A profile without track points asks for nothing. The runtime reads a profile when it gets it: later changes have no
/// effect on instances that exist. Not safe for several threads.
/// </summary>
public class TrackingProfile
{
    /// <summary>The version. A saved instance keeps the version with which it was created, so profiles of workflows that are saved need one. Default: null.</summary>
    public Version? Version { get; set; }

    /// <summary>The events of the instance as a whole.</summary>
    public WorkflowTrackPointCollection WorkflowTrackPoints { get; } = [];

    /// <summary>The changes of the status of activities.</summary>
    public ActivityTrackPointCollection ActivityTrackPoints { get; } = [];

    /// <summary>The data that activities send.</summary>
    public UserTrackPointCollection UserTrackPoints { get; } = [];
}

/// <summary>Selects events of the instance as a whole.</summary>
public sealed class WorkflowTrackPoint
{
    /// <summary>The events; not null when the profile is used.</summary>
    public WorkflowTrackingLocation? MatchingLocation { get; set; } = new();

    /// <summary>Texts for the records.</summary>
    public TrackingAnnotationCollection Annotations { get; } = [];
}

/// <summary>Selects changes of the status of activities: those that a matching location describes and no excluded one.</summary>
public sealed class ActivityTrackPoint
{
    /// <summary>What is selected.</summary>
    public ActivityTrackingLocationCollection MatchingLocations { get; } = [];

    /// <summary>What is not selected although a matching location describes it.</summary>
    public ActivityTrackingLocationCollection ExcludedLocations { get; } = [];

    /// <summary>The values that are read for the records.</summary>
    public ExtractCollection Extracts { get; } = [];

    /// <summary>Texts for the records.</summary>
    public TrackingAnnotationCollection Annotations { get; } = [];
}

/// <summary>Selects data that activities send: what a matching location describes and no excluded one.</summary>
public sealed class UserTrackPoint
{
    /// <summary>What is selected.</summary>
    public UserTrackingLocationCollection MatchingLocations { get; } = [];

    /// <summary>What is not selected although a matching location describes it.</summary>
    public UserTrackingLocationCollection ExcludedLocations { get; } = [];

    /// <summary>The values that are read for the records.</summary>
    public ExtractCollection Extracts { get; } = [];

    /// <summary>Texts for the records.</summary>
    public TrackingAnnotationCollection Annotations { get; } = [];
}
