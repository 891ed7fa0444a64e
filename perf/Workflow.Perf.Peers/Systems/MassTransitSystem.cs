using MassTransit;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Npgsql;
using Workflow.Perf.Peers.Databases;
using Workflow.Perf.Peers.Driving;

namespace Workflow.Perf.Peers.Systems;

/// <summary>MassTransit with its saga state machine, its transport in memory and its saga repository in memory.</summary>
internal sealed class MassTransitSystem : SystemUnderTest
{
    private IHost _host = null!;
    private IBus _bus = null!;

    /// <summary>The database of the effects. It is static because the library creates the state machines.</summary>
    internal static NpgsqlDataSource? Source { get; private set; }

    public override async Task StartAsync(Place place)
    {
        Source = place.Engine == Engine.PostgreSql ? NpgsqlDataSource.Create(place.ConnectionString) : null;
        HostApplicationBuilder builder = Host.CreateEmptyApplicationBuilder(null);
        builder.Services.AddMassTransit(transit =>
        {
            transit.AddSagaStateMachine<MassTransitMachine, MassTransitState>().InMemoryRepository();
            transit.AddDelayedMessageScheduler();

            // Without the outbox, a message that a step sends can arrive before the state that it belongs to is stored.
            transit.AddConfigureEndpointsCallback(static (context, _, endpoint) => endpoint.UseInMemoryOutbox(context));
            transit.UsingInMemory((context, configuration) =>
            {
                configuration.UseDelayedMessageScheduler();
                configuration.ConcurrentMessageLimit = 64;
                configuration.ConfigureEndpoints(context);
            });
        });
        _host = builder.Build();
        await _host.StartAsync();
        _bus = _host.Services.GetRequiredService<IBus>();
    }

    /// <summary>Starts an instance, and waits until the state machine has handled the message. The publisher is not notified otherwise.</summary>
    public override async Task BeginAsync(Guid instance)
    {
        await _bus.Publish(new MassTransitMessages.Begin(instance));
        await Marks.WaitAsync(instance, MassTransitMachine.Begun);
    }

    public override Task SendAsync(Guid instance, int step) =>
        step == First ? _bus.Publish(new MassTransitMessages.FirstMessage(instance)) : _bus.Publish(new MassTransitMessages.SecondMessage(instance));

    public override Task BeginStepsAsync(Guid instance) => _bus.Publish(new MassTransitMessages.BeginSteps(instance));

    public override async Task BeginTimerAsync(Guid instance, DateTimeOffset due)
    {
        using IServiceScope scope = _host.Services.CreateScope();
        await scope.ServiceProvider.GetRequiredService<IMessageScheduler>().SchedulePublish(due.UtcDateTime, new MassTransitMessages.TimerDue(instance));
    }

    public override async ValueTask DisposeAsync()
    {
        await _host.StopAsync();
        _host.Dispose();
    }
}

/// <summary>The messages. They are public because the library generates proxies for them.</summary>
public static class MassTransitMessages
{
    public sealed record Begin(Guid Instance);

    public sealed record FirstMessage(Guid Instance);

    public sealed record SecondMessage(Guid Instance);

    public sealed record BeginSteps(Guid Instance);

    public sealed record NextStep(Guid Instance);

    public sealed record TimerDue(Guid Instance);
}

/// <summary>The state of an instance.</summary>
public sealed class MassTransitState : SagaStateMachineInstance
{
    public Guid CorrelationId { get; set; }

    public string State { get; set; } = string.Empty;

    public int Step { get; set; }
}

/// <summary>The state machine. The names of its states and events are the names of its properties.</summary>
public sealed class MassTransitMachine : MassTransitStateMachine<MassTransitState>
{
    /// <summary>The step that is reported when the state exists.</summary>
    internal const int Begun = 0;

    public MassTransitMachine()
    {
        InstanceState(static state => state.State);
        Event(() => Begin, static correlation => correlation.CorrelateById(static context => context.Message.Instance));
        Event(() => FirstMessage, static correlation => correlation.CorrelateById(static context => context.Message.Instance));
        Event(() => SecondMessage, static correlation => correlation.CorrelateById(static context => context.Message.Instance));
        Event(() => BeginSteps, static correlation => correlation.CorrelateById(static context => context.Message.Instance));
        Event(() => NextStep, static correlation => correlation.CorrelateById(static context => context.Message.Instance));
        Event(() => TimerDue, static correlation => correlation.CorrelateById(static context => context.Message.Instance));

        Initially(
            When(Begin).TransitionTo(AtFirst).Then(static context => Marks.Reach(context.Saga.CorrelationId, Begun)),
            When(BeginSteps).TransitionTo(Stepping).Publish(static context => new MassTransitMessages.NextStep(context.Saga.CorrelationId)),
            When(TimerDue).Then(static context => Marks.Reach(context.Saga.CorrelationId, SystemUnderTest.Due)).Finalize());
        During(AtFirst, When(FirstMessage).ThenAsync(static context => AddEffectAsync(context.Saga, SystemUnderTest.First)).TransitionTo(AtSecond));
        During(AtSecond, When(SecondMessage).ThenAsync(static context => AddEffectAsync(context.Saga, SystemUnderTest.Second)).Finalize());
        During(
            Stepping,
            When(NextStep).Then(static context => context.Saga.Step++).IfElse(
                static context => context.Saga.Step < SystemUnderTest.LastStep,
                static more => more.Publish(static context => new MassTransitMessages.NextStep(context.Saga.CorrelationId)),
                static last => last.Then(static context => Marks.Reach(context.Saga.CorrelationId, context.Saga.Step)).Finalize()));
        SetCompletedWhenFinalized();
    }

    public State AtFirst { get; private set; } = null!;

    public State AtSecond { get; private set; } = null!;

    public State Stepping { get; private set; } = null!;

    public Event<MassTransitMessages.Begin> Begin { get; private set; } = null!;

    public Event<MassTransitMessages.FirstMessage> FirstMessage { get; private set; } = null!;

    public Event<MassTransitMessages.SecondMessage> SecondMessage { get; private set; } = null!;

    public Event<MassTransitMessages.BeginSteps> BeginSteps { get; private set; } = null!;

    public Event<MassTransitMessages.NextStep> NextStep { get; private set; } = null!;

    public Event<MassTransitMessages.TimerDue> TimerDue { get; private set; } = null!;

    private static async Task AddEffectAsync(MassTransitState state, int step)
    {
        await Effects.WorkAsync();
        await using NpgsqlConnection connection = await MassTransitSystem.Source!.OpenConnectionAsync();
        await Effects.AddAsync(connection, null, state.CorrelationId, step);
        Marks.Reach(state.CorrelationId, step);
    }
}
