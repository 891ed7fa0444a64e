using Workflow.Core.Tests.TestKit;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>
/// Tests a <see cref="TryCatch"/> that receives a cancel request. <see cref="FaultUnderCancelTests"/> covers exceptions under a cancel request.
/// </summary>
[Rule("3.6")]
[Rule("5.6")]
[Rule("19")]
public sealed class TryCatchCancelTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    [Theory, Lanes]
    public void Cancel_TryWaits_RunsFinallyAndEndsCanceled(Lane lane)
    {
        Running running = Runner.Start(Guarded(new Wait(_log, "w"), Catch<Exception>("never")), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("w waits", "w cancels", "finally");
    }

    [Theory, Lanes]
    public void Cancel_TryCloses_EndsCanceled(Lane lane)
    {
        Running running = Runner.Start(Guarded(new Wait(_log, "w") { IsDeaf = true }), lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("w waits", "w cancels", "w resumed ", "finally");
    }

    [Theory, Lanes]
    public void Cancel_FinallyWaits_EndsCanceledAfterIt(Lane lane)
    {
        TryCatch root = new() { Try = new Step(_log, "try"), Finally = new Wait(_log, "w") };
        Running running = Runner.Start(root, lane);
        running.Cancel();
        Assert.True(running.IsIdle);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("try", "w waits", "w resumed ");
    }

    [Theory, Lanes]
    public void Cancel_CatchWaits_EndsClosedAfterIt(Lane lane)
    {
        TryCatch root = Guarded(
            new Step(_log, "failing", _boom),
            new Catch<InvalidOperationException> { Action = Handlers.Action<InvalidOperationException>(_ => new Wait(_log, "w")) });
        Running running = Runner.Start(root, lane);
        running.Cancel();
        Assert.True(running.IsIdle);
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("failing", "w waits", "w resumed ", "finally");
    }

    [Theory, Lanes]
    public void Cancel_BetweenExceptionAndCatch_RunsCatchAndEndsClosed(Lane lane)
    {
        Parallel body = new() { Branches = { new Wait(_log, "w") { IsDeaf = true }, new Step(_log, "failing", _boom) } };
        Running running = Runner.Start(Guarded(body, Catch<InvalidOperationException>("catch")), lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("w waits", "failing", "w cancels", "w resumed ", "catch", "finally");
    }

    [Theory, Lanes]
    public void Cancel_RequestedInFailingItem_RunsCatchAndEndsClosed(Lane lane)
    {
        Ended ended = StatementTests.RunWithCancel(
            cancel => Guarded(new Sequence { Activities = { new Step(_log, "failing", _ => Fail(cancel)) } }, Catch<InvalidOperationException>("catch")), lane);
        ended.AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("failing", "catch", "finally");

        void Fail(Action cancel)
        {
            cancel();
            throw _boom;
        }
    }

    private Catch<T> Catch<T>(string name)
        where T : Exception => new() { Action = Handlers.Action<T>(_ => new Step(_log, name)) };

    private TryCatch Guarded(Activity? body, params Catch[] catches)
    {
        TryCatch activity = new() { Try = body, Finally = new Step(_log, "finally") };
        Array.ForEach(catches, activity.Catches.Add);
        return activity;
    }
}
