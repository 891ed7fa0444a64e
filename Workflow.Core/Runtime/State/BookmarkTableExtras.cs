namespace Workflow.Runtime.State;

/// <summary>The part of a <see cref="BookmarkTable"/> that few instances need.</summary>
internal sealed class BookmarkTableExtras
{
    /// <summary>Null while there are few bookmarks.</summary>
    public BookmarkIndex? Index { get; set; }

    /// <summary>Null before the first use.</summary>
    public BookmarkScopes? Scopes { get; set; }

    /// <summary>Null before the first request.</summary>
    public Queue<Bookmark>? WhenIdle { get; set; }
}
