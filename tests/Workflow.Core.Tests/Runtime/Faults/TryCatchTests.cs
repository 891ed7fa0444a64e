using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.Runtime.Faults;

/// <summary>The fault model as the shipped activities use it.</summary>
public sealed class TryCatchTests
{
    private readonly Log _log = new();

    [Theory, Lanes]
    [Rule("5.6")]
    public void Catch_OfSeveralThatFit_IsTheMostDerivedAndRunsWhenTheTryHasEnded(Lane lane)
    {
        Probe beside = new(_log, "beside");
        beside.Body = context => context.CreateBookmark("b", beside.Resumed);
        TryCatch root = Try(
            new Parallel { Branches = { beside, new Step(_log, "failing", new DirectoryNotFoundException("boom")) } },
            Catch<Exception>("base"), Catch<IOException>("io"), Catch<InvalidOperationException>("other"));
        root.Finally = new Step(_log, "finally");
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("beside executes", "failing", "beside cancels", "io", "finally");
    }

    [Theory, Lanes]
    [Rule("5.6")]
    public void Catch_OfTheExactType_BeatsTheBaseThatComesFirst(Lane lane)
    {
        Runner.Run(Try(new Step(_log, "failing", new DirectoryNotFoundException("boom")), Catch<IOException>("base"), Catch<DirectoryNotFoundException>("exact")), lane);
        _log.AssertIs("failing", "exact");
    }

    [Theory, Lanes]
    [Rule("5.6")]
    public void Exception_WithoutAMatch_LeavesTheTryUncanceledAndTheFinallyUnrun(Lane lane)
    {
        TryCatch inner = Try(
            new Parallel { Branches = { new Wait(_log, "w"), new Step(_log, "failing", new InvalidOperationException("boom")) } }, Catch<ArgumentException>("never"));
        inner.Finally = new Step(_log, "never either");
        Probe root = new(_log, "root", inner) { OnFault = (context, _, _) => context.HandleFault() };
        root.Body = context => root.ScheduleGuarded(context, inner);
        Running running = Runner.Start(root, lane);
        Assert.True(running.IsIdle);
        _log.AssertIs("root executes", "w waits", "failing", "root ! boom from failing");
    }

    [Theory, Lanes]
    [Rule("5.6")]
    public void Exception_WithoutAMatchCaughtOutside_RunsTheInnerFinallyBeforeTheOuterCatch(Lane lane)
    {
        TryCatch inner = Try(new Step(_log, "failing", new InvalidOperationException("boom")), Catch<ArgumentException>("never"));
        inner.Finally = new Step(_log, "inner finally");
        TryCatch outer = Try(new Sequence { Activities = { inner, new Step(_log, "never") } }, Catch<InvalidOperationException>("outer"));
        outer.Finally = new Step(_log, "outer finally");
        Runner.Run(outer, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("failing", "inner finally", "outer", "outer finally");
    }

    [Theory, Lanes]
    [Rule("5.6")]
    public void Exception_NobodyCatches_RunsNoFinally(Lane lane)
    {
        TryCatch root = new() { Try = new Step(_log, "failing", new InvalidOperationException("boom")), Finally = new Step(_log, "never") };
        Assert.Equal("boom", Runner.Run(root, lane).Reason!.Message);
        _log.AssertIs("failing");
    }

    [Theory, Lanes]
    [Rule("5.6")]
    public void Rethrow_OutOfACatch_KeepsTheOriginalSource(Lane lane)
    {
        Step failing = new(_log, "failing", new InvalidOperationException("boom"));
        TryCatch inner = Try(failing, new Catch<InvalidOperationException>
        {
            Action = new ActivityAction<InvalidOperationException> { Handler = new Sequence { Activities = { new Step(_log, "caught"), new Rethrow(), new Step(_log, "never") } } },
        });
        Probe root = new(_log, "root", inner);
        root.OnFault = (context, _, _) =>
        {
            context.HandleFault();
            context.CancelChildren();
        };
        root.Body = context => root.ScheduleGuarded(context, inner);
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("root executes", "failing", "caught", "root ! boom from failing", "root < TryCatch Canceled");
    }

    [Theory, Lanes]
    [Rule("5.6")]
    public void TryCatch_InALoop_StartsAfreshEachPass(Lane lane)
    {
        int passes = 0;
        TryCatch body = Try(new Step(_log, "try", _ => Fail()), Catch<InvalidOperationException>("catch"));
        body.Finally = new Step(_log, "finally");
        Runner.Run(new While(_ => passes < 4) { Body = body }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("try", "catch", "finally", "try", "finally", "try", "catch", "finally", "try", "finally");

        void Fail()
        {
            if (++passes % 2 == 1)
            {
                throw new InvalidOperationException("boom");
            }
        }
    }

    private static TryCatch Try(Activity body, params Catch[] catches)
    {
        TryCatch activity = new() { Try = body };
        foreach (Catch item in catches)
        {
            activity.Catches.Add(item);
        }

        return activity;
    }

    private Catch<T> Catch<T>(string name)
        where T : Exception => new() { Action = new ActivityAction<T> { Handler = new Step(_log, name) } };
}
