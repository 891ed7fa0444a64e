using Workflow.Runtime.Faults;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scheduling;

namespace Workflow.Runtime.Execution;

/// <summary>Ends an instance before its root has completed. It is asked for while an item runs, and done after it (rule 6.1).</summary>
internal sealed class Endings(WorkflowExecution execution)
{
    private const Signals Requested = Signals.Abort | Signals.Terminate;

    private Exception? _reason;
    private bool _isUnhandled;

    /// <summary>The host says what becomes of an exception that nothing handled; otherwise it terminates the instance.</summary>
    public bool AsksHost { get; set; }

    /// <summary>The exception that the host is asked about; null for none.</summary>
    public UnhandledFault? Unhandled { get; private set; }

    /// <summary>The instance ends when the running item is over.</summary>
    public bool IsRequested => (execution.Loop.Signals & Requested) != 0;

    public void Reset()
    {
        _reason = null;
        Unhandled = null;
        AsksHost = false;
    }

    public void RequestAbort(Exception? reason)
    {
        if (!IsRequested)
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
        else if (!IsRequested)
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

    /// <summary>Nothing handled an exception: terminates the instance, or has the host asked.</summary>
    public void ReportUnhandled(UnhandledFault fault)
    {
        if (!AsksHost)
        {
            RequestTermination(fault.Exception, isUnhandled: true);
        }
        else if (!IsRequested)
        {
            Unhandled = fault;
            execution.Loop.Raise(Signals.Unhandled);
        }
    }

    /// <summary>Whether the host is asked about an exception first; what else was asked for waits for the answer.</summary>
    public bool WaitsForAnswer(Signals asked)
    {
        bool waits = (asked & Signals.Unhandled) != 0;
        if (waits)
        {
            execution.Loop.Raise(asked & (Signals.Cancel | Signals.Save));
        }

        return waits;
    }

    /// <summary>The host's answer: everything ends.</summary>
    public void TerminateUnhandled() => RequestTermination(TakeUnhandled(), isUnhandled: true);

    public void AbortUnhandled() => RequestAbort(TakeUnhandled());

    /// <summary>The host's answer: the root is canceled and the exception is dropped, also when it has torn the root down already (rule 5.5).</summary>
    public void CancelUnhandled()
    {
        TakeUnhandled();
        Frame root = execution.Root!;
        if (!root.IsCompleted)
        {
            execution.Loop.Raise(Signals.Cancel);
        }
        else
        {
            root.CurrentState = ActivityInstanceState.Canceled;
            execution.OnRootCompleted(root);
        }
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

    /// <summary>Aborts an instance around whose run something failed, a completed one too; nobody watches, and nothing more can fail.</summary>
    public void AbortUnwatched(Exception? reason)
    {
        if (!execution.HasEnded)
        {
            RequestAbort(reason);
            try
            {
                execution.Loop.RunUnwatched();
            }
            catch (Exception)
            {
                // What is left of the instance is given up as it is.
            }
        }

        if (execution.Outcome != ExecutionOutcome.Aborted)
        {
            execution.Loop.Clear();
            execution.End(ExecutionOutcome.Aborted, reason);
        }
    }

    private Exception TakeUnhandled()
    {
        Exception exception = Unhandled!.Exception;
        Unhandled = null;
        return exception;
    }
}
