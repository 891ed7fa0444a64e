namespace Workflow.Runtime.State;

/// <summary>A resumed bookmark on its way to its callback.</summary>
internal sealed record Resumption(Bookmark Bookmark, BookmarkCallback? Callback, object? Value)
{
    /// <summary>The activity instance that created the bookmark; null for the resumption of a loaded instance, which is queued already.</summary>
    public Frame? Owner { get; init; }
}
