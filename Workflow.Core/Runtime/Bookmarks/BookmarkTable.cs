namespace Workflow.Runtime.Bookmarks;

/// <summary>
/// The outstanding bookmarks of one workflow instance. Few of them are a list that a look-up walks, so that an idle instance carries no more than its bookmarks; many
/// of them have an index too.
/// </summary>
internal sealed class BookmarkTable
{
    /// <summary>From how many bookmarks on a look-up uses an index. Below it, walking the list takes less time than hashing a name.</summary>
    private const int IndexedFrom = 16;

    private BookmarkEntry? _first;
    private BookmarkEntry? _last;
    private int _count;
    private Dictionary<string, BookmarkEntry>? _named;
    private Dictionary<long, BookmarkEntry>? _numbered;

    /// <summary>The number of the bookmark numbered last.</summary>
    public long LastNumber { get; set; }

    /// <summary>The bookmark scopes; null before the first use.</summary>
    public BookmarkScopes? Scopes { get; set; }

    /// <summary>The bookmarks that are resumed when nothing else of the instance can run, in the order of their requests; null for none so far (rule 8.5).</summary>
    public Queue<Bookmark>? WhenIdle { get; set; }

    /// <summary>All bookmarks, those outside scopes first, each group in the order of creation.</summary>
    public IEnumerable<BookmarkEntry> Outstanding =>
        Unscoped.Where(entry => entry.Bookmark.Number == 0)
            .Concat(Unscoped.Where(entry => entry.Bookmark.Number != 0))
            .Concat(Scopes?.All.SelectMany(scope => scope.Entries.Values) ?? []);

    public int Count => _count + (Scopes?.NamedCount ?? 0);

    /// <summary>There is no bookmark outside scopes, and none without a name.</summary>
    public bool IsUnscopedEmpty => _count == 0;

    /// <summary>Bookmarks outside scopes, and those without a name, which are known by their object alone.</summary>
    private IEnumerable<BookmarkEntry> Unscoped
    {
        get
        {
            for (BookmarkEntry? entry = _first; entry is not null; entry = entry.NextInTable)
            {
                yield return entry;
            }
        }
    }

    public BookmarkEntry? Find(string name)
    {
        if (_named is not null)
        {
            return _named.GetValueOrDefault(name);
        }

        BookmarkEntry? entry = _first;
        while (entry is not null && (entry.Bookmark.Number != 0 || entry.Bookmark.Name != name))
        {
            entry = entry.NextInTable;
        }

        return entry;
    }

    /// <summary>
    /// A numbered bookmark is identified by its object: another instance has one of the same number (rule 8.1). In a loaded instance another object stands for
    /// it, and a caller that kept the one from before the save means that.
    /// </summary>
    public BookmarkEntry? Find(Bookmark bookmark) =>
        bookmark.Number == 0 ? Find(bookmark.Name)
        : Find(bookmark.Number) is { } entry && IsSame(entry.Bookmark, bookmark) ? entry : null;

    /// <summary>Adds the bookmark of a loaded instance; false when there is one of its name or number.</summary>
    public bool TryAdd(BookmarkEntry entry)
    {
        Bookmark bookmark = entry.Bookmark;
        bool isNew = bookmark.Number != 0 ? Find(bookmark.Number) is null
            : (entry as ScopedEntry)?.Scope is { } scope ? !scope.Entries.ContainsKey(bookmark.Name) && Scopes!.FindNamed(bookmark) is null
            : Find(bookmark.Name) is null;
        if (isNew)
        {
            Add(entry);
        }

        return isNew;
    }

    /// <summary>Adds a bookmark, to its scope if it has one. There is none of its name or number.</summary>
    public void Add(BookmarkEntry entry)
    {
        if (entry.Bookmark.Number == 0 && (entry as ScopedEntry)?.Scope is { } scope)
        {
            scope.Entries.Add(entry.Bookmark.Name, entry);
            Scopes!.Add(entry);
        }
        else
        {
            Append(entry);
        }

        entry.AddToOwner();
    }

    public void Remove(BookmarkEntry entry)
    {
        ScopedEntry? scoped = entry as ScopedEntry;
        if (entry.Bookmark.Number == 0 && scoped?.Scope is { } scope)
        {
            scope.Entries.Remove(entry.Bookmark.Name);
            Scopes!.Remove(entry);
        }
        else
        {
            Unlink(entry);
        }

        scoped?.Claims?.Release();
        entry.RemoveFromOwner();
    }

    public void Reset()
    {
        _first = null;
        _last = null;
        _count = 0;
        _named = null;
        _numbered = null;
        LastNumber = 0;
        Scopes = null;
        WhenIdle = null;
    }

    private static bool IsSame(Bookmark outstanding, Bookmark asked) =>
        ReferenceEquals(outstanding, asked) || (asked.SavedWith is { } saved && saved == outstanding.SavedWith);

    private BookmarkEntry? Find(long number)
    {
        if (_numbered is not null)
        {
            return _numbered.GetValueOrDefault(number);
        }

        BookmarkEntry? entry = _first;
        while (entry is not null && entry.Bookmark.Number != number)
        {
            entry = entry.NextInTable;
        }

        return entry;
    }

    private void Append(BookmarkEntry entry)
    {
        entry.PreviousInTable = _last;
        if (_last is null)
        {
            _first = entry;
        }
        else
        {
            _last.NextInTable = entry;
        }

        _last = entry;
        _count++;
        if (_named is not null)
        {
            AddToIndex(entry);
        }
        else if (_count == IndexedFrom)
        {
            _named = new Dictionary<string, BookmarkEntry>(2 * IndexedFrom, StringComparer.Ordinal);
            _numbered = new Dictionary<long, BookmarkEntry>(2 * IndexedFrom);
            foreach (BookmarkEntry known in Unscoped)
            {
                AddToIndex(known);
            }
        }
    }

    private void AddToIndex(BookmarkEntry entry)
    {
        if (entry.Bookmark.Number == 0)
        {
            _named!.Add(entry.Bookmark.Name, entry);
        }
        else
        {
            _numbered!.Add(entry.Bookmark.Number, entry);
        }
    }

    private void Unlink(BookmarkEntry entry)
    {
        if (entry.PreviousInTable is { } previous)
        {
            previous.NextInTable = entry.NextInTable;
        }
        else
        {
            _first = entry.NextInTable;
        }

        if (entry.NextInTable is { } next)
        {
            next.PreviousInTable = entry.PreviousInTable;
        }
        else
        {
            _last = entry.PreviousInTable;
        }

        entry.NextInTable = null;
        entry.PreviousInTable = null;
        _count--;
        if (entry.Bookmark.Number == 0)
        {
            _named?.Remove(entry.Bookmark.Name);
        }
        else
        {
            _numbered?.Remove(entry.Bookmark.Number);
        }
    }
}
