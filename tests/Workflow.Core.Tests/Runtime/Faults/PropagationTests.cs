using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Faults;

/// <summary>Tests which callbacks an exception reaches, and the state of the instances at that time.</summary>
public sealed class PropagationTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes]
    [Rule("5.1")]
    public void Exception_InCompletionCallback_HasOwnerAsSource(Lane lane)
    {
        Probe middle = new(_log, "middle", new Step(_log, "child")) { OnChild = (_, _) => throw _boom };
        Runner.Run(Handling("root", middle), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "middle executes", "child", "middle < child Closed", "middle aborts", "root ! boom from middle", "root < middle Faulted");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    public void Exception_InBookmarkCallback_HasOwnerAsSource(Lane lane)
    {
        Probe middle = new(_log, "middle");
        middle.Body = context => context.CreateBookmark("b", middle.Resumed);
        middle.OnResume = (_, _, _) => throw _boom;
        Running running = Runner.Start(Handling("root", middle), lane);
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "middle executes", "middle @ b ", "middle aborts", "root ! boom from middle", "root < middle Faulted");
    }

    [Theory, Lanes]
    [Rule("5.1")]
    [Rule("4.11")]
    public void Exception_InInlineArgument_HasOwnerAsSource(Lane lane)
    {
        Note note = new(_log, _ => throw _boom) { DisplayName = "note" };
        Runner.Run(Handling("root", new Sequence { Activities = { note } }), lane).AssertCompleted(ActivityInstanceState.Closed);
        Assert.Contains("root ! boom from note", _log.Entries);
    }

    [Theory, Lanes]
    [Rule("5.1")]
    [Rule("4.12")]
    public void Exception_InExpressionActivity_HasExpressionAsSource(Lane lane)
    {
        Probe child = new(_log, "child") { Input = new InArgument<int>(new Expr<int>(_log, "expr", () => throw _boom)) };
        Probe root = Handling("root", child);
        root.OnFault = (context, _, _) =>
        {
            context.HandleFault();
            context.CancelChildren();
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "expr", "root ! boom from expr", "root < child Canceled");
    }

    [Theory, Lanes]
    [Rule("5.2")]
    public void Exception_BelowSeveralCallbacks_ReachesNearest(Lane lane)
    {
        Probe inner = Handling("inner", new Step(_log, "failing", _boom));
        Runner.Run(Handling("outer", new Sequence { Activities = { inner } }), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "outer executes", "inner executes", "failing", "inner ! boom from failing", "inner < failing Faulted", "outer < Sequence Closed");
    }

    [Theory, Lanes]
    [Rule("5.2")]
    public void Exception_SiblingWithoutCallback_SkipsSiblingsCallback(Lane lane)
    {
        Wait guarded = new(_log, "guarded");
        Step failing = new(_log, "failing", _boom);
        Probe middle = new(_log, "middle", guarded, failing);
        middle.Body = context =>
        {
            middle.Schedule(context, failing);
            middle.ScheduleGuarded(context, guarded);
        };
        Running running = Runner.Start(Handling("root", middle), lane);
        running.Resume("guarded");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.DoesNotContain("middle ! boom from failing", _log.Entries);
        Assert.Contains("root ! boom from failing", _log.Entries);
    }

    [Theory, Lanes]
    [Rule("5.2")]
    [Rule("3.7")]
    public void Exception_OwnerIsCanceling_ReachesFaultCallback(Lane lane)
    {
        Probe child = new(_log, "child");
        child.Body = context => context.CreateBookmark("b", child.Resumed);
        child.OnResume = (_, _, _) => throw _boom;
        Probe root = Handling("root", child);
        root.OnCancel = _ => { };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "child executes", "root cancels", "child @ b ", "child aborts", "root ! boom from child", "root < child Faulted");
    }

    [Theory, Lanes]
    [Rule("5.2")]
    [Rule("3.7")]
    public void Exception_CancelingChild_AbortsWithoutFaultCallback(Lane lane)
    {
        Probe child = new(_log, "child") { OnCancel = _ => throw _boom };
        child.Body = context => context.CreateBookmark("b", child.Resumed);
        Probe root = Handling("root", child);
        Running running = Runner.Start(root, lane);
        running.Cancel();
        running.End().AssertAbortedAround(_boom);
        Assert.DoesNotContain(_log.Entries, entry => entry.Contains('!', StringComparison.Ordinal));
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void FaultCallback_ActivitiesBetween_AreStillExecuting(Lane lane)
    {
        Step failing = new(_log, "failing", _boom);
        Probe middle = new(_log, "middle", failing);
        ActivityInstance? below = null;
        middle.Body = context => below = middle.Schedule(context, failing);
        Probe root = new(_log, "root", middle);
        root.Body = context => root.ScheduleGuarded(context, middle);
        root.OnFault = (context, exception, from) =>
        {
            Assert.Same(_boom, exception);
            _log.Add($"failing {below!.State} middle {from.State} children {context.GetChildren().Count}");
            context.HandleFault();
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "middle executes", "failing", "root ! boom from failing", "failing Faulted middle Executing children 1",
            "middle < failing Faulted", "root < middle Closed");
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void FaultCallback_DuringPropagation_ReceivesOwnChild(Lane lane)
    {
        Step failing = new(_log, "failing", _boom);
        Sequence between = new()
        {
            DisplayName = "between",
            Activities = { new Sequence { Activities = { failing, new Step(_log, "never") } }, new Step(_log, "never") }
        };
        ActivityInstance? betweenInstance = null, innerInstance = null;
        Probe inner = new(_log, "inner", between) { OnFault = (_, _, from) => Assert.Same(betweenInstance, from) };
        inner.Body = context => betweenInstance = inner.ScheduleGuarded(context, between);
        Probe outer = new(_log, "outer", inner);
        outer.Body = context => innerInstance = outer.ScheduleGuarded(context, inner);
        outer.OnFault = (context, _, from) =>
        {
            Assert.Same(innerInstance, from);
            context.HandleFault();
            context.CancelChild(from);
        };
        Runner.Run(outer, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "outer executes", "inner executes", "failing", "inner ! boom from failing", "outer ! boom from failing", "inner cancels",
            "inner < between Canceled", "outer < inner Canceled");
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void FaultCallback_OnSource_ReceivesFaultedSource(Lane lane)
    {
        ActivityInstance? instance = null;
        Step failing = new(_log, "failing", _boom);
        Probe root = new(_log, "root", failing);
        root.Body = context => instance = root.ScheduleGuarded(context, failing);
        root.OnFault = (context, _, from) =>
        {
            Assert.Same(instance, from);
            Assert.Equal(ActivityInstanceState.Faulted, from.State);
            context.HandleFault();
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void HandleFault_WithoutCancel_ContinuesSequenceBetween(Lane lane)
    {
        Sequence between = new() { DisplayName = "between", Activities = { new Step(_log, "failing", _boom), new Step(_log, "next") } };
        Runner.Run(Handling("root", between), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "failing", "root ! boom from failing", "next", "root < between Closed");
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void HandleFault_WithCancel_EndsSequenceBetween(Lane lane)
    {
        Sequence between = new() { DisplayName = "between", Activities = { new Step(_log, "failing", _boom), new Step(_log, "never") } };
        Probe root = Handling("root", between);
        root.OnFault = (context, _, _) =>
        {
            context.HandleFault();
            context.CancelChildren();
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "failing", "root ! boom from failing", "root < between Canceled");
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void HandleFault_WithCancelOverridden_StillSchedulesChild(Lane lane)
    {
        Step failing = new(_log, "failing", _boom), next = new(_log, "next");
        Probe between = new(_log, "between", failing, next) { OnCancel = _ => { } };
        between.Body = context => between.Schedule(context, failing);
        between.OnChild = (context, completed) =>
        {
            if (completed.Activity == failing)
            {
                between.Schedule(context, next);
            }
        };
        Probe root = Handling("root", between);
        root.OnFault = (context, _, _) =>
        {
            context.HandleFault();
            context.CancelChildren();
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "between executes", "failing", "root ! boom from failing", "between cancels", "between < failing Faulted",
            "next", "between < next Closed", "root < between Closed");
    }

    [Theory, Lanes]
    [Rule("5.4")]
    public void HandleFault_SchedulesChild_RunsItBeforeSourceCompletion(Lane lane)
    {
        Step failing = new(_log, "failing", _boom), repair = new(_log, "repair");
        Probe root = new(_log, "root", failing, repair);
        root.Body = context => root.ScheduleGuarded(context, failing);
        root.OnFault = (context, _, _) =>
        {
            context.HandleFault();
            root.Schedule(context, repair);
        };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "failing", "root ! boom from failing", "repair", "root < repair Closed", "root < failing Faulted");
    }

    [Theory, Lanes]
    [Rule("5.4")]
    [Rule("5.8")]
    public void FaultCallback_DoesNotHandle_PropagatesAndOwnerContinues(Lane lane)
    {
        Step failing = new(_log, "failing", _boom);
        Probe inner = new(_log, "inner", failing);
        inner.Body = context => inner.ScheduleGuarded(context, failing);
        Probe outer = Handling("outer", inner);
        outer.OnFault = (context, exception, _) =>
        {
            Assert.Same(_boom, exception);
            context.HandleFault();
            _log.Add($"inner {context.GetChildren().Single().State}");
        };
        Runner.Run(outer, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "outer executes", "inner executes", "failing", "inner ! boom from failing", "outer ! boom from failing", "inner Executing",
            "inner < failing Faulted", "outer < inner Closed");
    }

    [Theory, Lanes]
    [Rule("5.4")]
    public void FaultCallback_Throws_OwnerFaultsWithOriginalSource(Lane lane)
    {
        Step failing = new(_log, "failing", _boom);
        Probe inner = new(_log, "inner", failing) { OnFault = (_, _, _) => throw new NotSupportedException("second") };
        inner.Body = context => inner.ScheduleGuarded(context, failing);
        Runner.Run(Handling("outer", inner), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "outer executes", "inner executes", "failing", "inner ! boom from failing", "inner aborts", "outer ! second from failing", "outer < inner Faulted");
    }

    [Theory, Lanes]
    [Rule("5.4")]
    public void FaultCallback_ThrowsAfterHandling_OwnerFaults(Lane lane)
    {
        Step failing = new(_log, "failing", _boom), extra = new(_log, "never");
        Probe inner = new(_log, "inner", failing, extra);
        inner.OnFault = (context, _, _) =>
        {
            context.HandleFault();
            context.ScheduleActivity(extra);
            throw new NotSupportedException("second");
        };
        inner.Body = context => inner.ScheduleGuarded(context, failing);
        Runner.Run(Handling("outer", inner), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "outer executes", "inner executes", "failing", "inner ! boom from failing", "inner aborts", "outer ! second from failing", "outer < inner Faulted");
    }

    [Theory, Lanes]
    [Rule("5.4")]
    public void FaultCallback_OfRootThrows_NewExceptionIsUnhandled(Lane lane)
    {
        NotSupportedException second = new("second");
        Step failing = new(_log, "failing", _boom);
        Probe root = new(_log, "root", failing) { OnFault = (_, _, _) => throw second };
        root.Body = context => root.ScheduleGuarded(context, failing);
        Ended ended = Runner.Run(root, lane);
        ended.AssertUnhandled(second);
        Assert.Equal(ActivityInstanceState.Faulted, ended.State);
    }

    [Theory, Lanes]
    [Rule("5.2")]
    public void Exception_OfHandler_ReachesDelegateCallback(Lane lane)
    {
        ActivityAction action = new() { Handler = new Step(_log, "handler", _boom) };
        Probe root = new(_log, "root") { Delegates = { action }, OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => context.ScheduleAction(action, root.ChildCompleted, root.ChildFaulted);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "handler", "root ! boom from handler", "root < handler Faulted");
    }

    [Theory, Lanes]
    [Rule("5.3")]
    public void HandleFault_BelowLoopsAndBranches_KeepsOthersRunning(Lane lane)
    {
        int passes = 0;
        Sequence body = new() { Activities = { new Step(_log, "failing", _ => Fail()), new Step(_log, "rest") } };
        While loop = new(_ => passes < 3) { Body = new Parallel { Branches = { body, new Step(_log, "branch") } } };
        Probe root = Handling("root", loop);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs(
            "root executes", "failing", "root ! boom from failing", "rest", "branch", "failing", "rest", "branch",
            "failing", "root ! boom from failing", "rest", "branch", "root < While Closed");

        void Fail()
        {
            if (++passes != 2)
            {
                throw _boom;
            }
        }
    }

    [Theory, Lanes]
    [Rule("5.1")]
    [Rule("5.4")]
    public void Exception_InVariableDefault_HasOwnerAsSource(Lane lane)
    {
        Sequence child = new() { DisplayName = "child", Variables = { new Variable<int>("v", _ => throw _boom) }, Activities = { new Step(_log, "never") } };
        Runner.Run(Handling("root", child), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "root ! boom from child", "root < child Faulted");
    }

    /// <summary>Schedules its child with a fault callback that handles every fault.</summary>
    private Probe Handling(string name, Activity child)
    {
        Probe probe = new(_log, name, child) { OnFault = (context, _, _) => context.HandleFault() };
        probe.Body = context => probe.ScheduleGuarded(context, child);
        return probe;
    }
}
