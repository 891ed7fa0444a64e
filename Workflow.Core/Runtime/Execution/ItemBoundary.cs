using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Transactions;

namespace Workflow.Runtime.Execution;

/// <summary>What is done between two items: requests that were raised while an item ran, and work that begins only when the queue is empty.</summary>
internal sealed class ItemBoundary(
    RunContext run,
    WorkQueue queue,
    BookmarkManager bookmarks,
    BookmarkScopeManager bookmarkScopes,
    EndRequests ends,
    Termination termination,
    Cancellation cancellation,
    RequestedSaves saves,
    TransactionTable transactions,
    SecondaryRoots secondaryRoots)
{
    /// <summary>Queues what waits for an empty queue; false when there is nothing to do.</summary>
    public bool FindIdleWork()
    {
        if (run.State.HasIdleWork)
        {
            if (transactions.Grant())
            {
                return true;
            }

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

    /// <summary>Does what was asked for while an item ran; false: nothing may run before a save has ended, or the host has had its turn.</summary>
    public bool AttendSignals()
    {
        if ((queue.Signals & Signals.Report) != 0 && !DeliverReports())
        {
            return false;
        }

        Signals raised = queue.Signals & ~Signals.Lasting;
        if (raised == Signals.None)
        {
            // Records were delivered, and nothing else was asked for: so it is after nearly every item of an instance that is tracked.
            return true;
        }

        Signals asked = raised & ~Signals.Report;

        // Lowered before they are attended to: what is raised again meanwhile, also by another thread, is seen next time and not lost.
        queue.Lower(asked);

        // Before an end, so that the host knows all keys of the instance that ends.
        if ((asked & Signals.Keys) != 0)
        {
            bookmarkScopes.ReportKeys();
        }

        // An end comes before all else that was asked for: it leaves nothing to cancel, save or pause.
        if (termination.Attend(asked) || run.State.HasEnded)
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

        return AttendSaveAndPause(asked);
    }

    /// <summary>Attends to the requests after which the instance goes on.</summary>
    private bool AttendSaveAndPause(Signals asked)
    {
        // A cancel request and a resumption are told before what they lead to.
        bool goesOn = ((asked & Signals.Save) == 0 || (transactions.AttendSave() && saves.Attend())) && ((queue.Signals & Signals.Report) == 0 || DeliverReports());
        if (!goesOn)
        {
            // The request of the host outlives the standstill: it is answered at the first boundary after it.
            queue.Raise(asked & Signals.Pause);
            return false;
        }

        if (ends.IsRequested)
        {
            // A save has failed, and nothing runs after it.
            queue.Raise(asked & Signals.Pause);
            return AttendSignals();
        }

        return (asked & Signals.Pause) == 0 || !run.HasHost || !TakesTurn();
    }

    /// <summary>Takes notice that what the instance stood still for has ended; it can go on.</summary>
    public void EndStandstill()
    {
        if (run.Reporter is { Running: not null } reporter)
        {
            reporter.EndWait();
        }
        else if (transactions.IsSaving)
        {
            transactions.EndSave();
            saves.Remind();
        }
        else
        {
            saves.End();
        }
    }

    /// <summary>
    /// Whether the instance stops so that the host has its turn. Only between two items: with nothing queued, work that begins at idle comes first, and the
    /// request stays raised for what follows from that.
    /// </summary>
    private bool TakesTurn()
    {
        if (!run.Host.WantsTurn)
        {
            return false;
        }

        if (queue.IsEmpty)
        {
            queue.Raise(Signals.Pause);
        }

        return !queue.IsEmpty;
    }

    /// <summary>False: a participant is asynchronous, and nothing may run before it is done.</summary>
    private bool DeliverReports()
    {
        queue.Lower(Signals.Report);
        return run.Reporter?.Attend() != false;
    }
}
