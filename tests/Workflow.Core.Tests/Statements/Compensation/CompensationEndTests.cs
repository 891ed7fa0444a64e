using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Runtime.State;
using Workflow.Statements;
using Workflow.Testing;
using static Workflow.Core.Tests.StatementsTests.Bookings;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests the end of a workflow that contains compensable activities that were neither compensated nor confirmed.</summary>
[Rule("11.2")]
public sealed class CompensationEndTests
{
    private readonly Log _log = new();
    private readonly InvalidOperationException _boom = new("boom");

    private Bookings Bookings => new(_log);

    [Theory, Lanes]
    public void Root_Closed_ConfirmsLastFirst(Lane lane)
    {
        Runner.Run(InOrder(Bookings.New("a"), Bookings.New("b"), new Step(_log, "last"), Bookings.New("c")), lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "b", "last", "c", "keep c", "keep b", "keep a");
    }

    [Theory, Lanes]
    public void Root_IsCompensable_IsConfirmed(Lane lane)
    {
        Runner.Run(Bookings.New("a"), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "keep a");
    }

    [Theory, Lanes]
    public void Root_Canceled_CompensatesLastFirst(Lane lane)
    {
        Running running = Runner.Start(InOrder(Bookings.New("a"), Bookings.New("b"), new Wait(_log, "w")), lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("a", "b", "w waits", "w cancels", "undo b", "undo a");
    }

    [Theory, Lanes]
    [Rule("3.8")]
    public void Root_ClosedUnderCancel_Confirms(Lane lane)
    {
        Running running = Runner.Start(InOrder(Bookings.New("a"), new Wait(_log, "w") { IsDeaf = true }), lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "w waits", "w cancels", "w resumed ", "keep a");
    }

    [Theory, Lanes]
    public void Root_Terminated_DoesNeither(Lane lane)
    {
        Ended ended = Runner.Run(InOrder(Bookings.New("a"), new TerminateWorkflow { Reason = "enough" }, new Step(_log, "never")), lane);
        Assert.Equal(ExecutionOutcome.Terminated, ended.Outcome);
        _log.AssertIs("a");
    }

    [Theory, Lanes]
    public void Root_Aborted_DoesNeither(Lane lane)
    {
        Running running = Runner.Start(InOrder(Bookings.New("a"), new Wait(_log, "w")), lane);
        running.Abort(_boom);
        Assert.Same(_boom, running.End().Reason);
        _log.AssertIs("a", "w waits", "w aborts");
    }

    [Theory, Lanes]
    public void Order_Parallel_FollowsCompletion(Lane lane)
    {
        Running running = Runner.Start(
            AtOnce(Bookings.New("a", new Wait(_log, "wa")), Bookings.New("b", new Wait(_log, "wb")), Bookings.New("c", new Wait(_log, "wc"))),
            lane);
        running.Resume("wb");
        running.Resume("wc");
        running.Resume("wa");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(["keep a", "keep c", "keep b"], _log.Entries[^3..]);
    }

    [Theory, Lanes]
    [Rule("11.4")]
    public void Order_Nested_IsOuterHandlerFirst(Lane lane)
    {
        Runner.Run(InOrder(Bookings.New("z"), Bookings.Outer(hasHandlers: true)), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("z", "a", "b", "c", "keep outer", "keep c", "keep b", "keep a", "keep z");
    }

    [Theory, Lanes]
    public void Order_SomeCompensatedBefore_KeepsOrderOfRest(Lane lane)
    {
        Variable<CompensationToken>[] tokens = [Token("a"), Token("b"), Token("c"), Token("d")];
        Sequence root = Within(
            [.. tokens], Bookings.New("a", token: tokens[0]), Bookings.New("b", token: tokens[1]), Bookings.New("c", token: tokens[2]),
            Bookings.New("d", token: tokens[3]), Bookings.New("e"), Undo(tokens[1]), Keep(tokens[3]), Undo(tokens[0]), Bookings.New("f"));
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "b", "c", "d", "e", "undo b", "keep d", "undo a", "f", "keep f", "keep e", "keep c");
    }

    [Theory, Lanes]
    [Rule("11.1")]
    public void Handler_AtEnd_MayWait(Lane lane)
    {
        CompensableActivity a = Bookings.New("a");
        CompensableActivity b = Bookings.New("b");
        b.ConfirmationHandler = InOrder(new Wait(_log, "w1"), new Wait(_log, "w2"));
        Running running = Runner.Start(InOrder(a, b, Bookings.New("c")), lane);
        Assert.True(running.IsIdle);
        running.Resume("w1");
        Assert.True(running.IsIdle);
        running.Resume("w2");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "b", "c", "keep c", "w1 waits", "w1 resumed ", "w2 waits", "w2 resumed ", "keep a");
    }

