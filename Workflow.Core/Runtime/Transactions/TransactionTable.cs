using System.Diagnostics;
using System.Runtime.ExceptionServices;
using System.Transactions;
using Workflow.Foundation;
using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Transactions;

/// <summary>The transaction of one workflow instance, and the requests for one (rule 10). There is at most one transaction at a time.</summary>
internal sealed class TransactionTable(RunContext run, WorkQueue queue, NoPersistZones noPersist, BookmarkManager bookmarks, TerminationRequests ends)
{
    /// <summary>The transaction in which the host saves the instance now; null if there is none.</summary>
    private RuntimeTransaction? _saving;

    private RuntimeTransaction? Active => run.State.Transaction;

    private List<ContextRequest> Requests => run.State.Scopes.TransactionRequests;

    /// <summary>The ambient transaction of the host as a property of the root; null if there is none (rule 10.6).</summary>
    public RuntimeTransactionHandle? Root =>
        run.State.Scopes.Ambient ??= Active is null && run.Host.AmbientTransaction is { } ambient ? new RuntimeTransactionHandle(ambient) : null;

    public bool Exists => Active is not null || Root is not null;

    public void Request(ContextRequest request)
    {
        Frame requester = request.Requester;
        Callbacks.Validate(requester, request.Callback);
        if (Exists)
        {
            throw new InvalidOperationException($"'{requester.Activity.DisplayName}' requests a transaction, but the workflow has one already; join that one.");
        }

        if (NoPersistZones.Holds(requester))
        {
            throw new InvalidOperationException(
                $"'{requester.Activity.DisplayName}' requests a transaction inside a no-persist zone, where none can begin; move it out of the zone.");
        }

        if (request.IsRequired)
        {
            if (Requests.Exists(other => other.IsRequired && !other.IsObsolete))
            {
                throw new InvalidOperationException(
                    $"'{requester.Activity.DisplayName}' requires a transaction while another activity waits for the one it requires; only one may wait.");
            }

            // Counted until it is granted: an instance that waits for a required transaction is not saved (rule 10.1).
            noPersist.Enter();
            Requests.Insert(0, request);
            requester.PendingWork++;
            run.State.HasIdleWork = true;
        }
        else
        {
            run.State.AddTransactionRequest(request);
        }
    }

    /// <summary>True while the host saves the instance in its transaction and commits the transaction.</summary>
    public bool IsSaving => _saving is not null;

    /// <summary>Grants the next request if the idle instance can be saved. Returns false if there is none, or if the host must prepare first.</summary>
    public bool Grant()
    {
        while (Requests.Count > 0 && Requests[0].IsObsolete)
        {
            Take();
        }

        if (Active is not null || Requests.Count == 0 || run.State.NoPersistCount != (Requests[0].IsRequired ? 1 : 0))
        {
            return false;
        }

        if (!IsPrepared(Requests[0]))
        {
            return false;
        }

        // The host must not save the instance before the callback. If the requester is torn down first, the zone ends with it.
        noPersist.Enter(Requests[0].Requester);
        ContextRequest request = Take();
        queue.PushFront(new WorkItem(WorkKind.Transaction, request.Requester, request));
        return true;
    }

    /// <summary>Calls the callback of a request that was granted.</summary>
    public void Run(ContextRequest request)
    {
        request.Requester.PendingWork--;
        noPersist.Exit(request.Requester);
        NativeActivityTransactionContext context = new(request.Requester, request.Handle) { IsActive = true };
        try
        {
            request.Callback(context, request.State);
        }
        finally
        {
            context.IsActive = false;
        }
    }

    public void Set(Frame requester, RuntimeTransactionHandle handle, Transaction transaction)
    {
        // There is no ambient transaction, because that was checked when the requester made its request.
        if (Active is not null)
        {
            throw new InvalidOperationException($"'{requester.Activity.DisplayName}' sets a transaction, but the workflow has one already; set one only.");
        }

        Frame scope = (Frame)handle.OwnerInstance!;

        // The handle makes the transaction current from the next item on; in this item, the callback has the transaction itself.
        handle.Current = transaction;
        run.State.Scopes.Transaction = new RuntimeTransaction(scope, handle, transaction);
        scope.TakeRareState().Transaction = Active;
        scope.PendingWork++;
        noPersist.Enter();
    }

