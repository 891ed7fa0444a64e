using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Core.Tests.Hosting;

/// <summary>The collection of tests that change the thread pool of the process. No other test runs at the same time.</summary>
[CollectionDefinition(Name, DisableParallelization = true)]
public sealed class SmallThreadPool
{
    public const string Name = "Small thread pool";
}

/// <summary>Waiting workflows hold no threads, however many there are.</summary>
[Collection(SmallThreadPool.Name)]
public sealed class ConcurrencyTests : IDisposable
{
    private const int Workflows = 10_000;

    private readonly VirtualTimeProvider _clock = new();
    private readonly SmallPool _pool = new();

    public void Dispose() => _pool.Dispose();

    [Fact]
    [Rule("17.1")]
    public async Task TenThousandDelays_OnTheSmallestThreadPool_Complete()
    {
        int ended = 0;
        Sequence root = new()
        {
            Activities =
            {
                new Delay { Duration = new InArgument<TimeSpan>(_ => TimeSpan.FromMinutes(1)) },
                new Step(new Log(), "end", _ => Interlocked.Increment(ref ended))
            },
        };
        await AssertAllEnd(root);
        Assert.Equal(Workflows, ended);
    }

    [Fact]
    [Rule("17.1")]
    public async Task TenThousandOperations_OnTheSmallestThreadPool_Complete() =>
        await AssertAllEnd(new Sequence { Activities = { new AwaitTimer(_clock) } });

    private async Task AssertAllEnd(Activity root)
    {
        WorkflowInvoker invoker = new(root);
        invoker.Extensions.Add(_clock);
        Task[] runs = [.. Enumerable.Range(0, Workflows).Select(_ => Task.Run(() => invoker.InvokeAsync()))];

        // All workflows wait at the same time, a thousand times more than the pool has threads; the pool still runs other work.
        await UntilAllWait();
        await Task.Run(() => { }).WaitAsync(HangGuard.Limit);
        Assert.DoesNotContain(runs, run => run.IsCompleted);
        _clock.Advance(TimeSpan.FromMinutes(1));
        await Task.WhenAll(runs).WaitAsync(HangGuard.Limit);
    }

    private async Task UntilAllWait()
    {
        using CancellationTokenSource guard = new(HangGuard.Limit, TimeProvider.System);
        while (_clock.PendingTimers < Workflows)
        {
            guard.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
    }

    private sealed class AwaitTimer(TimeProvider clock) : AsyncCodeActivity
    {
        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
            Task.Delay(TimeSpan.FromMinutes(1), clock, cancellationToken);
    }
}
