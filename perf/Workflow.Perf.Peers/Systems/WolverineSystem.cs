using System.Data.Common;
using System.Runtime.CompilerServices;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Npgsql;
using Weasel.Sqlite;
using Wolverine;
using Wolverine.Postgresql;
using Wolverine.RDBMS;
using Wolverine.Runtime;
using Wolverine.Sqlite;
using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Driving;

namespace Workflow.Perf.Peers.Systems;

/// <summary>Wolverine with its own saga storage.</summary>
/// <param name="storesMessages">True if a message is stored before the sender continues; false if the sender waits for the handler.</param>
internal sealed class WolverineSystem(bool storesMessages) : SystemUnderTest
{
    private const string Orders = "orders";

    /// <summary>
    /// The number of handlers that run at once. The default is the number of cores; with more handlers, work that waits for a database is faster.
    /// </summary>
    private const int AtOnce = 24;

    private IHost _host = null!;
    private IWolverineRuntime _runtime = null!;
    private string? _unfinished;

    public override string? CountUnfinished => _unfinished;

    public override async Task StartAsync(Place place)
    {
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.UseWolverine(options =>
        {
            options.UseRuntimeCompilation();
            options.Discovery.DisableConventionalDiscovery().IncludeType<WolverineOrder>().IncludeType<WolverineSteps>().IncludeType(typeof(WolverineReports));
            options.Durability.Mode = DurabilityMode.Solo;
            options.Durability.DurabilityMetricsEnabled = false;
            options.Durability.ScheduledJobFirstExecution = TimeSpan.FromSeconds(1);
            options.Durability.ScheduledJobPollingTime = TimeSpan.FromSeconds(1);
            Store(options, place);
        });
        _host = builder.Build();
        await _host.StartAsync();
        _runtime = _host.Services.GetRequiredService<IWolverineRuntime>();
    }

    public override Task BeginAsync(Guid instance) => new MessageBus(_runtime).InvokeAsync(new WolverineMessages.BeginOrder(instance));

    public override Task SendAsync(Guid instance, int step) =>
        step == First
            ? SendAsync(new WolverineMessages.FirstMessage(instance))
            : SendAsync(new WolverineMessages.SecondMessage(instance));

    public override Task BeginStepsAsync(Guid instance) => SendAsync(new WolverineMessages.BeginSteps(instance));

    public override Task BeginTimerAsync(Guid instance, DateTimeOffset due) =>
        new MessageBus(_runtime).ScheduleAsync(new WolverineMessages.TimerDue(instance), due).AsTask();

    public override async ValueTask DisposeAsync()
    {
        await _host.StopAsync();
        _host.Dispose();
    }

    private Task SendAsync<T>(T message) =>
        storesMessages
            ? new MessageBus(_runtime).PublishAsync(message).AsTask()
            : new MessageBus(_runtime).InvokeAsync(message!);

    private void Store(WolverineOptions options, Place place)
    {
        options.Policies.AllLocalQueues(queue => queue.MaximumParallelMessages(AtOnce));
        if (place.Engine == Engine.Memory)
        {
            return;
        }

        options.AddSagaType<WolverineOrder>(Orders);
        options.AddSagaType<WolverineSteps>("steps");
        foreach (Type stored in typeof(WolverineMessages).GetNestedTypes().Where(static type => type != typeof(WolverineMessages.Reached)))
        {
            options.LocalQueueFor(stored).UseDurableInbox();
        }

        if (place.Engine == Engine.PostgreSql)
        {
            options.PersistMessagesWithPostgresql(NpgsqlDataSource.Create(place.ConnectionString), "wolverine");
            _unfinished = $"SELECT count(*) FROM wolverine.{Orders}";
        }
        else
        {
            // The default is NORMAL, with which a commit does not wait for the disk.
            options.PersistMessagesWithSqlite(new SqliteDataSource(place.ConnectionString, new SqlitePragmaSettings { Synchronous = SynchronousMode.FULL }));
            _unfinished = $"SELECT count(*) FROM {Orders}";
        }
    }
}

/// <summary>The messages. They are public because public handlers receive them.</summary>
public static class WolverineMessages
{
    public sealed record BeginOrder(Guid Id);

    public sealed record FirstMessage(Guid Id);

    public sealed record SecondMessage(Guid Id);

    public sealed record BeginSteps(Guid Id);

    public sealed record NextStep(Guid Id);

    public sealed record TimerDue(Guid Id);

    /// <summary>Sent by a handler, and delivered in memory after its commit.</summary>
    public sealed record Reached(Guid Id, int Step);
}

/// <summary>The state of an instance. The class is public because its handlers are called by generated code.</summary>
public sealed class WolverineOrder : Saga
{
    public Guid Id { get; set; }

    public int Step { get; set; }

    public static WolverineOrder Start(WolverineMessages.BeginOrder message) => new() { Id = message.Id };

    public Task<WolverineMessages.Reached> Handle(WolverineMessages.FirstMessage message, MessageContext context) =>
        AddEffectAsync(SystemUnderTest.First, context);

    public Task<WolverineMessages.Reached> Handle(WolverineMessages.SecondMessage message, MessageContext context)
    {
        MarkCompleted();
        return AddEffectAsync(SystemUnderTest.Second, context);
    }

    private async Task<WolverineMessages.Reached> AddEffectAsync(int step, MessageContext context)
    {
        Step = step;

        // The saga storage does not expose its transaction. An effect on another connection would not be part of it and, with SQLite, would wait for it.
        DbTransaction transaction = TransactionOf((DatabaseEnvelopeTransaction)context.Transaction!);
        await Effects.WorkAsync();
        await Effects.AddAsync(transaction.Connection!, transaction, Id, step);
        return new WolverineMessages.Reached(Id, step);
    }

    [UnsafeAccessor(UnsafeAccessorKind.Field, Name = "_tx")]
    private static extern ref DbTransaction TransactionOf(DatabaseEnvelopeTransaction transaction);
}

/// <summary>An instance that makes five steps. Each step is a separate message, and the state counts the steps.</summary>
public sealed class WolverineSteps : Saga
{
    public Guid Id { get; set; }

    public int Step { get; set; }

    public static (WolverineSteps State, WolverineMessages.NextStep Next) Start(WolverineMessages.BeginSteps message) =>
        (new() { Id = message.Id }, new(message.Id));

    public object Handle(WolverineMessages.NextStep message)
    {
        if (++Step < SystemUnderTest.LastStep)
        {
            return message;
        }

        MarkCompleted();
        return new WolverineMessages.Reached(Id, Step);
    }
}

/// <summary>Reports the steps to the driver.</summary>
public static class WolverineReports
{
    public static void Handle(WolverineMessages.Reached message) => Marks.Reach(message.Id, message.Step);

    public static void Handle(WolverineMessages.TimerDue message) => Marks.Reach(message.Id, SystemUnderTest.Due);
}