    /// <summary>Ends the transaction before its scope completes.</summary>
    public void Complete(Frame requester, RuntimeTransactionHandle handle, BookmarkCallback? callback)
    {
        if (Active is null || !ReferenceEquals(Active.Handle, handle))
        {
            throw new InvalidOperationException(
                $"'{requester.Activity.DisplayName}' completes a transaction that its handle does not have; set one first, and complete it once.");
        }

        if (callback is not null)
        {
            Active.Committed = bookmarks.Create(requester, string.Empty, callback, BookmarkOptions.None);
        }

        BeginEnd();
    }

    /// <summary>Queues the commit as the next item, once.</summary>
    public void BeginEnd()
    {
        if (Active is { IsEnding: false } ending)
        {
            ending.IsEnding = true;
            queue.PushFront(new WorkItem(WorkKind.Commit, ending.Scope));
        }
    }

    /// <summary>Commits the transaction. If it is not a committable one, the instance only waits for its end (rule 10.3).</summary>
    public void Commit(Frame scope)
    {
        if (run.HasHost && run.Host.SavesInTransactions && Active!.Transaction is CommittableTransaction)
        {
            // After this item, because an instance is saved only between two items.
            Active.IsSaveDue = true;
            queue.Raise(Signals.Save);
            return;
        }

        CommitOperation commit = new(Active!.Transaction);
        if (commit.TryEnd())
        {
            Finish(commit);
        }
        else
        {
            run.Host.Watch(commit.Ended, new WorkItem(WorkKind.Commit, scope, commit));
        }
    }

    /// <summary>Processes the end of the transaction.</summary>
    public void Finish(CommitOperation commit)
    {
        RuntimeTransaction ended = Active!;
        commit.TryEnd();
        Clear(ended);
        ended.Scope.PendingWork--;
        DeliverDeferredCancel();
        if (commit.Failure is not { } failure)
        {
            ResumeCommitted(ended.Committed);
        }
        else if (ended.Handle.AbortInstanceOnTransactionFailure)
        {
            AbortFor(ended, failure);
        }
        else
        {
            ExceptionDispatchInfo.Throw(failure);
        }
    }

    /// <summary>
    /// Saves the instance in a transaction that ends and commits the transaction, at a boundary between two items. The saved state is the state after the
    /// commit (rule 10.3.1). Returns false if the instance is blocked until the save and the commit have ended.
    /// </summary>
    public bool ProcessSave()
    {
        if (Active is not { IsSaveDue: true } ending)
        {
            return true;
        }

        ending.IsSaveDue = false;
        Clear(ending);

        // The pending work of the scope does not change: the scope waits for the item instead of the transaction.
        queue.PushFront(new WorkItem(WorkKind.EndTransaction, ending.Scope, ending.Committed));
        _saving = ending;
        run.RunningSave = run.State.NoPersistCount == 0
            ? run.Host.SaveAndCommitAsync((CommittableTransaction)ending.Transaction)
            : RefuseSave(ending);
        if (!run.RunningSave.IsCompleted)
        {
            return false;
        }

        EndSave();
        return true;
    }

    /// <summary>Called when the save in the transaction has ended, and with it the transaction.</summary>
    public void EndSave()
    {
        RuntimeTransaction ended = _saving!;
        Task save = run.RunningSave!;
        _saving = null;
        run.RunningSave = null;
        if (TaskEnd.FailureOf(save) is not { } failure)
        {
            return;
        }

        // Nothing was queued while the instance was blocked, so its continuation is at the front.
        WorkItem continuation = queue.PopFront();
        Debug.Assert(continuation.Kind == WorkKind.EndTransaction, "An instance that stands still queues nothing.");
        if (failure is not TransactionAbortedException)
        {
            ends.RequestAbort(failure);
        }
        else if (ended.Handle.AbortInstanceOnTransactionFailure)
        {
            AbortFor(ended, failure);
        }
        else
        {
            // The instance cannot be saved until the scope has thrown its failure.
            noPersist.Enter();
            queue.PushFront(new WorkItem(WorkKind.Commit, ended.Scope, failure));
        }
    }

