namespace Workflow.Runtime.Bookmarks;

/// <summary>A resumed bookmark on its way to its callback.</summary>
internal sealed record Resumption(Bookmark Bookmark, BookmarkCallback? Callback, object? Value);
