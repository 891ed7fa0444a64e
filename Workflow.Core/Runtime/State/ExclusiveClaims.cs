namespace Workflow.Runtime.State;

/// <summary>The importance of one bookmark for each exclusive handle around its owner, determined when the bookmark is created (rule 8.7).</summary>
internal sealed class ExclusiveClaims
{
    private readonly List<ExclusiveHandle> _important = [];
    private readonly List<ExclusiveHandle> _unimportant = [];

    /// <summary>Restores the importance of a bookmark of a loaded instance, and counts the bookmark with the handles.</summary>
    public ExclusiveClaims(IEnumerable<ExclusiveHandle> important, IEnumerable<ExclusiveHandle> unimportant)
    {
        _important.AddRange(important);
        _unimportant.AddRange(unimportant);
        _important.ForEach(handle => handle.ImportantBookmarks++);
        _unimportant.ForEach(handle => handle.UnimportantBookmarks++);
    }

    /// <summary>Determines the importance of a new bookmark, and counts the bookmark with the handles.</summary>
    /// <param name="handles">The handles around the owner of the bookmark.</param>
    /// <param name="scope">The scope of the bookmark; null for no scope and for the default scope, whose bookmarks are never important.</param>
    public ExclusiveClaims(IEnumerable<ExclusiveHandle> handles, BookmarkScope? scope)
    {
        foreach (ExclusiveHandle handle in handles)
        {
            if (scope is not null && handle.IsImportant(scope))
            {
                _important.Add(handle);
                handle.ImportantBookmarks++;
            }
            else
            {
                _unimportant.Add(handle);
                handle.UnimportantBookmarks++;
            }
        }
    }

    /// <summary>The handles for which the bookmark is important.</summary>
    public IReadOnlyList<ExclusiveHandle> Important => _important;

    public IReadOnlyList<ExclusiveHandle> Unimportant => _unimportant;

    /// <summary>True if the bookmark cannot be resumed yet, because unimportant bookmarks are outstanding under one of its handles.</summary>
    public bool IsHeldBack => _important.Exists(handle => handle.UnimportantBookmarks > 0);

    /// <summary>Removes the bookmark from the counts of the handles when it is no longer outstanding.</summary>
    public void Release()
    {
        _important.ForEach(handle => handle.ImportantBookmarks--);
        _unimportant.ForEach(handle => handle.UnimportantBookmarks--);
    }
}
