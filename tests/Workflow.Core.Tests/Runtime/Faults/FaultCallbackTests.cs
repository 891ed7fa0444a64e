using Workflow.Core.Tests.TestKit;

namespace Workflow.Core.Tests.Runtime.Faults;

/// <summary>Tests operations of a fault callback other than handling the fault, and exceptions in <c>Cancel</c>.</summary>
public sealed class FaultCallbackTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes]
    [Rule("5.4")]
    public void HandleFault_CalledTwice_HasNoFurtherEffect(Lane lane)
    {
        Probe root = Guarding(new Step(_log, "failing", _boom));
        root.OnFault = (context, _, _) =>
        {
            context.HandleFault();
            context.HandleFault();
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "failing", "root ! boom from failing", "root < failing Faulted");
    }

    [Theory, Lanes]
    [Rule("5.4")]
    [Rule("6.2")]
    public void FaultCallback_AbortsChild_TearsDownSubtree(Lane lane)
    {
        Probe middle = new(_log, "middle", new Step(_log, "failing", _boom), new Wait(_log, "wait"));
        Probe root = Guarding(middle);
        middle.Body = context =>
        {
            middle.Schedule(context, middle.Children[0]);
            middle.Schedule(context, middle.Children[1]);
        };
        root.OnFault = (context, exception, from) =>
        {
            context.AbortChildInstance(from, exception);
            Assert.Equal(ActivityInstanceState.Faulted, from.State);
            Assert.Empty(context.GetChildren());
            context.HandleFault();
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "middle executes", "wait waits", "failing", "root ! boom from failing", "wait aborts", "middle aborts", "root < middle Faulted");
    }

    [Theory, Lanes]
    [Rule("5.4")]
    [Rule("6.1")]
    public void FaultCallback_AbortsWorkflowAndThrows_KeepsAbortReason(Lane lane)
    {
        NotSupportedException reason = new("reason");
        Probe root = Guarding(new Step(_log, "failing", _boom));
        root.OnFault = (context, _, _) =>
        {
            context.Abort(reason);
            throw new InvalidOperationException("ignored");
        };
        Ended ended = Runner.Run(root, lane);
        Assert.Equal(Workflow.Runtime.State.ExecutionOutcome.Aborted, ended.Outcome);
        Assert.Same(reason, ended.Reason);
        _log.AssertIs("root executes", "failing", "root ! boom from failing", "root aborts");
    }

    [Theory, Lanes]
    [Rule("5.4")]
    public void FaultCallback_SchedulesChildAgain_RetriesChild(Lane lane)
    {
        int tries = 0;
        Step child = new(_log, "child", _ => FailTwice());
        Probe root = Guarding(child);
        root.OnFault = (context, _, _) =>
        {
            context.HandleFault();
            root.ScheduleGuarded(context, child);
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "child", "root ! boom from child", "child", "root ! boom from child", "child",
            "root < child Closed", "root < child Faulted", "root < child Faulted");

        void FailTwice()
        {
            if (++tries < 3)
            {
                throw _boom;
            }
        }
    }

    [Theory, Lanes]
    [Rule("13.1")]
    [Rule("5.2")]
    public void FaultCallback_DelegateWithoutHandler_IsNotCalled(Lane lane)
    {
        ActivityAction nothing = new();
        Probe root = new(_log, "root") { Delegates = { nothing } };
        root.Body = context => context.ScheduleAction(nothing, root.ChildCompleted, root.ChildFaulted);
        root.OnChild = (_, _) => throw _boom;
        Runner.Run(root, lane).AssertUnhandled(_boom);
        _log.AssertIs("root executes", "root < (no handler) Closed", "root aborts");
    }

    [Theory, Lanes]
    [Rule("3.7")]
    [Rule("5.2")]
    public void Cancel_GuardedChildThrows_AbortsWithoutFaultCallback(Lane lane)
    {
        Probe child = new(_log, "child") { OnCancel = _ => throw _boom };
        child.Body = context => context.CreateBookmark("stay", child.Resumed);
        Probe root = Guarding(child);
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.End().AssertAbortedAround(_boom);
        _log.AssertIs("root executes", "child executes", "root cancels", "child cancels", "child aborts", "root aborts");
    }

    private Probe Guarding(Activity child)
    {
        Probe root = new(_log, "root", child) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, child);
        return root;
    }
}