    /// <summary>Throws the failure in the scope, because the transaction in which the instance was saved was rolled back.</summary>
    public void FailScope(Frame scope, Exception failure)
    {
        scope.PendingWork--;
        noPersist.Leave();
        DeliverDeferredCancel();
        ExceptionDispatchInfo.Throw(failure);
    }

    /// <summary>Continues after the transaction in which the instance was saved, in this process or after a load.</summary>
    public void Continue(Frame scope, Bookmark? committed)
    {
        scope.PendingWork--;
        DeliverDeferredCancel();
        ResumeCommitted(committed);
    }

    /// <summary>Rolls back the transaction of a scope that is torn down.</summary>
    public void Abandon(RuntimeTransaction transaction, Exception? reason)
    {
        Clear(transaction);
        transaction.Scope.PendingWork--;
        DeliverDeferredCancel();
        RollBack(transaction.Transaction, reason);
    }

    /// <summary>Defers a cancel request for the root until the transaction has ended. Returns false if that is not necessary (rule 6.3).</summary>
    public bool Defer(Frame root)
    {
        if (!run.State.IsExcluded(root))
        {
            return false;
        }

        if (!root.IsCancellationRequested)
        {
            run.Reporter?.Activities.CancelRequested(root);
        }

        root.IsCancellationRequested = true;
        run.State.Scopes.HasDeferredCancel = true;
        return true;
    }

    /// <summary>Returns true if a cancel request for the root was deferred, which from now on counts as delivered.</summary>
    public bool TakeDeferredCancel()
    {
        if (run.State.KnownScopes is not { HasDeferredCancel: true } scopes)
        {
            return false;
        }

        scopes.HasDeferredCancel = false;
        return true;
    }

    private ContextRequest Take()
    {
        ContextRequest request = Requests[0];
        Requests.RemoveAt(0);
        if (request.IsRequired)
        {
            noPersist.Leave();
        }

        return request;
    }

    /// <summary>Returns false if the instance is blocked until its host has prepared, once for each transaction.</summary>
    private bool IsPrepared(ContextRequest request)
    {
        if (!run.HasHost || !run.Host.SavesInTransactions || request.IsPrepared)
        {
            return true;
        }

        request.IsPrepared = true;
        Task preparation = run.Host.PrepareTransactionAsync();
        run.RunningSave = preparation.IsCompleted ? null : preparation;
        return preparation.IsCompleted;
    }

    /// <summary>Ends the isolation of the scope. The caller adjusts the pending work of the scope.</summary>
    private void Clear(RuntimeTransaction ended)
    {
        run.State.Scopes.Transaction = null;
        ended.Handle.Current = null;
        ended.Scope.RareState!.Transaction = null;
        noPersist.Leave();
    }

    private void DeliverDeferredCancel()
    {
        if (run.State.KnownScopes is { HasDeferredCancel: true })
        {
            // A signal and not an item: the request precedes the items that this item still queues, and the parent of the scope continues after it (rule 6.3).
            queue.Raise(Signals.Cancel);
        }
    }

    private void ResumeCommitted(Bookmark? bookmark)
    {
        if (bookmark is not null)
        {
            bookmarks.Resume(bookmark, null);
        }
    }

    private void AbortFor(RuntimeTransaction ended, Exception failure) => ends.RequestAbort(new OperationCanceledException(
        $"The transaction of '{ended.Scope.Activity.DisplayName}' was not committed, so the workflow was aborted: {failure.Message}", failure));

    /// <summary>Fails the save, because something that the scope began inside the transaction has not ended and prevents a save.</summary>
    private static Task RefuseSave(RuntimeTransaction ending)
    {
        InvalidOperationException reason = new(
            $"'{ending.Scope.Activity.DisplayName}' ends its transaction while a no-persist zone or an asynchronous activity inside has not ended, so the instance cannot be saved in it; end them first.");
        RollBack(ending.Transaction, reason);
        return Task.FromException(new TransactionAbortedException(reason.Message, reason));
    }

    private static void RollBack(Transaction transaction, Exception? reason)
    {
        try
        {
            transaction.Rollback(reason);
        }
        catch (TransactionException)
        {
            // The transaction has already ended, which has the same effect.
        }
    }
}
