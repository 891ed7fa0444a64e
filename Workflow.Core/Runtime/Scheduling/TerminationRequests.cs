using Workflow.Runtime.State;

namespace Workflow.Runtime.Scheduling;

/// <summary>The requests to end an instance before its root has completed. They are made while an item runs, and carried out after it (rule 6.1).</summary>
internal sealed class TerminationRequests(RunContext run, WorkQueue queue)
{
    /// <summary>The signals of the requests that end the instance.</summary>
    public const Signals Requested = Signals.Abort | Signals.Terminate;

    /// <summary>True if the host decides about an unhandled exception; false if such an exception terminates the instance.</summary>
    public bool AsksHost { get; set; }

    /// <summary>The exception about which the host must decide; null if there is none.</summary>
    public UnhandledFault? Unhandled { get; private set; }

    /// <summary>True if the instance ends after the running item.</summary>
    public bool IsRequested => (queue.Signals & Requested) != 0;

    public void Reset()
    {
        Reason = null;
        Unhandled = null;
        AsksHost = false;
    }

    public void RequestAbort(Exception? reason)
    {
        // The first request wins: its reason is the cause, and later ones are often its consequences.
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

    /// <summary>Requests an abort, even if the instance is about to be terminated, because the reporting of its end has failed.</summary>
    public void AbortFirst(Exception reason)
    {
        // First, because a second request to end the instance is ignored.
        queue.Lower(Signals.Terminate);
        RequestAbort(reason);
    }

    /// <summary>Processes an unhandled exception: terminates the instance, or makes the host decide.</summary>
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

    /// <summary>Returns true if the host must decide about an exception first. Other requests stay raised until it has.</summary>
    public bool WaitsForAnswer(Signals asked)
    {
        bool waits = (asked & Signals.Unhandled) != 0;
        if (waits)
        {
            // The caller has lowered them. They apply to the instance only if it continues after the answer.
            queue.Raise(asked & (Signals.Cancel | Signals.Save));
        }

        return waits;
    }

    /// <summary>Carries out the decision of the host to terminate the instance.</summary>
    public void TerminateUnhandled() => RequestTermination(TakeUnhandled(), isUnhandled: true);

    public void AbortUnhandled() => RequestAbort(TakeUnhandled());

    /// <summary>The reason of the requested end; null if none was given.</summary>
    public Exception? Reason { get; private set; }

    /// <summary>True if the reason is an unhandled exception.</summary>
    public bool IsUnhandled { get; private set; }

    /// <summary>Returns the exception about which the host has decided, and clears it.</summary>
    public Exception TakeUnhandled()
    {
        Exception exception = Unhandled!.Exception;
        Unhandled = null;
        return exception;
    }
}
