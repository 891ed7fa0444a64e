namespace Workflow.Tracking;

/// <summary>Selects <see cref="BookmarkResumptionRecord"/>s. A query with the name of the bookmark takes precedence over one with "*" (rule 15.3).</summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public sealed class BookmarkResumptionQuery : TrackingQuery
{
    /// <summary>The name of the bookmarks; "*" matches any. Null by default; a participant with a query without a name is rejected.</summary>
    public string? Name { get; set; }
}
