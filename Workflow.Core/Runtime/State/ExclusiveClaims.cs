namespace Workflow.Runtime.State;

/// <summary>What one bookmark counts as for the exclusive handles around its owner; decided at its creation (rule 8.7).</summary>
internal sealed class ExclusiveClaims
{
    private readonly List<ExclusiveHandle> _important = [];
    private readonly List<ExclusiveHandle> _unimportant = [];

    /// <summary>Counts the bookmark of a loaded instance as what it counted as before.</summary>
    public ExclusiveClaims(IEnumerable<ExclusiveHandle> important, IEnumerable<ExclusiveHandle> unimportant)
    {
        _important.AddRange(important);
        _unimportant.AddRange(unimportant);
        _important.ForEach(handle => handle.ImportantBookmarks++);
        _unimportant.ForEach(handle => handle.UnimportantBookmarks++);
    }

    /// <summary>Counts a new bookmark with the handles.</summary>
    /// <param name="handles">Those around its owner.</param>
    /// <param name="scope">Its scope; null for none, and for the default scope, whose bookmarks are never important.</param>
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

    /// <summary>The handles with which it counts as important.</summary>
    public IReadOnlyList<ExclusiveHandle> Important => _important;

    public IReadOnlyList<ExclusiveHandle> Unimportant => _unimportant;

    /// <summary>The bookmark has to wait for others.</summary>
    public bool IsHeldBack => _important.Exists(handle => handle.UnimportantBookmarks > 0);

    /// <summary>The bookmark is not outstanding any more.</summary>
    public void Release()
    {
        _important.ForEach(handle => handle.ImportantBookmarks--);
        _unimportant.ForEach(handle => handle.UnimportantBookmarks--);
    }
}
