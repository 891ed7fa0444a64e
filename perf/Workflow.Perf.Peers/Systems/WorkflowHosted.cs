using System.Data.Common;
using Microsoft.Data.Sqlite;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Npgsql;
using Workflow.Extensions.Hosting;
using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Driving;
using Workflow.Persistence;
using Workflow.Persistence.Sql;

namespace Workflow.Perf.Peers.Systems;

/// <summary>This product with its usual setup: a client and a host in one process.</summary>
/// <param name="timeToUnload">The time that a waiting instance stays in memory; null for the default.</param>
/// <param name="hasScopes">True if the effects are written in the transaction of the state; false if they are written before it.</param>
internal sealed class WorkflowHosted(TimeSpan? timeToUnload = null, bool hasScopes = false) : SystemUnderTest
{
    private const string Messages = "messages", Steps = "steps", Timer = "timer";

    private IHost _host = null!;
    private WorkflowClient _client = null!;
    private EffectWriter? _effects;
    private string? _unfinished;

    public override string? CountUnfinished => _unfinished;

    /// <summary>
    /// Creates the data source. The pool has the size that the documentation of the store recommends: 10 connections for each core of the server.
    /// </summary>
    public static DbDataSource SourceOf(Place place) => place.Engine == Engine.PostgreSql
        ? NpgsqlDataSource.Create(new NpgsqlConnectionStringBuilder(place.ConnectionString) { MaxPoolSize = 10 * Environment.ProcessorCount })
        : SqliteFactory.Instance.CreateDataSource(place.ConnectionString);

    /// <summary>Returns the query for the number of unfinished instances. Instances that have ended are deleted, which is the default.</summary>
    public static string Unfinished(Place place) => $"SELECT count(*) FROM {(place.Engine == Engine.PostgreSql ? "workflow.instance" : "workflow_instance")}";

    public override async Task StartAsync(Place place)
    {
        InstanceStore store;
        if (place.Engine == Engine.Memory)
        {
            store = new InMemoryInstanceStore();
        }
        else
        {
            DbDataSource source = SourceOf(place);
            _effects = hasScopes ? null : new EffectWriter(source);
            SqlInstanceStore stored = new(source, new SqlInstanceStoreOptions());
            await stored.EnsureSchemaAsync(CancellationToken.None);
            store = stored;
            _unfinished = Unfinished(place);
        }

        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddWorkflow(workflow => workflow
            .UseStore(store)
            .AddDefinition(Messages, 1, () => new TwoMessageWorkflow(_effects))
            .AddDefinition(Steps, 1, static () => new FiveStepWorkflow())
            .AddDefinition(Timer, 1, static () => new TimerWorkflow())
            .Configure(options => options.TimeToUnload = timeToUnload ?? options.TimeToUnload));
        _host = builder.Build();
        await _host.StartAsync();
        _client = _host.Services.GetRequiredService<WorkflowClient>();
    }

    public override Task BeginAsync(Guid instance) =>
        _client.StartAsync(Messages, new { Instance = instance }, new WorkflowStartOptions { Key = instance.ToString() });

    public override Task SendAsync(Guid instance, int step) => _client.ResumeAsync(instance.ToString(), TwoMessageWorkflow.Bookmark, step);

    public override Task BeginStepsAsync(Guid instance) => _client.StartAsync(Steps, new { Instance = instance });

    public override Task BeginTimerAsync(Guid instance, DateTimeOffset due) => _client.StartAsync(Timer, new { Instance = instance, Due = due });

    public override async ValueTask DisposeAsync()
    {
        await _host.StopAsync();
        _host.Dispose();
        _effects?.Dispose();
    }
}
