using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Bookmarks;

/// <summary>Creates, initializes and deletes bookmark scopes for activities, and reports their ids to the host (rule 8.6).</summary>
internal sealed class BookmarkScopeManager(RunContext run, WorkQueue queue)
{
    private readonly List<Guid> _addedKeys = [];
    private readonly List<Guid> _removedKeys = [];

    /// <summary>The scopes of the instance; created on first use.</summary>
    public BookmarkScopes Scopes => run.State.Bookmarks.Scopes ??= new BookmarkScopes();

    public BookmarkScope Create(Guid id)
    {
        if (id == Guid.Empty)
        {
            return Scopes.CreateUninitialized().Scope;
        }

        ThrowUnlessKeysAreSupported();
        if (Scopes.Find(id) is { } known)
        {
            return known.Scope;
        }

        Note(_addedKeys, id);
        return Scopes.Create(id).Scope;
    }

    /// <summary>Assigns an id to a scope for an activity. The host is notified at the end of the item.</summary>
    public void Initialize(BookmarkScope scope, Guid id)
    {
        ThrowUnlessKeysAreSupported();
        ScopeTable table = Scopes.Get(scope);
        if (Scopes.Find(id) is not null)
        {
            throw new InvalidOperationException($"Another bookmark scope of this workflow instance has the id '{id}'; choose another id.");
        }

        Scopes.Identify(table, id);
        Note(_addedKeys, id);
    }

    public void Delete(BookmarkScope scope)
    {
        ScopeTable table = Scopes.Get(scope);
        if (ReferenceEquals(table, Scopes.Default))
        {
            throw new InvalidOperationException("The default bookmark scope of a workflow instance cannot be deleted; delete scopes that activities created.");
        }

        if (table.Entries.Count > 0)
        {
            throw new InvalidOperationException("The bookmark scope cannot be deleted while bookmarks are outstanding in it; remove or resume them first.");
        }

        Scopes.Delete(table);
        if (scope.IsInitialized)
        {
            Note(_removedKeys, scope.Id);
        }
    }

    /// <summary>Reports to the host the ids that were added and removed in the item that has ended.</summary>
    public void ReportKeys()
    {
        Guid[] added = [.. _addedKeys], removed = [.. _removedKeys];
        Reset();
        run.Host.ChangeKeys(added, removed);
    }

    /// <summary>Discards the changes of an instance that was aborted within an item.</summary>
    public void Reset()
    {
        _addedKeys.Clear();
        _removedKeys.Clear();
    }

    private void Note(List<Guid> keys, Guid id)
    {
        keys.Add(id);
        queue.Raise(Signals.Keys);
    }

    private void ThrowUnlessKeysAreSupported()
    {
        if (!run.Host.SupportsKeys)
        {
            throw new InvalidOperationException(
                "The host of this workflow does not find instances by the ids of their bookmark scopes, so a scope cannot have one; use scopes without ids.");
        }
    }
}
