using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

[Rule("18.4")]
[Rule("19")]
public sealed class StateMachineTests : StatementTests
{
    protected override Activity Sample()
    {
        State end = Final("end");
        State middle = Enters("middle", To(end, action: "act 2"));
        middle.Exit = new Step(Log, "exit middle");
        return Machine(Enters("start", To(middle, new Step(Log, "trigger"), action: "act 1")), middle, end);
    }

    /// <summary>The completion of a trigger is processed after all queued items, so the two machines alternate.</summary>
    protected override IEnumerable<string> MarksOfTwo(string[] once, string between) =>
        [.. once[..2], between, .. once[..2], .. once[2..4], .. once[2..4], .. once[4..], .. once[4..]];

    [Theory, Lanes]
    public void Transition_Taken_RunsExitThenActionThenEntry(Lane lane)
    {
        State second = Final("second");
        State first = Enters("first", To(second, new Wait(Log, "go"), new Expr<bool>(Log, "condition", () => true), "act"));
        first.Exit = new Step(Log, "exit first");
        Running running = Runner.Start(Machine(first, second), lane);
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("enter first", "go waits", "go resumed ", "condition", "exit first", "act", "enter second");
    }

    [Theory, Lanes]
    public void State_OnlyTransition_IsLeftAtOnce(Lane lane)
    {
        State end = new() { IsFinal = true };
        Runner.Run(Machine(new State { Transitions = { new Transition { To = end } } }, end), lane).AssertCompleted(ActivityInstanceState.Closed);
    }

    [Theory, Lanes]
    [Rule("1.3")]
    public void Triggers_OfState_StartLastFirst(Lane lane)
    {
        State end = Final("end");
        State first = Enters(
            "first",
            To(end, new Wait(Log, "a"), action: "by a"),
            To(end, new Wait(Log, "b"), action: "by b"),
            To(end, new Wait(Log, "c"), action: "by c"));
        Running running = Runner.Start(Machine(first, end), lane);
        running.Resume("b");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("enter first", "c waits", "b waits", "a waits", "b resumed ", "c cancels", "a cancels", "by b", "enter end");
    }

