using Microsoft.Extensions.DependencyInjection;
using Npgsql;
using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Driving;
using WorkflowCore.Interface;
using WorkflowCore.Models;

namespace Workflow.Perf.Peers.Systems;

/// <summary>WorkflowCore with its persistence in memory.</summary>
internal sealed class WorkflowCoreSystem : SystemUnderTest
{
    private ServiceProvider _services = null!;
    private IWorkflowHost _host = null!;

    /// <summary>The database of the effects. It is static because the library creates the steps.</summary>
    internal static NpgsqlDataSource? Source { get; private set; }

    public override async Task StartAsync(Place place)
    {
        Source = place.Engine == Engine.PostgreSql ? NpgsqlDataSource.Create(place.ConnectionString) : null;
        ServiceCollection services = new();
        services.AddLogging();
        services.AddWorkflow((WorkflowOptions options) =>
        {
            options.UsePollInterval(TimeSpan.FromSeconds(1));
            options.UseIdleTime(TimeSpan.FromMilliseconds(10));
            options.UseMaxConcurrentWorkflows(64);
        });
        _services = services.BuildServiceProvider();
        _host = _services.GetRequiredService<IWorkflowHost>();
        _host.RegisterWorkflow<WorkflowCoreMessages, WorkflowCoreData>();
        _host.RegisterWorkflow<WorkflowCoreSteps, WorkflowCoreData>();
        _host.RegisterWorkflow<WorkflowCoreTimer, WorkflowCoreData>();
        await _host.StartAsync(CancellationToken.None);
    }

    public override Task BeginAsync(Guid instance) => _host.StartWorkflow(nameof(WorkflowCoreMessages), new WorkflowCoreData { Instance = instance });

    public override Task SendAsync(Guid instance, int step) => _host.PublishEvent(WorkflowCoreMessages.EventName(step), instance.ToString(), step);

    public override Task BeginStepsAsync(Guid instance) => _host.StartWorkflow(nameof(WorkflowCoreSteps), new WorkflowCoreData { Instance = instance });

    public override Task BeginTimerAsync(Guid instance, DateTimeOffset due) =>
        _host.StartWorkflow(nameof(WorkflowCoreTimer), new WorkflowCoreData { Instance = instance, Due = due });

    public override async ValueTask DisposeAsync()
    {
        await _host.StopAsync(CancellationToken.None);
        await _services.DisposeAsync();
    }
}

/// <summary>The state of an instance. This class and the following ones are public because the library creates their objects.</summary>
public sealed class WorkflowCoreData
{
    public Guid Instance { get; set; }

    public DateTimeOffset Due { get; set; }
}

/// <summary>Waits for two messages, and has an effect after each.</summary>
public sealed class WorkflowCoreMessages : IWorkflow<WorkflowCoreData>
{
    public string Id => nameof(WorkflowCoreMessages);

    public int Version => 1;

    internal static string EventName(int step) => step == SystemUnderTest.First ? "first" : "second";

    public void Build(IWorkflowBuilder<WorkflowCoreData> builder) => builder
        .StartWith(static _ => ExecutionResult.Next())
        .WaitFor(EventName(SystemUnderTest.First), static data => data.Instance.ToString(), static data => DateTime.UnixEpoch)
        .Then<WorkflowCoreEffect>()
            .Input(static effect => effect.Instance, static data => data.Instance)
            .Input(static effect => effect.Step, static data => SystemUnderTest.First)
        .WaitFor(EventName(SystemUnderTest.Second), static data => data.Instance.ToString(), static data => DateTime.UnixEpoch)
        .Then<WorkflowCoreEffect>()
            .Input(static effect => effect.Instance, static data => data.Instance)
            .Input(static effect => effect.Step, static data => SystemUnderTest.Second);
}

/// <summary>Makes five steps.</summary>
public sealed class WorkflowCoreSteps : IWorkflow<WorkflowCoreData>
{
    public string Id => nameof(WorkflowCoreSteps);

    public int Version => 1;

    public void Build(IWorkflowBuilder<WorkflowCoreData> builder) => builder
        .StartWith(static _ => ExecutionResult.Next())
        .Then(static _ => ExecutionResult.Next())
        .Then(static _ => ExecutionResult.Next())
        .Then(static _ => ExecutionResult.Next())
        .Then(static context => Marks.Reach(((WorkflowCoreData)context.Workflow.Data).Instance, SystemUnderTest.LastStep));
}

/// <summary>Waits until a time.</summary>
public sealed class WorkflowCoreTimer : IWorkflow<WorkflowCoreData>
{
    public string Id => nameof(WorkflowCoreTimer);

    public int Version => 1;

    public void Build(IWorkflowBuilder<WorkflowCoreData> builder) => builder
        .StartWith(static _ => ExecutionResult.Next())
        .Delay(static data => data.Due - TimeProvider.System.GetUtcNow())
        .Then(static context => Marks.Reach(((WorkflowCoreData)context.Workflow.Data).Instance, SystemUnderTest.Due));
}

/// <summary>An effect, written on a separate connection.</summary>
public sealed class WorkflowCoreEffect : StepBodyAsync
{
    public Guid Instance { get; set; }

    public int Step { get; set; }

    public override async Task<ExecutionResult> RunAsync(IStepExecutionContext context)
    {
        await Effects.WorkAsync();
        await using NpgsqlConnection connection = await WorkflowCoreSystem.Source!.OpenConnectionAsync();
        await Effects.AddAsync(connection, null, Instance, Step);
        Marks.Reach(Instance, Step);
        return ExecutionResult.Next();
    }
}
