namespace Workflow.Runtime.State;

/// <summary>The bookmark scopes of one workflow instance (rule 8.6).</summary>
internal sealed class BookmarkScopes
{
    private readonly Dictionary<Guid, ScopeTable> _initialized = [];

    /// <summary>By the number of their creation, so in its order.</summary>
    private readonly SortedDictionary<long, ScopeTable> _uninitialized = [];

    /// <summary>The named bookmarks in scopes by their objects, which say nothing of the scope.</summary>
    private readonly Dictionary<Bookmark, BookmarkEntry> _named = new(ReferenceEqualityComparer.Instance);

    /// <summary>Creates the scopes of a new instance: the default one.</summary>
    public BookmarkScopes() => Default = CreateUninitialized();

    /// <summary>Takes back the scopes of a loaded instance: the default one, those without an id in the order of their creation, and those with one.</summary>
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

    /// <summary>Counts those that were created without an id.</summary>
    public long LastTemporaryId { get; private set; }

    /// <summary>The scope that every instance has, and the first that an unknown id is tried with.</summary>
    public ScopeTable Default { get; }

    /// <summary>Those without an id, in the order of their creation.</summary>
    public IEnumerable<ScopeTable> Uninitialized => _uninitialized.Values;

    public IEnumerable<ScopeTable> All => _uninitialized.Values.Concat(_initialized.Values);

    /// <summary>How many named bookmarks are outstanding in all scopes.</summary>
    public int NamedCount => _named.Count;

    /// <summary>Notes a named bookmark in a scope.</summary>
    public void Add(BookmarkEntry entry) => _named.Add(entry.Bookmark, entry);

    public void Remove(BookmarkEntry entry) => _named.Remove(entry.Bookmark);

    /// <summary>The named bookmark in a scope that has this very object; null for none.</summary>
    public BookmarkEntry? FindNamed(Bookmark bookmark) => _named.GetValueOrDefault(bookmark);

    /// <summary>The scope that is meant by an object; null when this instance has none such.</summary>
    public ScopeTable? Find(BookmarkScope scope) =>
        scope.IsDefault ? Default
        : scope.IsInitialized ? Find(scope.Id)
        : _uninitialized.TryGetValue(scope.TemporaryId, out ScopeTable? table) && ReferenceEquals(table.Scope, scope) ? table : null;

    /// <summary>The scope with the id; null when there is none.</summary>
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

    /// <summary>A scope gets its id. When a resumption brings it, the host that resumes knows it already.</summary>
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
