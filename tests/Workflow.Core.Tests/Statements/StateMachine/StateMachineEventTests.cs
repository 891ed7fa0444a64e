using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Workflow.Tracking;
using Scope = Workflow.Statements.TransactionScope;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests the time at which a state machine processes a completed trigger: when no other item of the workflow can run.</summary>
[Rule("18.4")]
public sealed class StateMachineEventTests
{
    private readonly Log _log = new();
    private readonly State _end = new() { DisplayName = "end", IsFinal = true };

    [Theory, Lanes]
    public void TransitionsWithoutTrigger_SeveralTrue_FirstIsTaken(Lane lane)
    {
        State first = new()
        {
            DisplayName = "first",
            Transitions = { Way(null, Is("c1", false), "one"), Way(null, Is("c2", true), "two"), Way(null, Is("c3", true), "three") }
        };
        Runner.Run(Machine(first), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("c1", "c2", "two");
    }

    [Theory, Lanes]
    public void TransitionsWithoutTrigger_BesideTrigger_AreOneEvent(Lane lane)
    {
        int round = 0;
        State first = new()
        {
            DisplayName = "first",
            Transitions =
            {
                Way(null, new Expr<bool>(_log, "c1", () => round > 1), "one"),
                Way(new Step(_log, "t", _ => round++), Is("ct", false), "never"),
                Way(null, Is("c2", false), "never")
            },
        };
        Runner.Run(Machine(first), lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("t", "ct", "t", "c1", "one");
    }

    [Theory, Lanes]
    public void Trigger_Pick_CompletesAlthoughOtherClosed(Lane lane)
    {
        Pick pick = new() { Branches = { new PickBranch { Trigger = new Step(_log, "picked"), Action = new Step(_log, "action") } } };
        Runner.Run(Machine(new State { Transitions = { Way(new Step(_log, "t"), null, "by t"), Way(pick, null, "by pick") } }), lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("picked", "t", "action", "by t");
    }

    [Theory, Lanes]
    [Rule("10.1")]
    public void Trigger_Transaction_CompletesAlthoughOtherClosed(Lane lane)
    {
        Scope scope = new() { Body = new Step(_log, "in transaction") };
        Runner.Run(Machine(new State { Transitions = { Way(new Step(_log, "t"), null, "by t"), Way(scope, null, "by scope") } }), lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("t", "in transaction", "by t");
    }

    [Theory, Lanes]
    [Rule("11.1")]
    public void Trigger_Compensation_CompletesAlthoughOtherClosed(Lane lane)
    {
        Variable<CompensationToken> token = Bookings.Token();
        Bookings bookings = new(_log);
        Sequence booked = Bookings.Within([token], bookings.New("a", token: token), Bookings.Undo(token), new Step(_log, "undone"));
        Runner.Run(Machine(new State { Transitions = { Way(new Step(_log, "t"), null, "by t"), Way(booked, null, "by booking") } }), lane)
            .AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("t", "a", "undo a", "undone", "by t");
    }

    [Theory, Lanes]
    public void Sibling_ContinuesAtTail_PrecedesEvent(Lane lane)
    {
        Pick pick = new()
        {
            Branches = { new PickBranch { Trigger = new Step(_log, "one"), Action = new Sequence { Activities = { new Persist(), new Step(_log, "two") } } } }
        };
        StateMachine machine = Machine(new State { Transitions = { Way(new Step(_log, "t"), Is("c", true), "by t") } });
        Runner.Run(new Parallel { Branches = { machine, pick } }, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("t", "one", "two", "c", "by t");
    }

    [Theory, Lanes]
    public void Machines_InParallel_Alternate(Lane lane)
    {
        Parallel root = new() { Branches = { Named("a"), Named("b") } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("t1 a", "t1 b", "by t1 a", "t2 a", "by t1 b", "t2 b", "by t2 a", "by t2 b");

        StateMachine Named(string name)
        {
            State end = new() { IsFinal = true };
            State second = new()
            {
                Transitions = { new Transition { Trigger = new Step(_log, $"t2 {name}"), Action = new Step(_log, $"by t2 {name}"), To = end } }
            };
            State first = new()
            {
                Transitions = { new Transition { Trigger = new Step(_log, $"t1 {name}"), Action = new Step(_log, $"by t1 {name}"), To = second } }
            };
            return new StateMachine { InitialState = first, States = { first, second, end } };
        }
    }

    [Fact]
    [Rule("7.2")]
    public void Event_Pending_IsProcessedWithoutIdle()
    {
        StateMachine machine = Machine(new State { Transitions = { Way(new Wait(_log, "w"), Is("c", true), "by w") } });
        Hosted hosted = Hosted.Inline(_log, new Parallel { Branches = { machine, new Step(_log, "sibling") } }).Run();
        hosted.Resume("w");
        _log.AssertIs("w waits", "sibling", "idle w", "w resumed ", "c", "by w", "completed Closed", "unloaded");
    }

    [Theory, Lanes]
    [Rule("10.2")]
    public void Event_OutsideOpenTransaction_WaitsForItsEnd(Lane lane)
    {
        StateMachine machine = Machine(new State { Transitions = { Way(new Step(_log, "t"), Is("c", true), "by t") } });
        Parallel root = new() { Branches = { machine, new Scope { Body = new Wait(_log, "in transaction") } } };
        Running running = Runner.Start(root, lane);
        _log.AssertIs("t", "in transaction waits");
        running.Resume("in transaction");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("t", "in transaction waits", "in transaction resumed ", "c", "by t");
    }

    [Theory, Lanes]
    [Rule("3.2")]
    public void Cancel_BeforeEvent_EndsStateCanceled(Lane lane)
    {
        StateMachine machine = Machine(new State { DisplayName = "first", Transitions = { Way(new Step(_log, "t"), null, "never") } });
        Parallel root = new() { Branches = { machine, new Step(_log, "sibling") }, CompletionCondition = true };
        Collector states = Collector.Of(new ActivityStateQuery { ActivityName = "first", States = { "*" } });
        states.TrackingProfile!.ImplementationVisibility = ImplementationVisibility.All;
        Running running = Runner.Prepare(root, lane).Listen(states);
        running.Start();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("t", "sibling");
        Assert.Equal(["Executing", "Canceled"], states.Records.Select(record => ((ActivityStateRecord)record).State));
    }

    [Theory, Lanes]
    [Rule("6.6")]
    public void Cancel_AtEvent_EndsStateCanceled(Lane lane)
    {
        Running? running = null;
        Collector records = new(record =>
        {
            if (record is BookmarkResumptionRecord)
            {
                running!.Cancel();
            }
        });
        StateMachine machine = Machine(new State { DisplayName = "first", Transitions = { Way(new Step(_log, "t"), null, "never") } });
        running = Runner.Prepare(machine, lane).Listen(records);
        running.Start();
        running.End().AssertCompleted(ActivityInstanceState.Canceled);
        _log.AssertIs("t");
        Assert.Contains(records.Texts, text => text.StartsWith("first#", StringComparison.Ordinal) && text.EndsWith(" Canceled", StringComparison.Ordinal));
    }

    [Theory, Lanes]
    [Rule("6.5")]
    public void Terminate_BeforeEvent_EndsAll(Lane lane)
    {
        StateMachine machine = Machine(new State { Transitions = { Way(new Step(_log, "t"), null, "never") } });
        Ended ended = Runner.Run(new Parallel { Branches = { machine, new TerminateWorkflow { Reason = "enough" } } }, lane);
        Assert.IsType<WorkflowTerminatedException>(ended.Reason);
        _log.AssertIs("t");
    }

    [Theory, Lanes]
    [Rule("7.3")]
    public void Load_SavedBeforeEvent_ProcessesIt(Lane lane)
    {
        Parallel root = new() { Branches = { Saved("a"), Saved("b"), new Sequence { Activities = { new Persist(), new Step(_log, "persisted") } } } };
        Reloading running = new Reloading(root, lane).Start();
        Assert.True(running.IsAtSave);
        _log.AssertIs("t a", "t b");
        running.Reload();
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        _log.AssertIs("t a", "t b", "persisted", "c a", "by t a", "c b", "by t b");

        StateMachine Saved(string name)
        {
            State end = new() { IsFinal = true };
            State first = new()
            {
                Transitions =
                {
                    new Transition
                    {
                        Trigger = new Step(_log, $"t {name}"),
                        Condition = Is($"c {name}", true),
                        Action = new Step(_log, $"by t {name}"),
                        To = end
                    }
                }
            };
            return new StateMachine { InitialState = first, States = { first, end } };
        }
    }

    private StateMachine Machine(State first) => new() { InitialState = first, States = { first, _end } };

    private Transition Way(Activity? trigger, Activity<bool>? condition, string action) =>
        new() { Trigger = trigger, Condition = condition, Action = new Step(_log, action), To = _end };

    private Expr<bool> Is(string name, bool value) => new(_log, name, () => value);
}
