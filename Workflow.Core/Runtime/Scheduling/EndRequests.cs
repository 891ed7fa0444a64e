using Workflow.Runtime.State;

namespace Workflow.Runtime.Scheduling;

/// <summary>Ends an instance before its root has completed. It is asked for while an item runs, and done after it (rule 6.1).</summary>
internal sealed class EndRequests(RunContext run, WorkQueue queue)
{
    /// <summary>The requests that end the instance.</summary>
    public const Signals Requested = Signals.Abort | Signals.Terminate;

    /// <summary>The host says what becomes of an exception that nothing handled; otherwise it terminates the instance.</summary>
    public bool AsksHost { get; set; }

    /// <summary>The exception that the host is asked about; null for none.</summary>
    public UnhandledFault? Unhandled { get; private set; }

    /// <summary>The instance ends when the running item is over.</summary>
    public bool IsRequested => (queue.Signals & Requested) != 0;

    public void Reset()
    {
        Reason = null;
        Unhandled = null;
        AsksHost = false;
    }

    public void RequestAbort(Exception? reason)
    {
        if (!IsRequested)
        {
            Reason = reason;
            queue.Raise(Signals.Abort);
        }
    }

    public void RequestTermination(Exception reason, bool isUnhandled)
    {
        if (run.State.AbortsWithTransaction && !isUnhandled)
        {
            RequestAbort(reason);
        }
        else if (!IsRequested)
        {
            Reason = reason;
            IsUnhandled = isUnhandled;
            queue.Raise(Signals.Terminate);
        }
    }

    /// <summary>Aborts even an instance that is about to be terminated: what failed is what would tell of its end.</summary>
    public void AbortFirst(Exception reason)
    {
        queue.Lower(Signals.Terminate);
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
            queue.Raise(Signals.Unhandled);
        }
    }

    /// <summary>Whether the host is asked about an exception first; what else was asked for waits for the answer.</summary>
    public bool WaitsForAnswer(Signals asked)
    {
        bool waits = (asked & Signals.Unhandled) != 0;
        if (waits)
        {
            queue.Raise(asked & (Signals.Cancel | Signals.Save));
        }

        return waits;
    }

    /// <summary>The host's answer: everything ends.</summary>
    public void TerminateUnhandled() => RequestTermination(TakeUnhandled(), isUnhandled: true);

    public void AbortUnhandled() => RequestAbort(TakeUnhandled());

    /// <summary>The reason of the requested end; null when none was given.</summary>
    public Exception? Reason { get; private set; }

    /// <summary>Whether the reason is an exception that nothing handled.</summary>
    public bool IsUnhandled { get; private set; }

    /// <summary>The exception that the host was asked about; nothing waits for the answer any more.</summary>
    public Exception TakeUnhandled()
    {
        Exception exception = Unhandled!.Exception;
        Unhandled = null;
        return exception;
    }
}
