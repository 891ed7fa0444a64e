namespace Workflow.Tracking;

/// <summary>Asks for <see cref="BookmarkResumptionRecord"/>s; a query with the bookmark's name counts before one with "*" (rule 15.3).</summary>
/// <inheritdoc cref="TrackingQuery" path="/remarks"/>
public sealed class BookmarkResumptionQuery : TrackingQuery
{
    /// <summary>The name of the bookmarks; "*" means any. Null by default: without a name the participant is refused.</summary>
    public string? Name { get; set; }
}
