namespace Workflow.Runtime.State;

/// <summary>The part of a <see cref="BookmarkTable"/> that few instances need.</summary>
internal sealed class BookmarkTableRareState
{
    /// <summary>The index of the bookmarks outside scopes; null while there are few.</summary>
    public BookmarkIndex? Index { get; set; }

    /// <summary>The bookmark scopes; null before the first use.</summary>
    public BookmarkScopes? Scopes { get; set; }

    /// <summary>The bookmarks to resume at idle; null before the first request.</summary>
    public Queue<Bookmark>? WhenIdle { get; set; }
}
