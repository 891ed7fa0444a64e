using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Runtime.Faults;

/// <summary>Tests events between an exception and the run of the queued fault callback.</summary>
public sealed class QueuedFaultTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes]
    [Rule("1.6")]
    [Rule("5.2")]
    public void FaultCallback_ChildAbortedWhileQueued_IsStillCalled(Lane lane)
    {
        Probe root = AbortsWhenCanceled(lane, out Running running);
        root.OnFault = (context, exception, from) =>
        {
            Assert.Same(_boom, exception);
            Assert.Equal(ActivityInstanceState.Faulted, from.State);
            context.HandleFault();
        };
        running.Start();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "middle executes", "failing", "root cancels", "middle aborts", "root < middle Faulted", "root ! boom from failing");
    }

    [Theory, Lanes]
    [Rule("1.6")]
    [Rule("3.7")]
    public void Fault_ChildAbortedBeforeCallback_IsNotLost(Lane lane)
    {
        AbortsWhenCanceled(lane, out Running running);
        running.Start();
        running.End().AssertAbortedAround(_boom);
    }

    /// <summary>The grandchild requests a cancel and fails; the <c>Cancel</c> of the root runs before its fault callback.</summary>
    private Probe AbortsWhenCanceled(Lane lane, out Running running)
    {
        Running? started = null;
        Step failing = new(_log, "failing", _ =>
        {
            started!.Cancel();
            throw _boom;
        });
        Probe middle = new(_log, "middle", failing);
        Probe root = new(_log, "root", middle) { OnCancel = context => context.AbortChildInstance(context.GetChildren().Single()) };
        root.Body = context => root.ScheduleGuarded(context, middle);
        running = started = Runner.Prepare(root, lane);
        return root;
    }
}
