using Workflow.Definition;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Bookmarks;

/// <summary>Creates, removes and resumes bookmarks (rule 8).</summary>
internal sealed class BookmarkManager(RunContext run, WorkQueue queue, BookmarkScopeManager scopes)
{
    private const BookmarkOptions AllOptions = BookmarkOptions.MultipleResume | BookmarkOptions.NonBlocking;

    private ref BookmarkTable Table => ref run.State.Bookmarks;

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
        ref BookmarkTable table = ref Table;
        ScopeTable? inScope = scope is null ? null : scopes.Scopes.Get(scope);
        if (name.Length > 0 && (inScope is null ? table.Find(name) is not null : inScope.Entries.ContainsKey(name)))
        {
            throw new InvalidOperationException($"The workflow has a bookmark '{name}' already; resume or remove it first, or choose another name.");
        }

        // After all checks, because a new bookmark consumes a number and is counted with its owner.
        Bookmark bookmark = name.Length == 0 ? new NumberedBookmark(++table.LastNumber) : new Bookmark(name);
        ExclusiveClaims? claims = run.State.HasExclusiveHandles ? Claim(owner, inScope) : null;
        table.Add(inScope is null && claims is null
            ? new BookmarkEntry(bookmark, owner, callback, options)
            : new ScopedEntry(bookmark, owner, callback, options, inScope, claims));
        return bookmark;
    }

    /// <summary>Removes a bookmark by its object: a bookmark in a scope if the owner created it, otherwise a bookmark outside scopes.</summary>
    public bool Remove(Frame owner, Bookmark bookmark) =>
        Remove(owner, Table.Scopes?.FindNamed(bookmark) is { } scoped && ReferenceEquals(scoped.Owner, owner) ? scoped : Table.Find(bookmark));

    public bool Remove(Frame owner, string name, BookmarkScope? scope) =>
        Remove(owner, scope is null ? Table.Find(name) : Table.Scopes?.Find(scope)?.Entries.GetValueOrDefault(name));

    public void RemoveAll(Frame owner)
    {
        while (owner.Bookmarks is { } entry)
        {
            Table.Remove(entry);
        }
    }

    /// <summary>Returns the exception for a bookmark that cannot be resumed with the value; null if it can be (rule 8.9).</summary>
    public static BookmarkValueException? Refusal(BookmarkEntry entry, object? value)
    {
        bool isTyped = (entry.Owner.Plan.Flags & PlanFlags.HasTypedBookmarks) != 0 && entry.Bookmark.Number == 0;
        if (!isTyped || entry.Owner.Activity.ResumedWith is not { } type)
        {
            return null;
        }

        bool fits = value is null ? !type.IsValueType || Nullable.GetUnderlyingType(type) is not null : type.IsInstanceOfType(value);
        return fits ? null : new BookmarkValueException(entry.Bookmark.Name, entry.Owner.Activity.DisplayName, type, value);
    }

    /// <summary>Resumes a bookmark outside scopes.</summary>
    public BookmarkResumptionResult Resume(Bookmark bookmark, object? value) =>
        Table.Find(bookmark) is { } entry ? Accept(entry, value) : BookmarkResumptionResult.NotFound;

    /// <summary>Resumes a bookmark outside scopes, in an instance without an executor.</summary>
    /// <param name="state">The instance.</param>
    /// <param name="bookmark">The bookmark.</param>
    /// <param name="value">The value for the callback.</param>
    /// <param name="resumption">The resumption that the caller queues when an executor is attached; null if the bookmark was not resumed.</param>
    public static BookmarkResumptionResult Resume(InstanceState state, Bookmark bookmark, object? value, out Resumption? resumption)
    {
        resumption = null;
        if (state.Bookmarks.Find(bookmark) is not { } entry)
        {
            return BookmarkResumptionResult.NotFound;
        }

        if (state.IsExcluded(entry.Owner))
        {
            return BookmarkResumptionResult.NotReady;
        }

        resumption = Take(state, entry, value);
        resumption.Owner = entry.Owner;
        return BookmarkResumptionResult.Success;
    }

    /// <summary>Requests the resumption of a bookmark when nothing else of the instance can run.</summary>
    public void ResumeWhenIdle(Bookmark bookmark) => (Table.WhenIdle ??= []).Enqueue(bookmark);

    /// <summary>
    /// Resumes the next bookmark that waits for an empty queue; returns false if there is none. A bookmark that has been removed is dropped. A bookmark outside
    /// an open transaction continues to wait.
    /// </summary>
    public bool ResumeIdle()
    {
        Queue<Bookmark>? waiting = Table.WhenIdle;
        for (int left = waiting?.Count ?? 0; left > 0; left--)
        {
            Bookmark bookmark = waiting!.Dequeue();
            switch (Resume(bookmark, null))
            {
                case BookmarkResumptionResult.Success:
                    return true;
                case BookmarkResumptionResult.NotReady:
                    waiting.Enqueue(bookmark);
                    break;
            }
        }

        return false;
    }

    /// <summary>
    /// Resumes a bookmark for a host that knows the id of its scope; an empty id stands for the default scope (rules 8.4 and 8.6). An id that no scope has is
    /// tried with the scopes without an id, in the order of their creation; the scope that has the bookmark gets the id.
    /// </summary>
    public BookmarkResumptionResult Resume(string name, Guid scopeId, object? value)
    {
        BookmarkScopes all = scopes.Scopes;
        if (all.Find(new BookmarkScope(scopeId)) is { } known)
        {
            return ResumeIn(known, name, value);
        }

        BookmarkResumptionResult result = BookmarkResumptionResult.NotFound;
        foreach (ScopeTable candidate in all.Uninitialized)
        {
            switch (ResumeIn(candidate, name, value))
            {
                case BookmarkResumptionResult.Success:
                    all.Identify(candidate, scopeId);
                    return BookmarkResumptionResult.Success;
                case BookmarkResumptionResult.NotReady:
                    result = BookmarkResumptionResult.NotReady;
                    break;
            }
        }

        return result;
    }

    /// <summary>Runs the item of a resumption.</summary>
    public static void Run(Frame owner, Resumption resumption)
    {
        // Before the callback, so that from then on only work that the callback schedules or waits for keeps the owner from completing.
        owner.PendingWork--;
        if (resumption.Callback is { } callback)
        {
            NativeActivityContext context = owner.OpenNativeContext();
            callback(context, resumption.Bookmark, resumption.Value);
            owner.CloseNativeContext();
        }
    }

    private BookmarkResumptionResult ResumeIn(ScopeTable scope, string name, object? value)
    {
        if (!scope.Entries.TryGetValue(name, out BookmarkEntry? entry))
        {
            return IsStable(scope) ? BookmarkResumptionResult.NotFound : BookmarkResumptionResult.NotReady;
        }

        return ((ScopedEntry)entry).Claims is { IsHeldBack: true } ? BookmarkResumptionResult.NotReady : Accept(entry, value);
    }

    /// <summary>Returns true if nothing outside the scope can still create the bookmark (rule 8.4).</summary>
    private bool IsStable(ScopeTable scope) =>
        Table.IsUnscopedEmpty && run.State.OutstandingOperations == 0 && scopes.Scopes.NamedCount == scope.Entries.Count;

    /// <summary>Adds the callback to the back of the queue (rule 8.3).</summary>
    private BookmarkResumptionResult Accept(BookmarkEntry entry, object? value)
    {
        if (run.State.IsExcluded(entry.Owner))
        {
            return BookmarkResumptionResult.NotReady;
        }

        // Queued before it is reported. The record is delivered at the next item boundary, before the callback runs.
        queue.PushBack(new WorkItem(WorkKind.Resume, entry.Owner, Take(run.State, entry, value)));
        run.Reporter?.Activities.Resumed(entry.Owner, entry.Bookmark, (entry as ScopedEntry)?.Scope?.Scope.Id ?? Guid.Empty, value);
        return BookmarkResumptionResult.Success;
    }

    /// <summary>Creates the resumption of a bookmark, in a scope or not. From then on its owner waits for the callback instead of the bookmark.</summary>
    /// <exception cref="BookmarkValueException">The value does not fit.</exception>
    private static Resumption Take(InstanceState state, BookmarkEntry entry, object? value)
    {
        if ((entry.Owner.Plan.Flags & PlanFlags.HasTypedBookmarks) != 0 && Refusal(entry, value) is { } refusal)
        {
            throw refusal;
        }

        if ((entry.Options & BookmarkOptions.MultipleResume) == 0)
        {
            // Before the callback runs, because a second resumption must not find the bookmark (rule 8.2).
            state.Bookmarks.Remove(entry);
        }

        // Replaces the count of the bookmark, so that the owner cannot complete before the callback has run.
        entry.Owner.PendingWork++;
        return new Resumption(entry.Bookmark, entry.Callback, value);
    }

    private ExclusiveClaims Claim(Frame owner, ScopeTable? scope) => new(
        PropertyTable.ExclusiveHandlesAround(owner), ReferenceEquals(scope, Table.Scopes?.Default) ? null : scope?.Scope);

    private bool Remove(Frame owner, BookmarkEntry? entry)
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

        Table.Remove(entry);
        return true;
    }
}
