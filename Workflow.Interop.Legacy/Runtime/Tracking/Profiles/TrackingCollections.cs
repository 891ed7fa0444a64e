namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>A list of track points.</summary>
public class WorkflowTrackPointCollection : List<WorkflowTrackPoint>
{
    /// <summary>Creates an empty list.</summary>
    public WorkflowTrackPointCollection()
    {
    }

    /// <summary>Creates a list with track points.</summary>
    /// <param name="points">The track points.</param>
    public WorkflowTrackPointCollection(IEnumerable<WorkflowTrackPoint> points)
        : base(points)
    {
    }
}

/// <summary>A list of track points.</summary>
public class ActivityTrackPointCollection : List<ActivityTrackPoint>
{
    /// <summary>Creates an empty list.</summary>
    public ActivityTrackPointCollection()
    {
    }

    /// <summary>Creates a list with track points.</summary>
    /// <param name="points">The track points.</param>
    public ActivityTrackPointCollection(IEnumerable<ActivityTrackPoint> points)
        : base(points)
    {
    }
}

/// <summary>A list of track points.</summary>
public class UserTrackPointCollection : List<UserTrackPoint>
{
    /// <summary>Creates an empty list.</summary>
    public UserTrackPointCollection()
    {
    }

    /// <summary>Creates a list with track points.</summary>
    /// <param name="points">The track points.</param>
    public UserTrackPointCollection(IEnumerable<UserTrackPoint> points)
        : base(points)
    {
    }
}

/// <summary>A list of locations.</summary>
public class ActivityTrackingLocationCollection : List<ActivityTrackingLocation>
{
    /// <summary>Creates an empty list.</summary>
    public ActivityTrackingLocationCollection()
    {
    }

    /// <summary>Creates a list with locations.</summary>
    /// <param name="locations">The locations.</param>
    public ActivityTrackingLocationCollection(IEnumerable<ActivityTrackingLocation> locations)
        : base(locations)
    {
    }
}

/// <summary>A list of locations.</summary>
public class UserTrackingLocationCollection : List<UserTrackingLocation>
{
    /// <summary>Creates an empty list.</summary>
    public UserTrackingLocationCollection()
    {
    }

    /// <summary>Creates a list with locations.</summary>
    /// <param name="locations">The locations.</param>
    public UserTrackingLocationCollection(IEnumerable<UserTrackingLocation> locations)
        : base(locations)
    {
    }
}

/// <summary>A list of conditions.</summary>
public class TrackingConditionCollection : List<TrackingCondition>
{
    /// <summary>Creates an empty list.</summary>
    public TrackingConditionCollection()
    {
    }

    /// <summary>Creates a list with conditions.</summary>
    /// <param name="conditions">The conditions.</param>
    public TrackingConditionCollection(IEnumerable<TrackingCondition> conditions)
        : base(conditions)
    {
    }
}

/// <summary>A list of extracts.</summary>
public class ExtractCollection : List<TrackingExtract>
{
    /// <summary>Creates an empty list.</summary>
    public ExtractCollection()
    {
    }

    /// <summary>Creates a list with extracts.</summary>
    /// <param name="extracts">The extracts.</param>
    public ExtractCollection(IEnumerable<TrackingExtract> extracts)
        : base(extracts)
    {
    }
}
