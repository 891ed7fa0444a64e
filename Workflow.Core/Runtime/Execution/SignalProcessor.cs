using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Transactions;

namespace Workflow.Runtime.Execution;

/// <summary>
/// Does the work between two items: processes requests that were raised while an item ran, and starts work that begins only when the queue is empty.
/// </summary>
internal sealed class SignalProcessor(
    RunContext run,
    WorkQueue queue,
    BookmarkManager bookmarks,
    BookmarkScopeManager bookmarkScopes,
    TerminationRequests ends,
    Termination termination,
    Cancellation cancellation,
    RequestedSaves saves,
    TransactionTable transactions,
    SecondaryRoots secondaryRoots)
{
    /// <summary>Queues work that waits for an empty queue; returns false if there is none.</summary>
    public bool FindIdleWork()
    {
        if (run.State.HasIdleWork)
        {
            if (transactions.Grant())
            {
                return true;
            }

            // The host prepares for the next transaction, and the instance is blocked until it has.
            if (run.RunningSave is not null)
            {
                return false;
            }

            if (secondaryRoots.Continue())
            {
                return true;
            }
        }

        return bookmarks.ResumeIdle();
    }

    /// <summary>
    /// Processes the requests that were raised while an item ran. Returns false if nothing may run until a save has ended, or the host has had access to the
    /// instance.
    /// </summary>
    public bool ProcessSignals()
    {
        if ((queue.Signals & Signals.Report) != 0 && !DeliverReports())
        {
            return false;
        }

        Signals raised = queue.Signals & ~Signals.Lasting;
        if (raised == Signals.None)
        {
            // Only records were delivered, which is the case after nearly every item of a tracked instance.
            return true;
        }

        Signals asked = raised & ~Signals.Report;

        // Lowered before they are processed: a request that is raised again meanwhile, also by another thread, is processed next time and not lost.
        queue.Lower(asked);

        // Before an abort or a termination, so that the host knows all keys of the instance that ends.
        if ((asked & Signals.Keys) != 0)
        {
            bookmarkScopes.ReportKeys();
        }

        // An abort or a termination precedes all other requests, because it leaves nothing to cancel, save or pause.
        if (termination.Process(asked) || run.State.HasEnded)
        {
            return true;
        }

        if (ends.WaitsForAnswer(asked))
        {
            return false;
        }

        if ((asked & Signals.Cancel) != 0)
        {
            cancellation.RequestRoot(run.State.Root!);
        }

        return ProcessSaveAndPause(asked);
    }

    /// <summary>Processes the requests after which the instance continues.</summary>
    private bool ProcessSaveAndPause(Signals asked)
    {
        // The records of a cancel request and of a resumption are delivered before anything that follows from them runs.
        bool goesOn = ((asked & Signals.Save) == 0 || (transactions.ProcessSave() && saves.Process()))
            && ((queue.Signals & Signals.Report) == 0 || DeliverReports());
        if (!goesOn)
        {
            // The request of the host stays raised while the instance is blocked, and is processed at the first boundary after that.
            queue.Raise(asked & Signals.Pause);
            return false;
        }

        if (ends.IsRequested)
        {
            // A save has failed, and nothing runs after a failed save.
            queue.Raise(asked & Signals.Pause);
            return ProcessSignals();
        }

        return (asked & Signals.Pause) == 0 || !run.HasHost || !YieldsToHost();
    }

    /// <summary>Called when the blocking save or participant has completed.</summary>
    public void Unblock()
    {
        if (run.Reporter is { Running: not null } reporter)
        {
            reporter.EndWait();
        }
        else if (transactions.IsSaving)
        {
            transactions.EndSave();
            saves.RaiseIfDue();
        }
        else
        {
            saves.End();
        }
    }

    /// <summary>
    /// Returns true if the instance stops to give the host access. It stops only between two items: if nothing is queued, work that begins at idle comes first,
    /// and the request stays raised for the boundary after that work.
    /// </summary>
    private bool YieldsToHost()
    {
        if (!run.Host.HasWaitingOperation)
        {
            return false;
        }

        if (queue.IsEmpty)
        {
            queue.Raise(Signals.Pause);
        }

        return !queue.IsEmpty;
    }

    /// <summary>Delivers tracking records. Returns false if a participant is asynchronous, so that nothing may run before it has completed.</summary>
    private bool DeliverReports()
    {
        queue.Lower(Signals.Report);
        return run.Reporter?.Process() != false;
    }
}
