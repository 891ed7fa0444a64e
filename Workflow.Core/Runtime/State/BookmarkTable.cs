namespace Workflow.Runtime.State;

/// <summary>
/// The outstanding bookmarks of one workflow instance. Few bookmarks are kept in a linked list, so that an idle instance needs no memory besides its bookmarks;
/// many bookmarks are kept in an index.
/// </summary>
/// <remarks>A mutable structure: it is stored in a field and modified in place.</remarks>
internal struct BookmarkTable
{
    /// <summary>The maximum number of bookmarks in the list. Up to this number, a linear search takes less time than hashing a name.</summary>
    private const int MostInList = 16;

    /// <summary>The first bookmark of the list, which is in the order of creation; null if there is none, and if there is an index.</summary>
    private BookmarkEntry? _first;

    /// <summary>The data that few instances need; null before the first use.</summary>
    private BookmarkTableRareState? _rareState;

    /// <summary>The number that was assigned last to a bookmark without a name.</summary>
    public long LastNumber;

    /// <summary>The bookmark scopes; null before the first use.</summary>
    public BookmarkScopes? Scopes
    {
        readonly get => _rareState?.Scopes;
        set => RareState.Scopes = value;
    }

    /// <summary>The bookmarks to resume when nothing else of the instance can run, in the order of the requests; null before the first request.</summary>
    public Queue<Bookmark>? WhenIdle
    {
        readonly get => _rareState?.WhenIdle;
        set => RareState.WhenIdle = value;
    }

    /// <summary>All bookmarks: those with a name, those without, and those in scopes.</summary>
    public readonly IEnumerable<BookmarkEntry> Outstanding =>
        _rareState is { } rareState ? (rareState.Index?.All ?? List).Concat(rareState.Scopes?.All.SelectMany(scope => scope.Entries.Values) ?? []) : List;

    public readonly int Count => (_rareState?.Index?.Count ?? CountList()) + (Scopes?.NamedCount ?? 0);

    /// <summary>The only bookmark; null if there are none or several, or if the instance has used scopes or other rare features.</summary>
    public readonly BookmarkEntry? Only => _first is { NextInTable: null } only && _rareState is null ? only : null;

    /// <summary>True if the table must be cleared before another instance uses it.</summary>
    public readonly bool IsUsed => _first is not null || _rareState is not null || LastNumber != 0;

    /// <summary>True if there is no bookmark outside scopes, and no bookmark without a name.</summary>
    public readonly bool IsUnscopedEmpty => _first is null && _rareState?.Index is not { Count: > 0 };

    private BookmarkTableRareState RareState => _rareState ??= new BookmarkTableRareState();

    /// <summary>The bookmarks of the list, those with a name first.</summary>
    private readonly IEnumerable<BookmarkEntry> List
    {
        get
        {
            for (BookmarkEntry? entry = _first; entry is not null; entry = entry.NextInTable)
            {
                if (entry.Bookmark.Number == 0)
                {
                    yield return entry;
                }
            }

            for (BookmarkEntry? entry = _first; entry is not null; entry = entry.NextInTable)
            {
                if (entry.Bookmark.Number != 0)
                {
                    yield return entry;
                }
            }
        }
    }

    public readonly BookmarkEntry? Find(string name)
    {
        if (_rareState?.Index is { } index)
        {
            return index.Find(name);
        }

        BookmarkEntry? entry = _first;
        while (entry is not null && (entry.Bookmark.Number != 0 || entry.Bookmark.Name != name))
        {
            entry = entry.NextInTable;
        }

        return entry;
    }

    /// <summary>
    /// Finds a bookmark by its object. A numbered bookmark is identified by its object, because other instances have bookmarks with the same number (rule 8.1).
    /// A loaded instance has a new object; a caller that kept the object from before the save finds the bookmark too.
    /// </summary>
    public readonly BookmarkEntry? Find(Bookmark bookmark) =>
        bookmark.Number == 0 ? Find(bookmark.Name)
        : Find(bookmark.Number) is { } entry && IsSame(entry.Bookmark, bookmark) ? entry : null;

    /// <summary>Adds a bookmark of a loaded instance; returns false if there already is a bookmark with its name or number.</summary>
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

    /// <summary>Adds a bookmark, to its scope if it has one. No bookmark with its name or number may exist.</summary>
    public void Add(BookmarkEntry entry)
    {
        if (entry.Bookmark.Number == 0 && (entry as ScopedEntry)?.Scope is { } scope)
        {
            scope.Entries.Add(entry.Bookmark.Name, entry);
            Scopes!.Add(entry);
        }
        else
        {
            AddUnscoped(entry);
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
            RemoveUnscoped(entry);
        }

        scoped?.Claims?.Release();
        entry.RemoveFromOwner();
    }

    private static bool IsSame(Bookmark outstanding, Bookmark asked) =>
        ReferenceEquals(outstanding, asked) || (asked is NumberedBookmark { SavedWith: { } saved } && saved == (outstanding as NumberedBookmark)?.SavedWith);

    private readonly int CountList()
    {
        int count = 0;
        for (BookmarkEntry? entry = _first; entry is not null; entry = entry.NextInTable)
        {
            count++;
        }

        return count;
    }

    private readonly BookmarkEntry? Find(long number)
    {
        if (_rareState?.Index is { } index)
        {
            return index.Find(number);
        }

        BookmarkEntry? entry = _first;
        while (entry is not null && entry.Bookmark.Number != number)
        {
            entry = entry.NextInTable;
        }

        return entry;
    }

    private void AddUnscoped(BookmarkEntry entry)
    {
        if (_rareState?.Index is { } index)
        {
            index.Add(entry);
            return;
        }

        int count = 0;
        BookmarkEntry? last = null;
        for (BookmarkEntry? at = _first; at is not null; at = at.NextInTable)
        {
            last = at;
            count++;
        }

        if (count == MostInList)
        {
            RareState.Index = new BookmarkIndex(List);
            RareState.Index.Add(entry);
            DropList();
        }
        else if (last is null)
        {
            _first = entry;
        }
        else
        {
            last.NextInTable = entry;
        }
    }

    private void RemoveUnscoped(BookmarkEntry entry)
    {
        if (_rareState?.Index is { } index)
        {
            index.Remove(entry.Bookmark);
            return;
        }

        if (ReferenceEquals(_first, entry))
        {
            _first = entry.NextInTable;
        }
        else
        {
            BookmarkEntry previous = _first!;
            while (!ReferenceEquals(previous.NextInTable, entry))
            {
                previous = previous.NextInTable!;
            }

            previous.NextInTable = entry.NextInTable;
        }

        entry.NextInTable = null;
    }

    /// <summary>
    /// Empties the list after its bookmarks have moved to the index. The links are cleared, because a link would keep a removed bookmark in memory.
    /// </summary>
    private void DropList()
    {
        while (_first is { } entry)
        {
            _first = entry.NextInTable;
            entry.NextInTable = null;
        }
    }
}
