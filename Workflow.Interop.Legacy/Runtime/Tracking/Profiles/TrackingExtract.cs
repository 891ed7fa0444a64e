namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Names a value that is read for a record. A value that does not exist or cannot be read is omitted.</summary>
public abstract class TrackingExtract
{
    private protected TrackingExtract()
    {
    }

    /// <summary>
    /// A property or field of any visibility, or several names separated by dots. If it is null or empty, all fields and all public properties that the classes
    /// of the application declare are read.
    /// </summary>
    public string? Member { get; set; }

    /// <summary>The annotations of the value.</summary>
    public TrackingAnnotationCollection Annotations { get; } = [];
}

/// <summary>Names a value of the activity.</summary>
public class ActivityDataTrackingExtract : TrackingExtract
{
    /// <summary>Creates an extract of all values.</summary>
    public ActivityDataTrackingExtract()
    {
    }

    /// <summary>Creates an extract of a member.</summary>
    /// <param name="member">The member of the activity.</param>
    public ActivityDataTrackingExtract(string member) => Member = member;
}

/// <summary>Names a value of the workflow, which is the root activity.</summary>
public class WorkflowDataTrackingExtract : TrackingExtract
{
    /// <summary>Creates an extract of all values.</summary>
    public WorkflowDataTrackingExtract()
    {
    }

    /// <summary>Creates an extract of a member.</summary>
    /// <param name="member">The member of the workflow.</param>
    public WorkflowDataTrackingExtract(string member) => Member = member;
}
