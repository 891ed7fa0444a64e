using Workflow.Foundation;
using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;
using Workflow.Runtime.State;
using Workflow.Runtime.Transactions;

namespace Workflow.Runtime.Execution;

/// <summary>
/// Makes the saves that activities request (rule 7.3). Each save is made at the first item boundary at which the instance can be saved. While the host saves,
/// the instance is blocked, and nothing is delivered to it.
/// </summary>
internal sealed class RequestedSaves(RunContext run, WorkQueue queue, BookmarkManager bookmarks, TransactionTable transactions, TerminationRequests ends)
{
    /// <summary>Requests a save. The requester waits at a bookmark whose resumption is queued before the save, and so is part of the saved state.</summary>
    public void Request(Frame requester)
    {
        if (transactions.Exists)
        {
            throw new InvalidOperationException(
                $"'{requester.Activity.DisplayName}' requests a save inside a transaction, whose work is not final before its end; move it out of the transaction.");
        }

        if (NoPersistZones.Holds(requester))
        {
            throw new InvalidOperationException(
                $"'{requester.Activity.DisplayName}' requests a save inside a no-persist zone, where it would wait for itself; move it out of the zone.");
        }

        Add(bookmarks.Create(requester, string.Empty, null, BookmarkOptions.None));
    }

    /// <summary>Registers a request of the activity that waits at the bookmark.</summary>
    private void Add(Bookmark bookmark)
    {
        if (!run.State.HasSaveRequests)
        {
            // A save is possible only at the boundary between two items, and inline execution does not stop at each boundary.
            queue.RequestQueueOnly();
        }

        run.State.Scopes.SaveRequests.Enqueue(bookmark);
        RaiseIfDue();
    }

    /// <summary>Makes the run loop check whether a save is due, for example when the last obstacle to a save has been removed.</summary>
    public void RaiseIfDue()
    {
        if (run.State.HasSaveRequests)
        {
            queue.Raise(Signals.Save);
        }
    }

    /// <summary>Processes the requests in order. Returns false if the instance is blocked until a save has ended.</summary>
    public bool Process()
    {
        while (run.State.NoPersistCount == 0 && Take() is { } bookmark)
        {
            if (bookmarks.Resume(bookmark, null) != BookmarkResumptionResult.Success)
            {
                // The requesting activity has ended in the meantime.
                continue;
            }

            // After the resumption was queued, so that it is part of the saved state: a loaded instance continues after the request.
            Task save = run.Host.SaveAsync();
            if (!save.IsCompleted)
            {
                run.RunningSave = save;
                return false;
            }

            if (!IsSaved(save))
            {
                return true;
            }
        }

        return true;
    }

    /// <summary>Called when the running save has ended.</summary>
    public void End()
    {
        Task save = run.RunningSave!;

        // Before the outcome is examined, because an abort must find an instance that is no longer blocked.
        run.RunningSave = null;
        IsSaved(save);
        RaiseIfDue();
    }

    private Bookmark? Take()
    {
        if (!run.State.HasSaveRequests)
        {
            return null;
        }

        Bookmark bookmark = run.State.Scopes.SaveRequests.Dequeue();
        if (!run.State.HasSaveRequests)
        {
            // The calls are counted: the first save request disabled inline execution, and the last one ends that.
            queue.EndQueueOnly();
        }

        return bookmark;
    }

    /// <summary>Returns true if the save succeeded. A failed save that the workflow itself requested aborts the workflow (rule 16.8).</summary>
    private bool IsSaved(Task save)
    {
        if (TaskEnd.FailureOf(save) is not { } failure)
        {
            return true;
        }

        ends.RequestAbort(failure);
        return false;
    }
}
