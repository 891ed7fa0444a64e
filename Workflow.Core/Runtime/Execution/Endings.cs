using Workflow.Runtime.Faults;
using Workflow.Runtime.Scheduling;

namespace Workflow.Runtime.Execution;

/// <summary>Ends an instance before its root has completed. It is asked for while an item runs, and done after it (rule 6.1).</summary>
internal sealed class Endings(WorkflowExecution execution)
{
    private const Signals Requested = Signals.Abort | Signals.Terminate;

    private Exception? _reason;
    private bool _isUnhandled;

    public void Reset() => _reason = null;

    public void RequestAbort(Exception? reason)
    {
        if ((execution.Loop.Signals & Requested) == 0)
        {
            _reason = reason;
            execution.Loop.Raise(Signals.Abort);
        }
    }

    public void RequestTermination(Exception reason, bool isUnhandled)
    {
        if (execution.Transactions.AbortsInstance && !isUnhandled)
        {
            RequestAbort(reason);
        }
        else if ((execution.Loop.Signals & Requested) == 0)
        {
            _reason = reason;
            _isUnhandled = isUnhandled;
            execution.Loop.Raise(Signals.Terminate);
        }
    }

    /// <summary>Aborts even an instance that is about to be terminated: what failed is what would tell of its end.</summary>
    public void AbortFirst(Exception reason)
    {
        execution.Loop.Lower(Signals.Terminate);
        RequestAbort(reason);
    }

    /// <summary>Tears everything down; false when nothing of the kind was asked for.</summary>
    public bool Attend(Signals asked)
    {
        if ((asked & Requested) == 0)
        {
            return false;
        }

        bool isAbort = (asked & Signals.Abort) != 0;
        if (execution.Reporter is { } reporter)
        {
            reporter.Activities.IsSilent = isAbort;
        }

        Teardown.Abort(execution.Root!, _reason, execution);
        execution.SecondaryRoots.Abort(_reason);
        execution.Loop.Clear();
        execution.End(isAbort ? ExecutionOutcome.Aborted : _isUnhandled ? ExecutionOutcome.Unhandled : ExecutionOutcome.Terminated, _reason);
        return true;
    }
}
