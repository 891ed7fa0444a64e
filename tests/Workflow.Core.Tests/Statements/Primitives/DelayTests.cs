using Workflow.Core.Tests.TestKit;
using Workflow.Hosting;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.2")]
[Rule("19")]
public sealed class DelayTests : StatementTests
{
    private static readonly TimeSpan Minute = TimeSpan.FromMinutes(1);

    private readonly VirtualTimeProvider _clock = new();

    protected override Activity Sample() => new Delay { Duration = new(_ => Zero()) };

    [Theory, Lanes]
    public void Duration_Elapsed_Completes(Lane lane)
    {
        Running running = Start(For(Minute), lane);
        _clock.Advance(Minute - TimeSpan.FromMilliseconds(1));
        Assert.True(running.IsIdle);
        _clock.Advance(TimeSpan.FromMilliseconds(1));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Duration_Zero_CompletesInItsItem(Lane lane)
    {
        Runner.Run(new Sequence { Activities = { For(TimeSpan.Zero), new Step(Log, "after") } }, lane, extensions: Extensions())
            .AssertCompleted(ActivityInstanceState.Closed);
        Assert.Equal(0, _clock.PendingTimers);
        Log.AssertIs("after");
    }

    [Theory, Lanes]
    public void Duration_Negative_IsOutOfRange(Lane lane)
    {
        Exception? reason = Runner.Run(For(TimeSpan.FromTicks(-1)), lane).Reason;
        Assert.Contains("negative", Assert.IsType<ArgumentOutOfRangeException>(reason).Message, StringComparison.Ordinal);
    }

    [Theory, Lanes]
    public void Duration_MaxValue_WaitsForever(Lane lane)
    {
        Running running = Start(For(TimeSpan.MaxValue), lane);
        Assert.Equal(0, _clock.PendingTimers);
        _clock.Advance(TimeSpan.FromDays(100_000));
        Assert.True(running.IsIdle);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
    }

    [Theory, Lanes]
    public void Duration_LongerThanSystemTimer_IsAwaited(Lane lane)
    {
        Running running = Start(For(TimeSpan.FromDays(120)), lane);
        _clock.Advance(TimeSpan.FromDays(119));
        Assert.True(running.IsIdle);
        _clock.Advance(TimeSpan.FromDays(1));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void Duration_BelowMillisecond_IsAwaited(Lane lane)
    {
        Running running = Start(For(TimeSpan.FromTicks(1)), lane);
        Assert.True(running.IsIdle);
        _clock.Advance(TimeSpan.FromMilliseconds(1));
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Fact]
    [Rule("12.4")]
    public void Duration_Missing_IsInvalid() => Invalid.AssertBelowARoot(new Delay(), "'Duration'");

    [Theory, Lanes]
    public void Delays_InSequence_AddUp(Lane lane)
    {
        Running running = Start(new Sequence { Activities = { For(Minute), new Step(Log, "a"), For(Minute), new Step(Log, "b") } }, lane);
        _clock.Advance(Minute);
        Log.AssertIs("a");
        _clock.Advance(Minute);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a", "b");
    }

    [Theory, Lanes]
    public void Delays_InParallel_EndInOrderOfTime(Lane lane)
    {
        Parallel root = new() { Branches = { After(2 * Minute, "late"), After(Minute, "first"), After(Minute, "second") } };
        Running running = Start(root, lane);
        Assert.Equal(1, _clock.PendingTimers);
        _clock.Advance(2 * Minute);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("first", "second", "late");
    }

    [Theory, Lanes]
    public void Delay_InLoop_WaitsInEachIteration(Lane lane)
    {
        int passes = 0;
        Running running = Start(new While(_ => ++passes <= 3) { Body = After(Minute, "pass") }, lane);
        for (int i = 1; i <= 3; i++)
        {
            _clock.Advance(Minute);
            Assert.Equal(i, Log.Entries.Length);
        }

        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_WhileWaiting_EndsCanceledAtOnce(Lane lane)
    {
        Running running = Start(new Sequence { Activities = { For(Minute), new Step(Log, "never") } }, lane);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _clock.Advance(2 * Minute);
        Log.AssertIs();
    }

    [Theory, Lanes]
    [Rule("3.6")]
    public void Cancel_OneOfTwo_KeepsOther(Lane lane)
    {
        CancellationScope canceled = new() { Body = For(2 * Minute), CancellationHandler = new Step(Log, "canceled") };
        Parallel root = new() { Branches = { canceled, After(Minute, "first") }, CompletionCondition = true };
        Running running = Start(new Sequence { Activities = { root, After(Minute, "then") } }, lane);
        _clock.Advance(Minute);
        Log.AssertIs("first", "canceled");
        _clock.Advance(Minute);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("first", "canceled", "then");
    }

    [Theory, Lanes]
    [Rule("6.2")]
    public void Abort_WhileWaiting_StopsTimer(Lane lane)
    {
        Running running = Start(For(Minute), lane);
        InvalidOperationException reason = new("abort");
        running.Abort(reason);
        Assert.Same(reason, running.End().Reason);
        Assert.Equal(0, _clock.PendingTimers);
    }

    [Theory, Lanes]
    [Rule("5.6")]
    public void Fault_InSibling_CancelsDelay(Lane lane)
    {
        TryCatch root = new()
        {
            Try = new Parallel { Branches = { For(Minute), new Step(Log, "failing", new InvalidOperationException()) } },
            Catches = { new Catch<InvalidOperationException>() },
        };
        Running running = Start(root, lane);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    public void TimerExtension_OfHost_ReplacesBuiltIn(Lane lane)
    {
        OwnTimer timer = new();
        WorkflowInstanceExtensionManager extensions = new();
        extensions.Add(timer);
        Running running = Runner.Start(For(Minute), lane, extensions: extensions);
        Assert.Equal(Minute, timer.Registered);
        running.Resume(timer.Bookmark!);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        running = Runner.Start(For(Minute), lane, extensions: extensions);
        running.Cancel();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        Assert.Null(timer.Bookmark);
    }

    [Fact]
    [Rule("17.2")]
    public async Task InvokeAsync_CanceledWhileWaiting_StopsTimer()
    {
        WorkflowInvoker invoker = new(For(Minute));
        invoker.Extensions.Add(_clock);
        using CancellationTokenSource source = new();
        Task run = invoker.InvokeAsync(cancellationToken: source.Token);
        Assert.False(run.IsCompleted);
        await source.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run.WaitAsync(HangGuard.Limit));
        Assert.Equal(0, _clock.PendingTimers);
    }

    private static Delay For(TimeSpan duration) => new() { Duration = duration };

    private Sequence After(TimeSpan duration, string name) => new() { Activities = { For(duration), new Step(Log, name) } };

    private Running Start(Activity workflow, Lane lane) => Runner.Start(workflow, lane, extensions: Extensions());

    private WorkflowInstanceExtensionManager Extensions()
    {
        WorkflowInstanceExtensionManager extensions = new();
        extensions.Add(_clock);
        return extensions;
    }

    private TimeSpan Zero()
    {
        Log.Add("duration");
        return TimeSpan.Zero;
    }

    private sealed class OwnTimer : TimerExtension
    {
        public TimeSpan Registered { get; private set; }

        public Bookmark? Bookmark { get; private set; }

        protected override void OnRegisterTimer(TimeSpan timeout, Bookmark bookmark) => (Registered, Bookmark) = (timeout, bookmark);

        protected override void OnCancelTimer(Bookmark bookmark) => Bookmark = null;
    }
}
