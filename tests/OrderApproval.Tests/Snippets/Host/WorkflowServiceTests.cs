using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Workflow;
using Workflow.Persistence;

namespace OrderApproval.Tests.Snippets;

public sealed class WorkflowServiceTests
{
    private static readonly Dictionary<string, object?> Inputs = new() { ["Order"] = "4711" };

    private readonly InMemoryInstanceStore _store = new(new InMemoryInstanceStoreOptions { CompletionAction = InstanceCompletionAction.DeleteNothing });

    [Fact]
    public async Task Service_WaitingInstance_DeliversTheDecision()
    {
        using IHost host = Registration.Build(new WaitForDecision(), _store);
        await host.StartAsync();
        WorkflowService service = host.Services.GetRequiredService<WorkflowService>();

        Guid id = await service.BeginAsync(Inputs, CancellationToken.None);
        Assert.Equal(BookmarkResumptionResult.Success, await service.ResumeAsync(id, "decision on 4711", true, CancellationToken.None));

        await host.StopAsync();
        Assert.Equal(InstanceStatus.Closed, await StatusOfAsync(id));
        Assert.Null(_store.DefaultOwner);
    }

    [Fact]
    public async Task Service_Stopped_LeavesInstancesToTheNextService()
    {
        Guid id;
        using (IHost first = Registration.Build(new WaitForDecision(), _store))
        {
            await first.StartAsync();
            id = await first.Services.GetRequiredService<WorkflowService>().BeginAsync(Inputs, CancellationToken.None);

            // The store would give a runnable instance to the second host, which could load it before the test resumes it.
            await UntilIdleAsync(id);
            await first.StopAsync();
        }

        using IHost second = Registration.Build(new WaitForDecision(), _store);
        await second.StartAsync();
        WorkflowService service = second.Services.GetRequiredService<WorkflowService>();
        Assert.Equal(BookmarkResumptionResult.NotFound, await service.ResumeAsync(id, "decision on 4712", true, CancellationToken.None));
        Assert.Equal(BookmarkResumptionResult.Success, await service.ResumeAsync(id, "decision on 4711", true, CancellationToken.None));
        await second.StopAsync();
        Assert.Equal(InstanceStatus.Closed, await StatusOfAsync(id));
    }

    [Fact]
    public async Task Service_RunnableInstance_LoadsAndRunsIt()
    {
        Signal signal = new();
        WorkflowApplication earlier = new(signal) { InstanceStore = _store };
        await earlier.UnloadAsync();

        using IHost host = Registration.Build(signal, _store);
        await host.StartAsync();
        await signal.Ran;
        await host.StopAsync();
        Assert.Equal(InstanceStatus.Closed, await StatusOfAsync(earlier.Id));
    }

    [Fact]
    public async Task BeginAsync_InvalidInputs_ThrowsAndTheHostStops()
    {
        using IHost host = Registration.Build(new WaitForDecision(), _store);
        await host.StartAsync();

        await Assert.ThrowsAsync<ArgumentException>(() => host.Services.GetRequiredService<WorkflowService>()
            .BeginAsync(new Dictionary<string, object?> { ["Ordr"] = "4711" }, CancellationToken.None));

        await host.StopAsync();
        Assert.Null(_store.DefaultOwner);
    }

    [Fact]
    public async Task BeginAsync_ActivityRunning_HasSavedTheInstance()
    {
        Endless endless = new();
        using IHost host = Registration.Build(endless, _store);
        await host.StartAsync();

        Guid id = await host.Services.GetRequiredService<WorkflowService>().BeginAsync(new Dictionary<string, object?>(), CancellationToken.None);

        await endless.Began;
        Assert.NotEqual(InstanceStatus.Closed, await StatusOfAsync(id));
        endless.End();
        await host.StopAsync();
        Assert.Equal(InstanceStatus.Closed, await StatusOfAsync(id));
    }

    [Fact]
    public async Task StopAsync_ActivityOutlivesTimeout_KeepsTheLastSave()
    {
        Endless endless = new();
        Guid id;
        using (IHost first = Registration.Build(endless, _store))
        {
            await first.StartAsync();
            id = await first.Services.GetRequiredService<WorkflowService>().BeginAsync(new Dictionary<string, object?>(), CancellationToken.None);
            await endless.Began;
            using CancellationTokenSource timeout = new(TimeSpan.FromMilliseconds(50), TimeProvider.System);
            await first.StopAsync(timeout.Token);
        }

        Assert.Null(_store.DefaultOwner);
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(_store, null, WorkflowIdentityFilter.Exact);
        WorkflowApplication next = new(endless) { InstanceStore = _store };
        await next.LoadAsync(id);
        endless.End();
        next.Run();
        Assert.Equal(ActivityInstanceState.Closed, (await next.Completion).State);
    }

    [Fact]
    public async Task TakeNumber_InTheScopeOfItsInstance_CountsFromOne()
    {
        await using ServiceProvider services = new ServiceCollection().AddScoped<NumberRange>().BuildServiceProvider();
        TakeNumber definition = new();
        foreach (int expected in (int[])[1, 1])
        {
            WorkflowApplication application = new(definition);
            application.Extensions.Add(() => services.CreateScope());
            application.Run();
            Assert.Equal(expected, (await application.Completion).Outputs["Result"]);
        }
    }

    private async Task UntilIdleAsync(Guid id)
    {
        using CancellationTokenSource guard = new(TimeSpan.FromSeconds(60), TimeProvider.System);
        InstanceQuery query = new() { InstanceIds = [id], Statuses = [InstanceStatus.Idle] };
        while (true)
        {
            await foreach (InstanceSummary _ in _store.QueryAsync(query, guard.Token))
            {
                return;
            }

            guard.Token.ThrowIfCancellationRequested();
            await Task.Yield();
        }
    }

    private async Task<InstanceStatus> StatusOfAsync(Guid id)
    {
        List<InstanceSummary> found = [];
        await foreach (InstanceSummary saved in _store.QueryAsync(new InstanceQuery { InstanceIds = [id] }, CancellationToken.None))
        {
            found.Add(saved);
        }

        return Assert.Single(found).Status;
    }

    /// <summary>An activity that signals to the test that it has run.</summary>
    private sealed class Signal : CodeActivity
    {
        private readonly TaskCompletionSource _ran = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Ran => _ran.Task;

        protected override void Execute(CodeActivityContext context) => _ran.SetResult();
    }

    /// <summary>An activity that runs until the test ends it, and ignores its cancellation token.</summary>
    private sealed class Endless : AsyncCodeActivity
    {
        private readonly TaskCompletionSource _began = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Began => _began.Task;

        public void End() => _ended.TrySetResult();

        protected override Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            _began.TrySetResult();
            return _ended.Task;
        }
    }
}
