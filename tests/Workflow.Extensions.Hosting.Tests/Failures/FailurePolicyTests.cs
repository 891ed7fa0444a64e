using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Failures;

/// <summary>Tests of instances with an unhandled exception, and of instances that end their process.</summary>
public sealed class FailurePolicyTests
{
    private readonly VirtualTimeProvider _time = new();
    private int _runs;

    /// <summary>The number of runs that fail.</summary>
    private int _failing = int.MaxValue;

    [Fact]
    public async Task AbandonAndSuspend_ByDefault_ContinuesFromTheLastSave()
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition("fail", 1, Failing()), null, _time);
        Guid id = await run.StartInstanceAsync("fail");
        await run.UntilWaitsAsync(id, "go");
        await run.Client.ResumeAsync(id, "go", "x");
        WorkflowInstanceInfo info = await run.UntilAsync(id, found => found.State == WorkflowInstanceState.Suspended);
        Assert.Contains("The disk is full.", info.Reason, StringComparison.Ordinal);
        Assert.Equal((1, 1), (info.PendingMessageCount, _runs));
        Assert.Contains(run.Log.Lines, line => line.Id == 6 && line.Exception?.Message == "The disk is full.");
        _failing = 0;
        Assert.True(await run.Client.ContinueAsync(id));
        Assert.Equal(WorkflowInstanceState.Completed, (await run.EndOfAsync(id)).State);
        Assert.Equal(2, _runs);
    }

    [Fact]
    public async Task RetryWithBackOff_RunsAgainAtGrowingIntervals()
    {
        _failing = 3;
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("fail", 1, Failing(), WorkflowFailurePolicy.RetryWithBackOff), null, _time);
        Guid id = await run.StartInstanceAsync("fail");
        await run.Client.ResumeAsync(id, "go", "x");
        for (int failures = 1; failures <= 3; failures++)
        {
            int expected = failures;
            WorkflowInstanceInfo info = await run.UntilAsync(id, found => found.FailureCount == expected && found.OwnerName is null);
            Assert.Equal((failures, false), (_runs, info.State == WorkflowInstanceState.Suspended));
            _time.Advance(TimeSpan.FromSeconds(Math.Pow(2, failures - 1)));
        }

        Assert.Equal(WorkflowInstanceState.Completed, (await run.EndOfAsync(id)).State);
        Assert.Equal(4, _runs);
    }

    [Fact]
    public async Task RetryWithBackOff_AfterTheLastRetry_Suspends()
    {
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("fail", 1, Failing(), WorkflowFailurePolicy.RetryWithBackOff).Configure(options => options.MaxRetryAttempts = 3),
            null,
            _time);
        Guid id = await run.StartInstanceAsync("fail");
        await run.Client.ResumeAsync(id, "go", "x");
        await Eventually.TrueAsync(
            async () =>
            {
                _time.Advance(TimeSpan.FromSeconds(1));
                return (await run.Client.GetAsync(id))!.State == WorkflowInstanceState.Suspended;
            },
            run.Log.ToString);
        Assert.Equal(3, _runs);
    }

    [Theory]
    [InlineData(WorkflowFailurePolicy.Cancel, WorkflowInstanceState.Canceled)]
    [InlineData(WorkflowFailurePolicy.Terminate, WorkflowInstanceState.Faulted)]
    public async Task CancelAndTerminate_EndTheInstance(WorkflowFailurePolicy policy, WorkflowInstanceState state)
    {
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("fail", 1, Failing()).Configure(options => options.FailurePolicy = policy), null, _time);
        Guid id = await run.StartInstanceAsync("fail");
        await run.Client.ResumeAsync(id, "go", "x");
        WorkflowResult result = await run.EndOfAsync(id);
        Assert.Equal(state, result.State);
        Assert.Equal(policy == WorkflowFailurePolicy.Terminate, result.FailureText?.Contains("The disk is full.", StringComparison.Ordinal) == true);
    }

    /// <summary>
    /// Regression 22: an instance that always ends its process becomes suspected and is finally loaded alone. From then on, each end of the process counts as a
    /// failure of the instance.
    /// </summary>
    [Fact]
    public async Task Instance_EndingItsProcessRepeatedly_IsSuspended()
    {
        const int Ends = SuspectWindow.MaxSuspicion + 2;
        InMemoryInstanceStore store = HostRun.NewStore(_time);
        List<HostRun> hosts = [];

        // A process that does not run it starts it: the end of the process that has started an instance does not count, because the start has saved it.
        await using HostRun client = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("deadly", 1, Deadly(() => Task.CompletedTask)).Configure(options => options.RunInstances = false), store, _time);
        Guid id = await client.StartInstanceAsync("deadly");
        for (int process = 1; process <= Ends; process++)
        {
            FaultyStore own = new(store);
            HostRun host = await HostRun.StartAsync(workflow => workflow.AddDefinition("deadly", 1, Deadly(() => End(own))), own, _time);
            hosts.Add(host);
            int expected = process;
            await Eventually.TrueAsync(() => _runs == expected && own.IsLost);
            _time.Advance(TimeSpan.FromMinutes(3));
        }

        await using HostRun healthy = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("deadly", 1, Deadly(() => Task.CompletedTask)), store, _time);
        await healthy.UntilAsync(id, info => info.State == WorkflowInstanceState.Suspended);
        Assert.Equal(Ends, _runs);
        Assert.True(await healthy.Client.ContinueAsync(id));
        Assert.Equal(WorkflowInstanceState.Completed, (await healthy.EndOfAsync(id)).State);
        foreach (HostRun host in hosts)
        {
            await host.StopInTimeAsync();
        }

        Sequence Deadly(Func<Task> end) => new() { Activities = { new Do(_ => _runs++), new DoAsync(_ => end()) } };

        static Task End(FaultyStore process)
        {
            process.IsLost = true;
            return new TaskCompletionSource().Task;
        }
    }

    private Sequence Failing() => new()
    {
        Activities =
        {
            new WaitFor(),
            new Do(_ =>
            {
                if (++_runs <= _failing)
                {
                    throw new InvalidOperationException("The disk is full.");
                }
            }),
        },
    };
}
