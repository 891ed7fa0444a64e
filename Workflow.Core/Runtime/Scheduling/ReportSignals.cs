using Workflow.Runtime.Reporting;

namespace Workflow.Runtime.Scheduling;

/// <summary>Converts the requests of a reporter into signals of the run.</summary>
internal sealed class ReportSignals(WorkQueue queue, TerminationRequests ends) : TrackedRun
{
    public override bool IsDeliveryRequested => (queue.Signals & Signals.Report) != 0;

    public override void RequestDelivery() => queue.Raise(Signals.Report);

    public override void TrackActivities(bool follows)
    {
        if (follows)
        {
            // Both or none: the inline layer makes no records, so nothing may be tracked while it can run.
            queue.RequestQueueOnly();
            queue.Raise(Signals.Tracked);
        }
        else
        {
            queue.Lower(Signals.Tracked);
            queue.EndQueueOnly();
        }
    }

    public override void AbortFirst(Exception reason) => ends.AbortFirst(reason);
}
