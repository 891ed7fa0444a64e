namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>A list of track points.</summary>
public class WorkflowTrackPointCollection : List<WorkflowTrackPoint>
{
    /// <summary>Makes an empty one.</summary>
    public WorkflowTrackPointCollection()
    {
    }

    /// <summary>Makes one with track points.</summary>
    /// <param name="points">The track points.</param>
    public WorkflowTrackPointCollection(IEnumerable<WorkflowTrackPoint> points)
        : base(points)
    {
    }
}

/// <summary>A list of track points.</summary>
public class ActivityTrackPointCollection : List<ActivityTrackPoint>
{
    /// <summary>Makes an empty one.</summary>
    public ActivityTrackPointCollection()
    {
    }

    /// <summary>Makes one with track points.</summary>
    /// <param name="points">The track points.</param>
    public ActivityTrackPointCollection(IEnumerable<ActivityTrackPoint> points)
        : base(points)
    {
    }
}

/// <summary>A list of track points.</summary>
public class UserTrackPointCollection : List<UserTrackPoint>
{
    /// <summary>Makes an empty one.</summary>
    public UserTrackPointCollection()
    {
    }

    /// <summary>Makes one with track points.</summary>
    /// <param name="points">The track points.</param>
    public UserTrackPointCollection(IEnumerable<UserTrackPoint> points)
        : base(points)
    {
    }
}

/// <summary>A list of locations.</summary>
public class ActivityTrackingLocationCollection : List<ActivityTrackingLocation>
{
    /// <summary>Makes an empty one.</summary>
    public ActivityTrackingLocationCollection()
    {
    }

    /// <summary>Makes one with locations.</summary>
    /// <param name="locations">The locations.</param>
    public ActivityTrackingLocationCollection(IEnumerable<ActivityTrackingLocation> locations)
        : base(locations)
    {
    }
}

/// <summary>A list of locations.</summary>
public class UserTrackingLocationCollection : List<UserTrackingLocation>
{
    /// <summary>Makes an empty one.</summary>
    public UserTrackingLocationCollection()
    {
    }

    /// <summary>Makes one with locations.</summary>
    /// <param name="locations">The locations.</param>
    public UserTrackingLocationCollection(IEnumerable<UserTrackingLocation> locations)
        : base(locations)
    {
    }
}

/// <summary>A list of conditions.</summary>
public class TrackingConditionCollection : List<TrackingCondition>
{
    /// <summary>Makes an empty one.</summary>
    public TrackingConditionCollection()
    {
    }

    /// <summary>Makes one with conditions.</summary>
    /// <param name="conditions">The conditions.</param>
    public TrackingConditionCollection(IEnumerable<TrackingCondition> conditions)
        : base(conditions)
    {
    }
}

/// <summary>A list of extracts.</summary>
public class ExtractCollection : List<TrackingExtract>
{
    /// <summary>Makes an empty one.</summary>
    public ExtractCollection()
    {
    }

    /// <summary>Makes one with extracts.</summary>
    /// <param name="extracts">The extracts.</param>
    public ExtractCollection(IEnumerable<TrackingExtract> extracts)
        : base(extracts)
    {
    }
}
