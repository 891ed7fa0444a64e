namespace Workflow.Runtime.State;

/// <summary>A resumed bookmark on its way to its callback.</summary>
internal sealed record Resumption(Bookmark Bookmark, BookmarkCallback? Callback, object? Value)
{
    /// <summary>The activity instance that created the bookmark, until an executor queues the resumption; null for one that was queued at once, or loaded.</summary>
    public Frame? Owner { get; set; }
}
