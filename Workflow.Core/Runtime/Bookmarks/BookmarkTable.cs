using System.Runtime.InteropServices;
using Workflow.Definition;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;

namespace Workflow.Runtime.Bookmarks;

/// <summary>The outstanding bookmarks of one execution (rule 8).</summary>
internal sealed class BookmarkTable(RunContext run, WorkQueue queue)
{
    private const BookmarkOptions AllOptions = BookmarkOptions.MultipleResume | BookmarkOptions.NonBlocking;

    /// <summary>How many bookmarks a table stays ready for; clearing one that was larger once would cost every later instance its size.</summary>
    private const int KeptCapacity = 64;

    private readonly Dictionary<string, BookmarkEntry> _named = new(StringComparer.Ordinal);
    private readonly Dictionary<long, BookmarkEntry> _numbered = [];
    private BookmarkScopes? _scopes;
    private IdleResumptions? _whenIdle;
    private long _last;
    private bool _isUsed;

    public BookmarkScopes Scopes
    {
        get
        {
            _isUsed = true;
            return _scopes ??= new BookmarkScopes(run, queue);
        }
    }

    /// <summary>All of them, those outside scopes first.</summary>
    public IEnumerable<BookmarkEntry> Outstanding =>
        _named.Values.Concat(_numbered.Values).Concat(_scopes?.All.SelectMany(scope => scope.Entries.Values) ?? []);

    public int Count => _named.Count + _numbered.Count + (_scopes?.NamedCount ?? 0);

    /// <summary>What waits to be resumed until nothing else can run, in its order.</summary>
    public IReadOnlyCollection<Bookmark> WhenIdle => _whenIdle?.Waiting ?? [];

    /// <summary>The number of the bookmark numbered last.</summary>
    public long LastNumber => _last;

    /// <summary>What there is, is known to the owners too: outside scopes, under no exclusive handle.</summary>
    public bool IsPlain => _scopes is null && run.State.ExclusiveHandles == 0;

    /// <summary>The scopes, if there are any yet.</summary>
    public BookmarkScopes? KnownScopes => _scopes;

    private bool IsUnscopedEmpty => _named.Count + _numbered.Count == 0;

    /// <summary>Makes the table ready for another instance.</summary>
    public void Reset()
    {
        if (!_isUsed)
        {
            return;
        }

        _isUsed = false;
        Clear(_named);
        Clear(_numbered);
        _scopes = null;
        _whenIdle = null;
        _last = 0;
    }

    /// <summary>Takes over the plain bookmarks of an instance.</summary>
    public void Adopt(Frame owner)
    {
        _isUsed = true;
        for (BookmarkEntry? entry = owner.Bookmarks; entry is not null; entry = entry.NextOfOwner)
        {
            if (entry.Bookmark.Number == 0)
            {
                _named.Add(entry.Bookmark.Name, entry);
            }
            else
            {
                _numbered.Add(entry.Bookmark.Number, entry);
            }
        }
    }

    /// <summary>Goes on numbering behind the last number of the instance that is taken over.</summary>
    public void ContinueAfter(long lastNumber)
    {
        _isUsed |= lastNumber != 0;
        _last = lastNumber;
    }

    /// <summary>Makes the scopes of a loaded instance, to be adopted.</summary>
    public BookmarkScopes Restore(long lastTemporaryId, IReadOnlyList<ScopeTable> tables, int defaultTable) =>
        new(run, queue, lastTemporaryId, tables, defaultTable);

    /// <summary>Takes back the scopes of a loaded instance; null: it has none yet.</summary>
    public void Adopt(BookmarkScopes? scopes)
    {
        _isUsed = true;
        _scopes = scopes;
    }

    /// <summary>Takes a bookmark of a loaded instance; false when there is one of its name.</summary>
    public bool Add(BookmarkEntry entry)
    {
        ScopeTable? scope = (entry as ScopedEntry)?.Scope;
        bool isNew = entry.Bookmark.Number != 0
            ? _numbered.TryAdd(entry.Bookmark.Number, entry)
            : scope is null ? _named.TryAdd(entry.Bookmark.Name, entry)
            : scope.Entries.TryAdd(entry.Bookmark.Name, entry) && _scopes!.Add(entry);
        if (isNew)
        {
            entry.Hang();
        }

        return isNew;
    }

