using System.Diagnostics;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Execution;

/// <summary>Aborts or terminates the instance between two items, if that was requested (rule 6.1).</summary>
internal sealed class Termination(RunContext run, WorkQueue queue, TerminationRequests ends, Teardown teardown, SecondaryRoots secondaryRoots)
{
    /// <summary>Tears everything down; returns false if neither an abort nor a termination was requested.</summary>
    public bool Process(Signals asked)
    {
        if ((asked & TerminationRequests.Requested) == 0)
        {
            return false;
        }

        bool isAbort = (asked & Signals.Abort) != 0;
        if (run.Reporter is { } reporter)
        {
            reporter.Activities.IsSilent = isAbort;
        }

        Exception? reason = ends.Reason;

        // The root before the secondary roots, which follow in the order in which they began (rule 6.1).
        teardown.Abort(run.State.Root!, reason);
        secondaryRoots.Abort(reason);
        End(isAbort ? ExecutionOutcome.Aborted : ends.IsUnhandled ? ExecutionOutcome.Unhandled : ExecutionOutcome.Terminated, reason);
        return true;
    }

    /// <summary>Ends the instance and drops all queued items.</summary>
    public void End(ExecutionOutcome outcome, Exception? reason)
    {
        Debug.Assert(outcome != ExecutionOutcome.Running, "This ends the instance.");

        // Before the outcome is visible: an ended instance has nothing queued, and its frames are free for other instances.
        queue.Clear();
        run.State.Outcome = outcome;
        run.State.Reason = reason;
    }

    /// <summary>
    /// Carries out the answer of the host to an unhandled exception: cancels the root and drops the exception, also if the exception has torn the root down
    /// (rule 5.5).
    /// </summary>
    public void CancelUnhandled()
    {
        ends.TakeUnhandled();
        if (run.State.Root is { IsCompleted: true } root)
        {
            root.CurrentState = ActivityInstanceState.Canceled;
            secondaryRoots.OnCompleted(root);
        }
        else
        {
            queue.Raise(Signals.Cancel);
        }
    }
}
