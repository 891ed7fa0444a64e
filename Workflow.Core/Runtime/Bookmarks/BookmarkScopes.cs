using Workflow.Runtime.Execution;
using Workflow.Runtime.Scheduling;

namespace Workflow.Runtime.Bookmarks;

/// <summary>The bookmark scopes of one workflow instance (rule 8.6); made when the first one is asked for.</summary>
internal sealed class BookmarkScopes
{
    private readonly RunContext _run;
    private readonly WorkQueue _queue;
    private readonly Dictionary<Guid, ScopeTable> _initialized = [];

    /// <summary>By the number of their creation, so in its order.</summary>
    private readonly SortedDictionary<long, ScopeTable> _uninitialized = [];

    /// <summary>The named bookmarks in scopes by their objects, which say nothing of the scope.</summary>
    private readonly Dictionary<Bookmark, BookmarkEntry> _named = new(ReferenceEqualityComparer.Instance);
    private readonly List<Guid> _addedKeys = [];
    private readonly List<Guid> _removedKeys = [];
    private long _lastTemporaryId;

    public BookmarkScopes(RunContext run, WorkQueue queue)
    {
        _run = run;
        _queue = queue;
        Default = AddUninitialized();
    }

    /// <summary>Takes back the scopes of a loaded instance: the default one, those without an id in the order of their creation, and those with one.</summary>
    public BookmarkScopes(RunContext run, WorkQueue queue, long lastTemporaryId, IReadOnlyList<ScopeTable> tables, int defaultTable)
    {
        _run = run;
        _queue = queue;
        _lastTemporaryId = lastTemporaryId;
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
    public long LastTemporaryId => _lastTemporaryId;

    /// <summary>The scope that every instance has, and the first that an unknown id is tried with.</summary>
    public ScopeTable Default { get; }

    /// <summary>Those without an id, in the order of their creation.</summary>
    public IEnumerable<ScopeTable> Uninitialized => _uninitialized.Values;

    public IEnumerable<ScopeTable> All => _uninitialized.Values.Concat(_initialized.Values);

    /// <summary>How many named bookmarks are outstanding in all scopes.</summary>
    public int NamedCount => _named.Count;

    /// <summary>Notes a named bookmark in a scope; false when its object stands for another one already.</summary>
    public bool Add(BookmarkEntry entry) => _named.TryAdd(entry.Bookmark, entry);

    public void Remove(BookmarkEntry entry) => _named.Remove(entry.Bookmark);

    /// <summary>The named bookmark in a scope that has this very object; null for none.</summary>
    public BookmarkEntry? FindNamed(Bookmark bookmark) => _named.GetValueOrDefault(bookmark);

    /// <summary>The scope that is meant by an object; null when this instance has none such.</summary>
    public ScopeTable? Find(BookmarkScope scope) =>
        scope.IsDefault ? Default
        : scope.IsInitialized ? _initialized.GetValueOrDefault(scope.Id)
        : _uninitialized.TryGetValue(scope.TemporaryId, out ScopeTable? table) && ReferenceEquals(table.Scope, scope) ? table : null;

    public ScopeTable Get(BookmarkScope scope) => Find(scope) ?? throw new InvalidOperationException(
        "The bookmark scope is not one of this workflow instance, or was deleted; create one with a 'BookmarkScopeHandle', or use 'DefaultBookmarkScope'.");

    public BookmarkScope Create(Guid id)
    {
        if (id == Guid.Empty)
        {
            return AddUninitialized().Scope;
        }

        ThrowUnlessKeysAreSupported();
        if (_initialized.TryGetValue(id, out ScopeTable? known))
        {
            return known.Scope;
        }

        ScopeTable table = new(new BookmarkScope(id));
        _initialized.Add(id, table);
        Note(_addedKeys, id);
        return table.Scope;
    }

    /// <summary>An activity gives a scope its id.</summary>
    public void Initialize(BookmarkScope scope, Guid id)
    {
        ThrowUnlessKeysAreSupported();
        ScopeTable table = Get(scope);
        if (_initialized.ContainsKey(id))
        {
            throw new InvalidOperationException($"Another bookmark scope of this workflow instance has the id '{id}'; choose another id.");
        }

        Identify(table, id);
        Note(_addedKeys, id);
    }

    /// <summary>A scope gets its id. When a resumption brings it, the host that resumes knows it already.</summary>
    public void Identify(ScopeTable table, Guid id)
    {
        _uninitialized.Remove(table.Scope.TemporaryId);
        table.Scope.SetId(id);
        _initialized.Add(id, table);
    }

    public void Delete(BookmarkScope scope)
    {
        ScopeTable table = Get(scope);
        if (ReferenceEquals(table, Default))
        {
            throw new InvalidOperationException("The default bookmark scope of a workflow instance cannot be deleted; delete scopes that activities created.");
        }

        if (table.Entries.Count > 0)
        {
            throw new InvalidOperationException("The bookmark scope cannot be deleted while bookmarks are outstanding in it; remove or resume them first.");
        }

        if (table.Scope.IsInitialized)
        {
            _initialized.Remove(scope.Id);
            Note(_removedKeys, scope.Id);
        }
        else
        {
            _uninitialized.Remove(scope.TemporaryId);
        }
    }

    /// <summary>Tells the host what changed in the item that has ended.</summary>
    public void TellHost()
    {
        Guid[] added = [.. _addedKeys], removed = [.. _removedKeys];
        _addedKeys.Clear();
        _removedKeys.Clear();
        _run.Host.ChangeKeys(added, removed);
    }

    private ScopeTable AddUninitialized()
    {
        ScopeTable table = new(new BookmarkScope(++_lastTemporaryId));
        _uninitialized.Add(table.Scope.TemporaryId, table);
        return table;
    }

    private void Note(List<Guid> keys, Guid id)
    {
        keys.Add(id);
        _queue.Raise(Signals.Keys);
    }

    private void ThrowUnlessKeysAreSupported()
    {
        if (!_run.Host.SupportsKeys)
        {
            throw new InvalidOperationException(
                "The host of this workflow does not find instances by the ids of their bookmark scopes, so a scope cannot have one; use scopes without ids.");
        }
    }
}
