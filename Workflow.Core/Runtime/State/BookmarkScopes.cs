namespace Workflow.Runtime.State;

/// <summary>The bookmark scopes of one workflow instance (rule 8.6).</summary>
internal sealed class BookmarkScopes
{
    private readonly Dictionary<Guid, ScopeTable> _initialized = [];

    /// <summary>The scopes without an id, by their temporary ids, and so in the order of their creation.</summary>
    private readonly SortedDictionary<long, ScopeTable> _uninitialized = [];

    /// <summary>The named bookmarks in scopes by their objects, because a bookmark object does not identify its scope.</summary>
    private readonly Dictionary<Bookmark, BookmarkEntry> _named = new(ReferenceEqualityComparer.Instance);

    /// <summary>Creates the scopes of a new instance: the default scope only.</summary>
    public BookmarkScopes() => Default = CreateUninitialized();

    /// <summary>
    /// Restores the scopes of a loaded instance: the default scope, those without an id in the order of their creation, and those with an id.
    /// </summary>
    public BookmarkScopes(long lastTemporaryId, IReadOnlyList<ScopeTable> tables, int defaultTable)
    {
        LastTemporaryId = lastTemporaryId;
        Default = tables[defaultTable];
        foreach (ScopeTable table in tables)
        {
            if (table.Scope.IsInitialized)
            {
                _initialized.Add(table.Scope.Id, table);
            }
            else
            {
                _uninitialized.Add(table.Scope.TemporaryId, table);
            }
        }
    }

    /// <summary>The temporary id that was assigned last. It counts the scopes that were created without an id.</summary>
    public long LastTemporaryId { get; private set; }

    /// <summary>The scope that every instance has. An unknown id is tried with this scope first.</summary>
    public ScopeTable Default { get; }

    /// <summary>The scopes without an id, in the order of their creation.</summary>
    public IEnumerable<ScopeTable> Uninitialized => _uninitialized.Values;

    public IEnumerable<ScopeTable> All => _uninitialized.Values.Concat(_initialized.Values);

    /// <summary>The number of named bookmarks that are outstanding in all scopes.</summary>
    public int NamedCount => _named.Count;

    /// <summary>Registers a named bookmark in a scope.</summary>
    public void Add(BookmarkEntry entry) => _named.Add(entry.Bookmark, entry);

    public void Remove(BookmarkEntry entry) => _named.Remove(entry.Bookmark);

    /// <summary>Returns the named bookmark in a scope that has exactly this object; null if there is none.</summary>
    public BookmarkEntry? FindNamed(Bookmark bookmark) => _named.GetValueOrDefault(bookmark);

    /// <summary>Returns the scope that the object stands for; null if this instance does not have the scope.</summary>
    public ScopeTable? Find(BookmarkScope scope) =>
        scope.IsDefault ? Default
        : scope.IsInitialized ? Find(scope.Id)
        : _uninitialized.TryGetValue(scope.TemporaryId, out ScopeTable? table) && ReferenceEquals(table.Scope, scope) ? table : null;

    /// <summary>Returns the scope with the id; null if there is none.</summary>
    public ScopeTable? Find(Guid id) => _initialized.GetValueOrDefault(id);

    public ScopeTable Get(BookmarkScope scope) => Find(scope) ?? throw new InvalidOperationException(
        "The bookmark scope is not one of this workflow instance, or was deleted; create one with a 'BookmarkScopeHandle', or use 'DefaultBookmarkScope'.");

    public ScopeTable CreateUninitialized()
    {
        ScopeTable table = new(new BookmarkScope(++LastTemporaryId));
        _uninitialized.Add(table.Scope.TemporaryId, table);
        return table;
    }

    public ScopeTable Create(Guid id)
    {
        ScopeTable table = new(new BookmarkScope(id));
        _initialized.Add(id, table);
        return table;
    }

    /// <summary>Assigns an id to a scope. Does not notify the host: a host that supplies the id with a resumption already knows it.</summary>
    public void Identify(ScopeTable table, Guid id)
    {
        _uninitialized.Remove(table.Scope.TemporaryId);
        table.Scope.SetId(id);
        _initialized.Add(id, table);
    }

    public void Delete(ScopeTable table)
    {
        if (table.Scope.IsInitialized)
        {
            _initialized.Remove(table.Scope.Id);
        }
        else
        {
            _uninitialized.Remove(table.Scope.TemporaryId);
        }
    }
}
