using Workflow.Runtime.Reporting;

namespace Workflow.Runtime.Scheduling;

/// <summary>Converts the requests of a reporter into signals of the run.</summary>
internal sealed class ReportSignals(WorkQueue queue, TerminationRequests ends) : TrackedRun
{
    public override bool IsDeliveryRequested => (queue.Signals & Signals.Report) != 0;

    public override void RequestDelivery() => queue.Raise(Signals.Report);

    public override void FollowActivities(bool follows)
    {
        if (follows)
        {
            queue.RequestSlowLane();
            queue.Raise(Signals.Tracked);
        }
        else
        {
            queue.Lower(Signals.Tracked);
            queue.EndSlowLane();
        }
    }

    public override void AbortFirst(Exception reason) => ends.AbortFirst(reason);
}
