using Workflow.Foundation;
using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;
using Workflow.Runtime.State;
using Workflow.Runtime.Transactions;

namespace Workflow.Runtime.Execution;

/// <summary>
/// The saves that activities ask for (rule 7.3). Each is made at the first item boundary where the instance can be saved; while the
/// host saves, the instance stands still, and nothing is delivered to it.
/// </summary>
internal sealed class RequestedSaves(RunContext run, WorkQueue queue, BookmarkManager bookmarks, TransactionTable transactions, EndRequests ends)
{
    /// <summary>Asks for a save. The requester waits at a bookmark, whose resumption is queued before the save and so is part of it.</summary>
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

    /// <summary>Has the instance saved for the activity that waits at a bookmark.</summary>
    private void Add(Bookmark bookmark)
    {
        if (!run.State.HasSaveRequests)
        {
            // The boundaries between items are where a save may happen; only the slow lane stops at each.
            queue.RequestSlowLane();
        }

        run.State.Scopes.SaveRequests.Enqueue(bookmark);
        Remind();
    }

    /// <summary>Has the run loop see whether a save is due; when the last obstacle to one is gone, for example.</summary>
    public void Remind()
    {
        if (run.State.HasSaveRequests)
        {
            queue.Raise(Signals.Save);
        }
    }

    /// <summary>Serves the requests in their order; false: the instance stands still until a save has ended.</summary>
    public bool Attend()
    {
        while (run.State.NoPersistCount == 0 && Take() is { } bookmark)
        {
            if (bookmarks.Resume(bookmark, null) != BookmarkResumptionResult.Success)
            {
                // The activity that asked has ended in the meantime.
                continue;
            }

            // After the resumption was queued, which is part of what is saved: a loaded instance continues behind the request.
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

    /// <summary>Takes notice that the running save has ended; the instance can go on.</summary>
    public void End()
    {
        Task save = run.RunningSave!;

        // Before the outcome is looked at: an abort has to find an instance that stands still no more.
        run.RunningSave = null;
        IsSaved(save);
        Remind();
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
            // As many ends as requests: the first request asked for the slow lane, and the last one gives it back.
            queue.EndSlowLane();
        }

        return bookmark;
    }

    /// <summary>A save that the workflow itself asked for and that fails aborts it (rule 16.8).</summary>
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
