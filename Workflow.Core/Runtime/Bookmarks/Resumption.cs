using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Bookmarks;

/// <summary>A resumed bookmark on its way to its callback.</summary>
internal sealed record Resumption(Bookmark Bookmark, BookmarkCallback? Callback, object? Value)
{
    /// <summary>Who created the bookmark; only of a resumption that is not queued yet.</summary>
    public Frame? Owner { get; init; }
}
