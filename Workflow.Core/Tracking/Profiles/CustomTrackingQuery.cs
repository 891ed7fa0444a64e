namespace Workflow.Tracking;

/// <summary>Asks for records that activities make themselves.</summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public class CustomTrackingQuery : TrackingQuery
{
    /// <summary>The name of the records; "*" means any. Null, the default, asks for none.</summary>
    public string? Name { get; set; }

    /// <summary>The display name of the activities that make them; "*", the default, means any.</summary>
    public string ActivityName { get; set; } = "*";
}
