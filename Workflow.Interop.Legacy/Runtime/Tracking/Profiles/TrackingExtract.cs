namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Names a value that is read for a record. What does not exist or cannot be read is left out.</summary>
public abstract class TrackingExtract
{
    private protected TrackingExtract()
    {
    }

    /// <summary>
    /// A property or field of any visibility, or several with dots between them. Null or empty: all fields, and public properties, that the classes of the application declare.
    /// </summary>
    public string? Member { get; set; }

    /// <summary>Texts for the value.</summary>
    public TrackingAnnotationCollection Annotations { get; } = [];
}

/// <summary>Names a value of the activity.</summary>
public class ActivityDataTrackingExtract : TrackingExtract
{
    /// <summary>Makes an extract of all values.</summary>
    public ActivityDataTrackingExtract()
    {
    }

    /// <summary>Makes an extract.</summary>
    /// <param name="member">The member of the activity.</param>
    public ActivityDataTrackingExtract(string member) => Member = member;
}

/// <summary>Names a value of the workflow: the root of the activities.</summary>
public class WorkflowDataTrackingExtract : TrackingExtract
{
    /// <summary>Makes an extract of all values.</summary>
    public WorkflowDataTrackingExtract()
    {
    }

    /// <summary>Makes an extract.</summary>
    /// <param name="member">The member of the workflow.</param>
    public WorkflowDataTrackingExtract(string member) => Member = member;
}
