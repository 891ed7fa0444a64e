using System.Transactions;
using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Transactions;

/// <summary>The transaction of one workflow instance, and who waits for one (rule 10). There is at most one at a time.</summary>
internal sealed class TransactionTable(RunContext run, WorkQueue queue, NoPersistZones noPersist, BookmarkManager bookmarks, EndRequests ends)
{
    /// <summary>The name by which activities find the handle of the transaction that they run in.</summary>
    public static readonly string PropertyName = Handle.NameFor(typeof(RuntimeTransactionHandle));

    private RuntimeTransaction? Active => run.State.Transaction;

    private List<ContextRequest> Requests => run.State.Scopes.TransactionRequests;

    /// <summary>The host's ambient transaction as a property of the root; null when there is none (rule 10.6).</summary>
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

    /// <summary>Gives the next one its turn, if the idle instance can be saved; false when there is none.</summary>
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

        ContextRequest request = Take();
        queue.PushFront(new WorkItem(WorkKind.Transaction, request.Requester, request));
        return true;
    }

    /// <summary>The turn of a requester.</summary>
    public void Run(ContextRequest request)
    {
        request.Requester.PendingWork--;
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
        if (Exists)
        {
            throw new InvalidOperationException($"'{requester.Activity.DisplayName}' sets a transaction, but the workflow has one already; set one only.");
        }

        Frame scope = (Frame)handle.OwnerInstance!;
        handle.Current = transaction;
        run.State.Scopes.Transaction = new RuntimeTransaction(scope, handle, transaction);
        scope.TakeExtras().Transaction = Active;
        scope.PendingWork++;
        noPersist.Enter();
    }

    /// <summary>Ends the transaction before its scope completes.</summary>
    public void Complete(Frame requester, RuntimeTransactionHandle handle, BookmarkCallback? callback)
    {
        if (Active is null || !ReferenceEquals(Active.Handle, handle))
        {
            throw new InvalidOperationException($"'{requester.Activity.DisplayName}' completes a transaction that its handle does not have; set one first, and complete it once.");
        }

        if (callback is not null)
        {
            Active.Committed = bookmarks.Create(requester, string.Empty, callback, BookmarkOptions.None);
        }

        BeginEnd();
    }

    /// <summary>Commits next, once.</summary>
    public void BeginEnd()
    {
        if (Active is { IsEnding: false } ending)
        {
            ending.IsEnding = true;
            queue.PushFront(new WorkItem(WorkKind.Commit, ending.Scope));
        }
    }

    /// <summary>Commits; a transaction that is not ours to commit is only waited for (rule 10.3).</summary>
    public void Commit(Frame scope)
    {
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

    /// <summary>The transaction is over.</summary>
    public void Finish(CommitOperation commit)
    {
        RuntimeTransaction ended = Active!;
        commit.TryEnd();
        Clear(ended);
        if (commit.Failure is { } failure)
        {
            if (ended.Handle.AbortInstanceOnTransactionFailure)
            {
                ends.RequestAbort(new OperationCanceledException(
                    $"The transaction of '{ended.Scope.Activity.DisplayName}' was not committed, so the workflow was aborted.", failure));
                return;
            }

            System.Runtime.ExceptionServices.ExceptionDispatchInfo.Throw(failure);
        }

        if (ended.Committed is { } bookmark)
        {
            bookmarks.Resume(bookmark, null);
        }
    }

    /// <summary>The scope is torn down: its transaction is rolled back.</summary>
    public void Abandon(RuntimeTransaction transaction, Exception? reason)
    {
        Clear(transaction);
        try
        {
            transaction.Transaction.Rollback(reason);
        }
        catch (TransactionException)
        {
            // It is over already, which is as good.
        }
    }

    /// <summary>A cancel request for the root waits until the transaction is over; false when it need not (rule 6.3).</summary>
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

    /// <summary>Whether the root has been asked to cancel and not been told; from now on it counts as told.</summary>
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

    private void Clear(RuntimeTransaction ended)
    {
        run.State.Scopes.Transaction = null;
        ended.Handle.Current = null;
        ended.Scope.Extras!.Transaction = null;
        ended.Scope.PendingWork--;
        noPersist.Leave();
        if (run.State.Scopes.HasDeferredCancel)
        {
            // As a request and not as an item: it comes before what this item still queues, and the parent of the scope hears it first.
            queue.Raise(Signals.Cancel);
        }
    }
}
