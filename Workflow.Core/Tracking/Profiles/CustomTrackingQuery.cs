namespace Workflow.Tracking;

/// <summary>Selects records that activities create.</summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public class CustomTrackingQuery : TrackingQuery
{
    /// <summary>The name of the records; "*" matches any. Null, the default, selects no records.</summary>
    public string? Name { get; set; }

    /// <summary>The display name of the activities that create the records; "*", the default, matches any.</summary>
    public string ActivityName { get; set; } = "*";
}