    [Theory, Lanes]
    [Rule("11.1")]
    public void Handler_AtEndWithDelay_IsAwaited(Lane lane)
    {
        VirtualTimeProvider clock = new();
        WorkflowInstanceExtensionManager extensions = new();
        extensions.Add(clock);
        CompensableActivity a = Bookings.New("a");
        a.ConfirmationHandler = InOrder(new Delay { Duration = TimeSpan.FromHours(1) }, new Step(_log, "an hour later"));
        Running running = Runner.Start(a, lane, extensions: extensions);
        Assert.True(running.IsIdle);
        clock.Advance(TimeSpan.FromHours(1));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "an hour later");
    }

    [Theory, Lanes]
    public void Cancel_DuringConfirmation_HasNoEffect(Lane lane)
    {
        CompensableActivity b = Bookings.New("b");
        b.ConfirmationHandler = new Wait(_log, "w");
        Running running = Runner.Start(InOrder(Bookings.New("a"), b), lane);
        running.Cancel();
        running.Resume("w");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "b", "w waits", "w resumed ", "keep a");
    }

    [Theory, Lanes]
    public void Cancel_DuringCompensation_HasNoEffect(Lane lane)
    {
        CompensableActivity b = Bookings.New("b");
        b.CompensationHandler = new Wait(_log, "undo");
        Running running = Runner.Start(InOrder(Bookings.New("a"), b, new Wait(_log, "w")), lane);
        running.Cancel();
        running.Cancel();
        running.Resume("undo");
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("a", "b", "w waits", "w cancels", "undo waits", "undo resumed ", "undo a");
    }

    [Theory, Lanes]
    public void Terminate_DuringConfirmation_TerminatesWorkflow(Lane lane)
    {
        CompensableActivity b = Bookings.New("b");
        b.ConfirmationHandler = InOrder(new TerminateWorkflow { Reason = "enough" }, new Step(_log, "never"));
        Ended ended = Runner.Run(InOrder(Bookings.New("a"), b), lane);
        Assert.Equal(ExecutionOutcome.Terminated, ended.Outcome);
        Assert.Equal("enough", Assert.IsType<WorkflowTerminatedException>(ended.Reason).Message);
        _log.AssertIs("a", "b");
    }

    [Theory, Lanes]
    [Rule("6.1")]
    public void Abort_DuringConfirmation_TearsDownHandler(Lane lane)
    {
        CompensableActivity b = Bookings.New("b");
        b.ConfirmationHandler = new Wait(_log, "w");
        Running running = Runner.Start(InOrder(Bookings.New("a"), b), lane);
        running.Abort(_boom);
        Ended ended = running.End();
        Assert.Equal((ExecutionOutcome.Aborted, _boom), (ended.Outcome, ended.Reason));
        _log.AssertIs("a", "b", "w waits", "w aborts");
    }

    [Theory, Lanes]
    [Rule("4.10")]
    public void Outputs_WrittenByHandler_AreReturned(Lane lane)
    {
        Composite root = null!;
        root = new Composite("root", () =>
        {
            CompensableActivity booking = Bookings.New("a");
            booking.ConfirmationHandler = InOrder(
                new Wait(_log, "w"),
                new Put<int>(7) { To = new OutArgument<int>(new Workflow.Expressions.ArgumentReference<int>("Output")) });
            return booking;
        });
        Running running = Runner.Start(root, lane);
        running.Resume("w");
        Ended ended = running.End();
        ended.AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(7, ended.Outputs["Output"]);
    }

    [Theory, Lanes]
    [Rule("11.5")]
    public void Completed_EnclosingActivityFaults_IsConfirmedAtEnd(Lane lane)
    {
        TryCatch enclosing = Bookings.Caught(InOrder(Bookings.New("a"), new Step(_log, "failing", _boom)));
        Runner.Run(InOrder(enclosing, new Step(_log, "after")), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "failing", "catch", "after", "keep a");
    }

    [Theory, Lanes]
    [Rule("11.5")]
    public void Completed_EnclosingActivityCanceled_IsConfirmedAtEnd(Lane lane)
    {
        CancellationScope enclosing = new() { Body = InOrder(Bookings.New("a"), new Wait(_log, "w")), CancellationHandler = new Step(_log, "handler") };
        Running running = Runner.Start(InOrder(Race(enclosing, new Wait(_log, "stop")), new Step(_log, "after")), lane);
        running.Resume("stop");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("stop waits", "a", "w waits", "stop resumed ", "w cancels", "handler", "after", "keep a");
    }

    [Theory, Lanes]
    public void Canceled_BeforeEnd_IsNotConfirmed(Lane lane)
    {
        Running running = Runner.Start(InOrder(Bookings.New("a"), Race(Bookings.New("b", new Wait(_log, "w")), new Wait(_log, "stop"))), lane);
        running.Resume("stop");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("a", "w waits", "stop waits", "stop resumed ", "w cancels", "drop b", "keep a");
    }

    [Theory, Lanes]
    public void Inside_TornDownActivity_RunsNoHandler(Lane lane)
    {
        // A fault callback that throws tears down the subtree. The completed activity in the subtree is neither compensated nor confirmed.
        CompensableActivity outer = Bookings.New("outer", InOrder(Bookings.New("a"), new Step(_log, "failing", new FormatException("first"))));
        Probe middle = new(_log, "middle", outer) { OnFault = (_, _, _) => throw _boom };
        middle.Body = context => middle.ScheduleGuarded(context, outer);
        Runner.Run(Bookings.Caught(middle), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("middle executes", "a", "failing", "middle ! first from failing", "middle aborts", "catch");
    }

    [Fact]
    [Rule("17.2")]
    public async Task InvokeAsync_Canceled_CompensatesBeforeThrowing()
    {
        using CancellationTokenSource source = new();
        Sequence root = InOrder(Bookings.New("a"), new Wait(_log, "w"));
        Task<IDictionary<string, object?>> run = Started.WithoutContext(() => WorkflowInvoker.InvokeAsync(root, cancellationToken: source.Token));
        Assert.False(run.IsCompleted);
        await source.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run.WaitAsync(HangGuard.Limit));
        _log.AssertIs("a", "w waits", "w cancels", "undo a");
    }
}
