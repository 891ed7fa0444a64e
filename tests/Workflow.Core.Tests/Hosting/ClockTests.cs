using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Core.Tests.Hosting;

/// <summary>The time of a workflow comes from a <see cref="TimeProvider"/> among the extensions.</summary>
public sealed class ClockTests
{
    private readonly Log _log = new();
    private readonly VirtualTimeProvider _clock = new();

    [Fact]
    [Rule("18.2")]
    public async Task Delay_WithAClockAmongTheExtensions_WaitsForThatClock()
    {
        Task run = Start(new Sequence { Activities = { new Delay { Duration = TimeSpan.FromHours(1) }, new Step(_log, "after") } });
        _clock.Advance(TimeSpan.FromMinutes(59));
        Assert.False(run.IsCompleted);
        Assert.Empty(_log.Entries);
        _clock.Advance(TimeSpan.FromMinutes(1));
        await run.WaitAsync(HangGuard.Limit);
        _log.AssertIs("after");
    }

    [Fact]
    [Rule("18.2")]
    public async Task Delays_OneAfterTheOther_AreBothOnThatClock()
    {
        Task run = Start(new Sequence
        {
            Activities =
            {
                new Delay { Duration = TimeSpan.FromHours(1) },
                new Step(_log, "between"),
                new Delay { Duration = TimeSpan.FromHours(2) },
                new Step(_log, "after")
            },
        });
        _clock.Advance(TimeSpan.FromHours(1));
        await WaitForTimer();
        _log.AssertIs("between");
        _clock.Advance(TimeSpan.FromHours(2));
        await run.WaitAsync(HangGuard.Limit);
        _log.AssertIs("between", "after");
    }

    [Fact]
    [Rule("3.6")]
    public async Task Delay_Canceled_LeavesNoTimer()
    {
        using CancellationTokenSource cancellation = new();
        Task run = Start(new Delay { Duration = TimeSpan.FromHours(1) }, cancellation.Token);
        Assert.Equal(1, _clock.PendingTimers);
        await cancellation.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => run.WaitAsync(HangGuard.Limit));
        Assert.Equal(0, _clock.PendingTimers);
    }

    [Fact]
    [Rule("18.2")]
    public void Delay_InASynchronousRun_IsOnThatClockToo()
    {
        Step advance = new(_log, "advance", _ => _clock.Advance(TimeSpan.FromHours(1)));
        Invoker(new Statements.Parallel { Branches = { new Delay { Duration = TimeSpan.FromHours(1) }, advance } }).Invoke();
        _log.AssertIs("advance");
    }

    /// <summary>Waits until the workflow, which continues on a thread of the pool, is idle again: then its next timer exists.</summary>
    private async Task WaitForTimer()
    {
        using CancellationTokenSource guard = new(HangGuard.Limit, TimeProvider.System);
        while (_clock.PendingTimers == 0)
        {
            guard.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
    }

    private Task Start(Activity root, CancellationToken cancellationToken = default) =>
        Started.WithoutContext(() => Invoker(root).InvokeAsync(null, cancellationToken));

    private WorkflowInvoker Invoker(Activity root)
    {
        WorkflowInvoker invoker = new(root);
        invoker.Extensions.Add(_clock);
        return invoker;
    }
}