    [Theory, Lanes]
    public void Triggers_CloseAtOnce_LastWins(Lane lane)
    {
        State end = Final("end");
        State first = Enters(
            "first",
            To(end, new Step(Log, "a"), action: "by a"),
            To(end, new Wait(Log, "w"), action: "by w"),
            To(end, new Step(Log, "b"), action: "by b"));
        Runner.Run(Machine(first, end), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("enter first", "b", "w waits", "a", "w cancels", "by b", "enter end");
    }

    [Theory, Lanes]
    public void Trigger_Null_ClosesAtOnce(Lane lane)
    {
        State end = Final("end");
        Runner.Run(Machine(Enters("first", To(end, new Wait(Log, "w")), To(end, action: "act")), end), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("enter first", "w waits", "w cancels", "act", "enter end");
    }

    [Theory, Lanes]
    public void Conditions_OfSharedTrigger_AreEvaluatedInOrder(Lane lane)
    {
        State end = Final("end");
        Wait shared = new(Log, "go");
        State first = Enters(
            "first",
            To(end, shared, Is("one", false), "by one"),
            To(end, shared, Is("two", true), "by two"),
            To(end, shared, Is("never", true), "never"));
        Running running = Runner.Start(Machine(first, end), lane);
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("enter first", "go waits", "go resumed ", "one", "two", "by two", "enter end");
    }

    [Theory, Lanes]
    public void Conditions_AllFalse_RestartTrigger(Lane lane)
    {
        int asked = 0;
        State end = Final("end");
        Wait shared = new(Log, "go");
        State first = Enters("first", To(end, shared, Is("one", false)), To(end, shared, new Expr<bool>(Log, "two", () => ++asked == 2)));
        Running running = Runner.Start(Machine(first, end), lane);
        running.Resume("go");
        Assert.True(running.IsIdle);
        running.Resume("go");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("enter first", "go waits", "go resumed ", "one", "two", "go waits", "go resumed ", "one", "two", "enter end");
    }

    [Theory, Lanes]
    public void Conditions_Waiting_KeepOtherEvents(Lane lane)
    {
        State end = Final("end");
        State first = Enters(
            "first", To(end, new Wait(Log, "a"), new WaitFor<bool>(Log, "is a"), "by a"), To(end, new Wait(Log, "b"), new WaitFor<bool>(Log, "is b"), "by b"));
        Running running = Runner.Start(Machine(first, end), lane);
        running.Resume("a");
        running.Resume("b");
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("is b", true));
        running.Resume("is a", false);
        running.Resume("is b", true);
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs(
            "enter first", "b waits", "a waits", "a resumed ", "is a waits", "b resumed ", "a waits", "is b waits", "a cancels", "by b", "enter end");
    }

    [Theory, Lanes]
    public void Events_PendingDuringTransition_AreDropped(Lane lane)
    {
        State end = Final("end");
        State second = Enters("second", To(end, new Wait(Log, "b2"), action: "by b2"));
        State first = Enters("first", To(second, new Wait(Log, "a"), new WaitFor<bool>(Log, "is a"), "by a"), To(end, new Wait(Log, "b"), action: "never"));
        Running running = Runner.Start(Machine(first, second, end), lane);
        running.Resume("a");
        running.Resume("b");
        running.Resume("is a", true);
        Assert.True(running.IsIdle);
        running.Resume("b2");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Assert.DoesNotContain("never", Log.Entries);
    }

    [Theory, Lanes]
    public void Events_OfTriggersClosingDuringExit_AreDropped(Lane lane)
    {
        State end = Final("end");
        State first = Enters("first", To(end, new Wait(Log, "a"), action: "by a"), To(end, new Wait(Log, "deaf") { IsDeaf = true }, action: "never"));
        first.Exit = new Step(Log, "exit");
        Running running = Runner.Start(Machine(first, end), lane);
        running.Resume("a");
        Assert.True(running.IsIdle);
        Assert.Equal("deaf cancels", Log.Entries[^1]);
        running.Resume("deaf");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("enter first", "deaf waits", "a waits", "a resumed ", "deaf cancels", "deaf resumed ", "exit", "by a", "enter end");
    }

    [Theory, Lanes]
    public void Event_IsProcessedWhenQueueIsEmpty(Lane lane)
    {
        State end = Final("end");
        StateMachine machine = Machine(Enters("first", To(end, new Step(Log, "trigger"), Is("condition", true))), end);
        Parallel root = new() { Branches = { machine, new Step(Log, "a"), new Step(Log, "b") } };
        Runner.Run(root, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("enter first", "trigger", "a", "b", "condition", "enter end");
    }

    [Theory, Lanes]
    public void RestartedTrigger_ClosesAtOnce_FollowsPendingEvents(Lane lane)
    {
        int asked = 0;
        State end = Final("end");
        State first = Enters(
            "first",
            To(end, new Step(Log, "a"), Is("is a", true), "by a"),
            To(end, new Step(Log, "b"), new Expr<bool>(Log, "is b", () => ++asked > 1), "by b"));
        Runner.Run(Machine(first, end), lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("enter first", "b", "a", "is b", "b", "is a", "by a", "enter end");
    }

    [Theory, Lanes]
    public void Variables_OfMachineRemainAndOfStateAreReset(Lane lane)
    {
        Variable<int> total = new("total");
        Variable<int> own = new("own", 10);
        State end = Final("end");
        State loop = new() { DisplayName = "loop", Variables = { own }, Entry = Add(own, 1) };
        Assign<int> shared = Add(total, 1);
        Note shows = new(Log, context => $"{own.Get(context)} {total.Get(context)}");
        loop.Transitions.Add(new Transition { To = end, Trigger = shared, Condition = new LambdaValue<bool>(context => total.Get(context) == 3) });
        loop.Transitions.Add(new Transition { To = loop, Trigger = shared, Condition = new Literal<bool>(true), Action = shows });
        StateMachine machine = Machine(loop, end);
        machine.Variables.Add(total);
        Runner.Run(machine, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("11 1", "11 2", "enter end");
    }

    [Theory, Lanes]
    public void Transition_ToSameState_LeavesAndEntersIt(Lane lane)
    {
        State end = Final("end");
        State loop = Enters("loop", To(end, new Wait(Log, "done")));
        loop.Exit = new Step(Log, "exit");
        loop.Transitions.Add(To(loop, new Wait(Log, "again"), action: "act"));
        Running running = Runner.Start(Machine(loop, end), lane);
        running.Resume("again");
        running.Resume("done");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs(
            "enter loop", "again waits", "done waits", "again resumed ", "done cancels", "exit", "act", "enter loop", "again waits", "done waits",
            "done resumed ", "again cancels", "exit", "enter end");
    }

    [Theory, Lanes]
    public void Machine_AsEntry_CompletesBeforeTriggers(Lane lane)
    {
        State innerEnd = Final("inner end");
        StateMachine inner = Machine(Enters("inner", To(innerEnd, new Wait(Log, "in"))), innerEnd);
        State end = Final("end");
        State outer = new() { Entry = inner, Transitions = { To(end, new Wait(Log, "out")) } };
        Running running = Runner.Start(Machine(outer, end), lane);
        Assert.Equal(BookmarkResumptionResult.NotFound, running.Resume("out"));
        running.Resume("in");
        running.Resume("out");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("enter inner", "in waits", "in resumed ", "enter inner end", "out waits", "out resumed ", "enter end");
    }

    [Theory, Lanes]
    public void Machines_InParallel_WaitIndependently(Lane lane)
    {
        Parallel root = new() { Branches = { Waiting("a"), Waiting("b") } };
        Running running = Runner.Start(root, lane);
        running.Resume("b");
        running.Resume("a");
        running.End().AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("a waits", "b waits", "b resumed ", "enter end b", "a resumed ", "enter end a");
    }

    [Theory, Lanes]
    [Rule("12.3")]
    public void Definition_ChangedAfterFirstRun_IsUnchanged(Lane lane)
    {
        State end = Final("end");
        State first = Enters("first", To(end, action: "act"));
        StateMachine machine = Machine(first, end);
        Runner.Run(machine, lane);
        first.Transitions.Clear();
        first.Entry = null;
        machine.States.Clear();
        machine.InitialState = null;
        Log.Clear();
        Runner.Run(machine, lane).AssertCompleted(ActivityInstanceState.Closed);
        Log.AssertIs("enter first", "act", "enter end");
    }

    private StateMachine Waiting(string name)
    {
        State end = Final($"end {name}");
        return Machine(new State { Transitions = { To(end, new Wait(Log, name)) } }, end);
    }

    private static StateMachine Machine(params State[] states)
    {
        StateMachine machine = new() { InitialState = states[0] };
        Array.ForEach(states, machine.States.Add);
        return machine;
    }

    private State Enters(string name, params Transition[] transitions)
    {
        State state = new() { DisplayName = name, Entry = new Step(Log, $"enter {name}") };
        Array.ForEach(transitions, state.Transitions.Add);
        return state;
    }

    private State Final(string name) => new() { DisplayName = name, Entry = new Step(Log, $"enter {name}"), IsFinal = true };

    private Transition To(State to, Activity? trigger = null, Activity<bool>? condition = null, string? action = null) =>
        new() { To = to, Trigger = trigger, Condition = condition, Action = action is null ? null : new Step(Log, action) };

    private Expr<bool> Is(string name, bool value) => new(Log, name, () => value);

    private static Assign<int> Add(Variable<int> variable, int value) => new() { To = variable, Value = new(context => variable.Get(context) + value) };
}
