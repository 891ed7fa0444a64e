using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Diagnostics.HealthChecks;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Health;

public sealed class WorkflowHealthCheckTests
{
    private readonly VirtualTimeProvider _time = new();
    private readonly InMemoryInstanceStore _store;

    public WorkflowHealthCheckTests() => _store = HostRun.NewStore(_time);

    [Fact]
    public async Task Check_OfAHostThatRuns_IsHealthy()
    {
        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        await run.UntilWaitsAsync(await run.StartInstanceAsync("wait"), "go");
        HealthReportEntry entry = await CheckAsync(run);
        Assert.Equal((HealthStatus.Healthy, 1, 0), (entry.Status, entry.Data["loaded"], entry.Data["suspended"]));
    }

    [Fact]
    public async Task Check_WithSuspendedAndUnknownInstances_IsDegraded()
    {
        await using (HostRun first = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("old").AddDefinition<WaitFor>("wait")))
        {
            await first.UntilWaitsAsync(await first.StartInstanceAsync("old"), "go");
            Guid id = await first.StartInstanceAsync("wait");
            await first.Client.SuspendAsync(id, "Wait.");
            await first.UntilAsync(id, info => info.State == WorkflowInstanceState.Suspended);
        }

        await using HostRun run = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait"));
        await Eventually.TrueAsync(() => run.Service.Status.Owner is not null);
        HealthReportEntry entry = await CheckAsync(run);
        Assert.Equal((HealthStatus.Degraded, 1), (entry.Status, entry.Data["suspended"]));
        Assert.Equal(["old; Version=1.0"], (IEnumerable<string>)entry.Data["unregistered"]);
        Assert.Equal(
            "Number of suspended instances: 1. Instances of these definitions are not run by this process, because it has not registered them: old; Version=1.0.",
            entry.Description);
    }

    [Fact]
    public async Task Check_WithDueInstancesThatDoNotRun_ReportsTheirAge()
    {
        await using HostRun client = await StartAsync(workflow => workflow.AddDefinition<WaitFor>("wait").Configure(options => options.RunInstances = false));
        await client.StartInstanceAsync("wait", null, new() { StartIn = TimeSpan.FromMinutes(1) });
        _time.Advance(TimeSpan.FromMinutes(11));
        HealthReportEntry entry = await CheckAsync(client);
        Assert.Equal((HealthStatus.Healthy, TimeSpan.FromMinutes(10)), (entry.Status, entry.Data["oldestDueAge"]));
    }

    [Fact]
    public async Task Check_WithoutStoreOrLease_IsUnhealthy()
    {
        FaultyStore store = new(_store) { IsCut = true };
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition<WaitFor>("wait"), store, _time, services => services.AddHealthChecks().AddWorkflowCheck());
        Assert.Equal(HealthStatus.Unhealthy, (await CheckAsync(run)).Status);
        await Eventually.TrueAsync(() => run.Service.Status.Failure is not null);
        store.IsCut = false;
        HealthReportEntry entry = await CheckAsync(run);
        Assert.Equal(HealthStatus.Unhealthy, entry.Status);
        Assert.Contains("no lease", entry.Description, StringComparison.Ordinal);
        await Eventually.TrueAsync(() =>
        {
            _time.Advance(TimeSpan.FromSeconds(1));
            return run.Service.Status.Owner is not null;
        });
        Assert.Equal(HealthStatus.Healthy, (await CheckAsync(run)).Status);
    }

    /// <summary>A host without definitions does not load instances, not even an instance without identity.</summary>
    [Fact]
    public async Task Check_OfAHostWithoutDefinitions_IsThatOfAClient()
    {
        WorkflowApplication application = new(new WaitFor()) { InstanceStore = _store };
        await application.UnloadAsync();
        FaultyStore store = new(_store);
        await using HostRun run = await HostRun.StartAsync(_ => { }, store, _time, services => services.AddHealthChecks().AddWorkflowCheck());
        HealthReportEntry entry = await CheckAsync(run);
        Assert.Equal(HealthStatus.Degraded, entry.Status);
        Assert.Equal(["(without identity)"], (IEnumerable<string>)entry.Data["unregistered"]);
        Assert.Null(run.Service.Status.Owner);
    }

    private Task<HostRun> StartAsync(Action<WorkflowHostBuilder> configure) =>
        HostRun.StartAsync(configure, _store, _time, services => services.AddHealthChecks().AddWorkflowCheck());

    private static async Task<HealthReportEntry> CheckAsync(HostRun run) =>
        (await run.Services.GetRequiredService<HealthCheckService>().CheckHealthAsync()).Entries["workflow"];
}
