namespace Workflow.Runtime.State;

/// <summary>A resumed bookmark whose callback has not been called yet.</summary>
internal sealed record Resumption(Bookmark Bookmark, BookmarkCallback? Callback, object? Value)
{
    /// <summary>
    /// The activity instance that created the bookmark, until an executor queues the resumption; null if the resumption was queued at once or loaded.
    /// </summary>
    public Frame? Owner { get; set; }
}