    public Bookmark Create(Frame owner, string name, BookmarkCallback? callback, BookmarkOptions options, BookmarkScope? scope = null)
    {
        if ((options & ~AllOptions) != 0)
        {
            throw new System.ComponentModel.InvalidEnumArgumentException(nameof(options), (int)options, typeof(BookmarkOptions));
        }

        if ((owner.Plan.Flags & PlanFlags.InducesIdle) == 0)
        {
            throw new InvalidOperationException(
                $"'{owner.Activity.DisplayName}' created a bookmark but does not declare that it can wait; override CanInduceIdle to return true.");
        }

        Callbacks.Validate(owner, callback);
        _isUsed = true;
        ScopeTable? table = scope is null ? null : Scopes.Get(scope);
        if (name.Length == 0)
        {
            Bookmark numbered = new(name, ++_last);
            _numbered.Add(numbered.Number, Enter(numbered, owner, callback, options, table));
            return numbered;
        }

        ref BookmarkEntry? place = ref CollectionsMarshal.GetValueRefOrAddDefault(table?.Entries ?? _named, name, out bool isTaken);
        if (isTaken)
        {
            throw new InvalidOperationException($"The workflow has a bookmark '{name}' already; resume or remove it first, or choose another name.");
        }

        place = Enter(new Bookmark(name), owner, callback, options, table);
        if (table is not null)
        {
            _scopes!.Add(place);
        }

        return place.Bookmark;
    }

    /// <summary>Removes a bookmark by its object, which may be in a scope if it is the owner's; else by its name outside scopes.</summary>
    public bool Remove(Frame owner, Bookmark bookmark) =>
        RemoveOf(owner, _scopes?.FindNamed(bookmark) is { } scoped && ReferenceEquals(scoped.Owner, owner) ? scoped : Find(bookmark));

    public bool Remove(Frame owner, string name, BookmarkScope? scope) =>
        RemoveOf(owner, (scope is null ? _named : _scopes?.Find(scope)?.Entries)?.GetValueOrDefault(name));

    public void RemoveAll(Frame owner)
    {
        while (owner.Bookmarks is { } entry)
        {
            Remove(entry);
        }
    }

    /// <summary>Resumes a bookmark outside scopes.</summary>
    public BookmarkResumptionResult Resume(Bookmark bookmark, object? value) =>
        Find(bookmark) is { } entry ? Accept(entry, value) : BookmarkResumptionResult.NotFound;

    /// <summary>Has a bookmark resumed when nothing else of the instance can run.</summary>
    public void ResumeWhenIdle(Bookmark bookmark)
    {
        _isUsed = true;
        (_whenIdle ??= new IdleResumptions(this)).Add(bookmark);
    }

    /// <summary>Nothing is queued: resumes the next bookmark that waited for that; false when there is none.</summary>
    public bool ResumeIdle() => _whenIdle?.ResumeNext() == true;

    /// <summary>
    /// Resumes a bookmark for a host that knows the id of its scope, empty for the default one (rules 8.4 and 8.6). An id that no
    /// scope has is tried with those without one, in the order of their creation; the one that has the bookmark gets the id.
    /// </summary>
    public BookmarkResumptionResult Resume(string name, Guid scopeId, object? value)
    {
        if (Scopes.Find(new BookmarkScope(scopeId)) is { } known)
        {
            return ResumeIn(known, name, value);
        }

        BookmarkResumptionResult result = BookmarkResumptionResult.NotFound;
        foreach (ScopeTable candidate in Scopes.Uninitialized)
        {
            switch (ResumeIn(candidate, name, value))
            {
                case BookmarkResumptionResult.Success:
                    Scopes.Identify(candidate, scopeId);
                    return BookmarkResumptionResult.Success;
                case BookmarkResumptionResult.NotReady:
                    result = BookmarkResumptionResult.NotReady;
                    break;
            }
        }

        return result;
    }

    /// <summary>The turn of a resumption.</summary>
    public void Run(Frame owner, Resumption resumption)
    {
        owner.Holds--;
        if (resumption.Callback is { } callback)
        {
            NativeActivityContext context = owner.OpenNativeContext(run.Port);
            callback(context, resumption.Bookmark, resumption.Value);
            owner.CloseNativeContext();
        }
    }

    /// <summary>
    /// A numbered bookmark is known by its object: another instance has one of the same number (rule 8.1). In a loaded instance another object stands for it,
    /// and whoever kept the one from before the save means that.
    /// </summary>
    private BookmarkEntry? Find(Bookmark bookmark) =>
        bookmark.Number == 0 ? _named.GetValueOrDefault(bookmark.Name)
        : _numbered.TryGetValue(bookmark.Number, out BookmarkEntry? entry) && IsSame(entry.Bookmark, bookmark) ? entry : null;

