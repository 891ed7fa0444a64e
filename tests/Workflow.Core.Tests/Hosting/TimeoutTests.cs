using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Core.Tests.Hosting;

/// <summary>Timeouts of every length (rule 17.2).</summary>
public sealed class TimeoutTests
{
    private readonly Log _log = new();
    private readonly VirtualTimeProvider _clock = new();

    public static TheoryData<TimeSpan> Negative => [TimeSpan.FromTicks(-1), TimeSpan.FromMilliseconds(-2), TimeSpan.FromDays(-60), TimeSpan.MinValue];

    /// <summary>Each way to invoke a workflow has an overload with a timeout and without inputs.</summary>
    [Fact]
    [Rule("17.2")]
    public async Task InvokeAsync_WithATimeoutOnly_EndsTheWait()
    {
        Func<TimeSpan, Task>[] waiting =
        [
            timeout => WorkflowInvoker.InvokeAsync(new Delay { Duration = TimeSpan.FromDays(1) }, timeout),
            timeout => WorkflowInvoker.InvokeAsync(new WaitAndCompute(), timeout),
            timeout => WorkflowInvoker.InvokeAsync(new WaitAndCompute(), null, timeout),
            timeout => new WorkflowInvoker(new WaitAndCompute()).InvokeAsync(timeout),
        ];
        foreach (Func<TimeSpan, Task> call in waiting)
        {
            await Assert.ThrowsAsync<TimeoutException>(() => call(TimeSpan.Zero));
        }

        Assert.Equal(1, await WorkflowInvoker.InvokeAsync(new Compute<int>(_log, "one", _ => 1), TimeSpan.FromMinutes(1)));
        Assert.Equal(1, await WorkflowInvoker.InvokeAsync(new Compute<int>(_log, "one", _ => 1), null, TimeSpan.FromMinutes(1)));
        Assert.Equal(1, (await WorkflowInvoker.InvokeAsync((Activity)new Compute<int>(_log, "one", _ => 1), Timeout.InfiniteTimeSpan))["Result"]);
        Assert.Equal(1, (await new WorkflowInvoker(new Compute<int>(_log, "one", _ => 1)).InvokeAsync(TimeSpan.FromMinutes(1)))["Result"]);
    }

    [Theory]
    [MemberData(nameof(Negative))]
    [Rule("17.2")]
    public async Task Timeout_Negative_IsRefused(TimeSpan timeout)
    {
        Compute<int> workflow = new(_log, "one", _ => 1);
        Dictionary<string, object?> inputs = [];
        Action[] calls =
        [
            () => WorkflowInvoker.Invoke((Activity)workflow, timeout),
            () => WorkflowInvoker.Invoke((Activity)workflow, inputs, timeout),
            () => WorkflowInvoker.Invoke(workflow, inputs, timeout),
            () => WorkflowInvoker.Invoke(workflow, inputs, out _, timeout),
            () => new WorkflowInvoker(workflow).Invoke(timeout),
            () => new WorkflowInvoker(workflow).Invoke(inputs, timeout),
        ];
        Assert.All(calls, call => Assert.Equal("timeout", Assert.Throws<ArgumentOutOfRangeException>(call).ParamName));
        Assert.Equal(
            "timeout",
            (await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => WorkflowInvoker.InvokeAsync(workflow, inputs, timeout))).ParamName);
        Assert.Equal(
            "timeout",
            (await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => new WorkflowInvoker(workflow).InvokeAsync(inputs, timeout))).ParamName);
    }

    [Theory]
    [InlineData(50)]
    [InlineData(400)]
    [Rule("17.2")]
    public async Task Timeout_OfManyDays_EndsTheWait(int days)
    {
        Task run = Start(TimeSpan.FromDays(days));
        _clock.Advance(TimeSpan.FromDays(days) - TimeSpan.FromTicks(1));
        Assert.False(run.IsCompleted);
        _clock.Advance(TimeSpan.FromTicks(1));
        await Assert.ThrowsAsync<TimeoutException>(() => run.WaitAsync(HangGuard.Limit));
        Assert.Equal(0, _clock.PendingTimers);
    }

    [Fact]
    [Rule("17.2")]
    public void Timeout_OnTheSystemClock_MayHaveAnyLength()
    {
        Step step = new(_log, "step");
        WorkflowInvoker.Invoke(step, TimeSpan.FromDays(50));
        WorkflowInvoker.Invoke(step, TimeSpan.MaxValue);
        WorkflowInvoker.Invoke(step, Timeout.InfiniteTimeSpan);
        WorkflowInvoker.Invoke(step, TimeSpan.Zero);
        Assert.Equal(4, _log.Entries.Length);
    }

    [Fact]
    [Rule("17.2")]
    public async Task Timeout_Zero_EndsTheFirstWait()
    {
        Task run = Start(TimeSpan.Zero);
        _clock.Advance(TimeSpan.Zero);
        await Assert.ThrowsAsync<TimeoutException>(() => run.WaitAsync(HangGuard.Limit));
    }

    private Task Start(TimeSpan timeout)
    {
        WorkflowInvoker invoker = new(new Wait(_log, "w"));
        invoker.Extensions.Add(_clock);
        return Started.WithoutContext(() => invoker.InvokeAsync(null, timeout));
    }

    private sealed class WaitAndCompute : Activity<int>
    {
        public WaitAndCompute() => Implementation = () => new Delay { Duration = TimeSpan.FromDays(1) };
    }
}