    private static bool IsSame(Bookmark outstanding, Bookmark asked) =>
        ReferenceEquals(outstanding, asked) || (asked.SavedWith is { } saved && saved == outstanding.SavedWith);

    /// <summary>Whether somebody who resumes a bookmark outside scopes means this one.</summary>
    public static bool Matches(BookmarkEntry entry, Bookmark asked) =>
        entry.Bookmark.Number == asked.Number
        && (asked.Number == 0 ? string.Equals(entry.Bookmark.Name, asked.Name, StringComparison.Ordinal) : IsSame(entry.Bookmark, asked));

    private BookmarkResumptionResult ResumeIn(ScopeTable scope, string name, object? value)
    {
        if (!scope.Entries.TryGetValue(name, out BookmarkEntry? entry))
        {
            return IsStable(scope) ? BookmarkResumptionResult.NotFound : BookmarkResumptionResult.NotReady;
        }

        return ((ScopedEntry)entry).Claims is { IsHeldBack: true } ? BookmarkResumptionResult.NotReady : Accept(entry, value);
    }

    /// <summary>Nothing outside the scope goes on that could yet create the bookmark (rule 8.4).</summary>
    private bool IsStable(ScopeTable scope) =>
        IsUnscopedEmpty && run.State.OutstandingOperations == 0 && Scopes.NamedCount == scope.Entries.Count;

    /// <summary>Queues the callback behind everything else (rule 8.3): the one way of a resumption to its owner, in a scope or not.</summary>
    private BookmarkResumptionResult Accept(BookmarkEntry entry, object? value)
    {
        if (run.State.IsExcluded(entry.Owner))
        {
            return BookmarkResumptionResult.NotReady;
        }

        if ((entry.Options & BookmarkOptions.MultipleResume) == 0)
        {
            Remove(entry);
        }

        entry.Owner.Holds++;
        queue.PushBack(new WorkItem(WorkKind.Resume, entry.Owner, new Resumption(entry.Bookmark, entry.Callback, value)));
        run.Reporter?.Activities.Resumed(entry.Owner, entry.Bookmark, (entry as ScopedEntry)?.Scope?.Scope.Id ?? Guid.Empty, value);
        return BookmarkResumptionResult.Success;
    }

    private BookmarkEntry Enter(Bookmark bookmark, Frame owner, BookmarkCallback? callback, BookmarkOptions options, ScopeTable? scope)
    {
        ExclusiveClaims? claims = run.State.ExclusiveHandles > 0 ? Claim(owner, scope) : null;
        BookmarkEntry entry = scope is null && claims is null
            ? new BookmarkEntry(bookmark, owner, callback, options)
            : new ScopedEntry(bookmark, owner, callback, options, scope, claims);
        entry.Hang();
        return entry;
    }

    private ExclusiveClaims Claim(Frame owner, ScopeTable? scope) => new(
        PropertyTable.ExclusiveHandlesAround(owner), ReferenceEquals(scope, _scopes?.Default) ? null : scope?.Scope);

    private bool RemoveOf(Frame owner, BookmarkEntry? entry)
    {
        if (entry is null)
        {
            return false;
        }

        if (!ReferenceEquals(entry.Owner, owner))
        {
            throw new InvalidOperationException(
                $"The bookmark '{entry.Bookmark}' belongs to '{entry.Owner.Activity.DisplayName}'; only the instance that created it may remove it.");
        }

        Remove(entry);
        return true;
    }

    private void Remove(BookmarkEntry entry)
    {
        ScopedEntry? scoped = entry as ScopedEntry;
        if (entry.Bookmark.Number != 0)
        {
            _numbered.Remove(entry.Bookmark.Number);
        }
        else if (scoped?.Scope is { } scope)
        {
            scope.Entries.Remove(entry.Bookmark.Name);
            _scopes!.Remove(entry);
        }
        else
        {
            _named.Remove(entry.Bookmark.Name);
        }

        scoped?.Claims?.Release();
        entry.TakeOff();
    }

    private static void Clear<T>(Dictionary<T, BookmarkEntry> entries)
        where T : notnull
    {
        entries.Clear();
        if (entries.Capacity > KeptCapacity)
        {
            entries.TrimExcess();
        }
    }
}
