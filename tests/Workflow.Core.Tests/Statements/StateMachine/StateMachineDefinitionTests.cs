using Workflow.Core.Tests.TestKit;
using Workflow.Expressions;
using Workflow.Statements;

namespace Workflow.Core.Tests.StatementsTests;

/// <summary>Tests which state machines are invalid.</summary>
[Rule("18.5")]
public sealed class StateMachineDefinitionTests
{
    private readonly Log _log = new();
    private readonly State _end = new() { DisplayName = "end", IsFinal = true };
    private readonly State _first = new() { DisplayName = "first" };
    private readonly StateMachine _machine;

    public StateMachineDefinitionTests()
    {
        _first.Transitions.Add(new Transition { To = _end });
        _machine = new StateMachine { DisplayName = "machine", InitialState = _first, States = { _first, _end } };
    }

    [Fact]
    public void Machine_Unchanged_IsValid() => Definitions.AssertValid(_machine);

    [Fact]
    public void InitialState_Null_IsInvalid()
    {
        _machine.InitialState = null;
        Refuses("'machine' has no initial state", "set its InitialState");
    }

    [Fact]
    public void InitialState_Final_IsInvalid()
    {
        _machine.InitialState = _end;
        Refuses("'machine' begins in the final state 'end'");
    }

    [Fact]
    public void InitialState_NotInStates_IsInvalid()
    {
        _machine.InitialState = new State { DisplayName = "stranger", Transitions = { new Transition { To = _end } } };
        Refuses("'machine' begins in 'stranger'", "add it to its States");
    }

    [Fact]
    public void States_None_IsInvalid() => Definitions.AssertInvalid(new StateMachine { DisplayName = "empty" }, "'empty' has no initial state");

    [Fact]
    public void To_Null_IsInvalid()
    {
        _first.Transitions[0].To = null;
        _first.Transitions[0].DisplayName = "t";
        Refuses("The transition 't' of the state 'first' in 'machine' has no target state", "set its To");
    }

    [Fact]
    public void To_NotInStates_IsInvalid()
    {
        _machine.States.Remove(_end);
        Refuses("The transition 'Transition' of the state 'first' in 'machine' leads to 'end'", "add it to its States");
    }

    [Fact]
    public void Transitions_NoneInReachableState_IsInvalid()
    {
        State stuck = new() { DisplayName = "stuck" };
        _machine.States.Add(stuck);
        _first.Transitions[0].To = stuck;
        Refuses("The state 'stuck' of 'machine' could never be left", "add a transition");
    }

    [Fact]
    public void Exit_OfFinalState_IsInvalid()
    {
        _end.Exit = new Step(_log, "exit");
        Refuses("The final state 'end' of 'machine' has an exit", "remove the Exit");
    }

    [Fact]
    public void Transitions_OfFinalState_AreInvalid()
    {
        _end.Transitions.Add(new Transition { To = _first });
        Refuses("The final state 'end' of 'machine' has transitions", "remove the Transitions");
    }

    [Fact]
    public void States_OneObjectTwice_AreInvalid()
    {
        _machine.States.Add(_end);
        Refuses("The state 'end' is twice in the States of 'machine'");
    }

    [Fact]
    public void States_OfTwoMachines_AreInvalid()
    {
        State other = new() { DisplayName = "other", Transitions = { new Transition { To = _end } } };
        StateMachine second = new() { DisplayName = "second", InitialState = other, States = { other, _end } };
        Definitions.AssertInvalid(new Sequence { Activities = { _machine, second } }, "The state 'end' of 'machine' belongs to 'second' too");
    }

    [Fact]
    public void Transitions_OneObjectTwice_AreInvalid()
    {
        State second = Reachable("second");
        second.Transitions.Add(_first.Transitions[0]);
        Refuses("The transition 'Transition' of the state 'second' in 'machine' is used twice");
        _first.Transitions.Add(_first.Transitions[0]);
        second.Transitions[0] = new Transition { To = _end };
        Refuses("The transition 'Transition' of the state 'first' in 'machine' is used twice");
    }

    [Fact]
    public void Condition_NullWithSharedTrigger_IsInvalid()
    {
        Step trigger = new(_log, "shared");
        Transition first = _first.Transitions[0];
        first.Trigger = trigger;
        _first.Transitions.Add(new Transition { Trigger = trigger, To = _end, Condition = new Literal<bool>(true) });
        Refuses("The transition 'Transition' of the state 'first' in 'machine' has no condition but shares the trigger 'shared'");
        first.Condition = new Literal<bool>(true);
        Definitions.AssertValid(_machine);
    }

    [Fact]
    public void Condition_NullWithoutTriggerTwice_IsInvalid()
    {
        Transition other = new() { DisplayName = "other", To = _end, Condition = new Literal<bool>(true) };
        _first.Transitions.Add(other);
        Refuses("The transition 'Transition' of the state 'first' in 'machine' has neither trigger nor condition", "set its Trigger or its Condition");
        other.Condition = null;
        string errors = Definitions.ErrorsOf(_machine);
        Assert.All(
            (string[])["'Transition'", "'other'"],
            name => Assert.Contains($"The transition {name} of the state 'first'", errors, StringComparison.Ordinal));
        other.Condition = new Literal<bool>(true);
        _first.Transitions[0].Condition = new Literal<bool>(false);
        Definitions.AssertValid(_machine);
    }

    [Fact]
    public void States_Unreachable_AreNotValidated()
    {
        State broken = new() { DisplayName = "broken", IsFinal = true, Exit = new Step(_log, "exit"), Transitions = { new Transition() } };
        _machine.States.Add(new State { DisplayName = "stuck" });
        _machine.States.Add(broken);
        _machine.States.Add(broken);
        _machine.States.Add(new State { Entry = new Throw(), Transitions = { broken.Transitions[0], new Transition { To = _first } } });
        Definitions.AssertValid(_machine);
    }

    [Fact]
    [Rule("12.1")]
    public void States_Unreachable_AreNotInTree()
    {
        Step reachable = new(_log, "reachable");
        Step lost = new(_log, "lost");
        _end.Entry = reachable;
        _machine.States.Insert(0, new State { DisplayName = "lost", Entry = lost, Transitions = { new Transition { To = _end } } });
        Activity[] activities = [.. Definitions.Freeze(_machine).Plans.Select(plan => plan.Activity)];
        Assert.Contains(reachable, activities);
        Assert.DoesNotContain(lost, activities);
    }

    [Fact]
    public void States_Unreachable_MayBelongToOtherMachine()
    {
        State other = new() { DisplayName = "other", IsFinal = true };
        State start = new() { DisplayName = "start", Transitions = { new Transition { To = other } } };
        StateMachine around = new() { DisplayName = "around", InitialState = start, States = { start, other, _end } };
        Definitions.AssertValid(new Sequence { Activities = { around, _machine } });
    }

    [Fact]
    [Rule("12.2")]
    public void Triggers_OfTwoStates_AreInvalid()
    {
        Step trigger = new(_log, "trigger");
        State second = Reachable("second");
        second.Transitions.Add(new Transition { Trigger = trigger, To = _end });
        _first.Transitions[0].Trigger = trigger;
        Refuses("'trigger' is used by");
    }

    [Fact]
    public void Errors_Several_AreAllReported()
    {
        _machine.InitialState = null;
        _end.Exit = new Step(_log, "exit");
        _first.Transitions[0].To = null;
        string errors = Definitions.ErrorsOf(_machine);
        Assert.All((string[])["InitialState", "remove the Exit", "has no target state"], text => Assert.Contains(text, errors, StringComparison.Ordinal));
    }

    [Fact]
    [Rule("12.3")]
    public void States_OfInvalidMachine_CanBeReused()
    {
        _machine.InitialState = null;
        Refuses("InitialState");
        Definitions.AssertValid(new StateMachine { InitialState = _first, States = { _first, _end } });
    }

    [Fact]
    public void Collections_GivenNull_Refuse()
    {
        Assert.Throws<ArgumentNullException>(() => _machine.States.Add(null!));
        Assert.Throws<ArgumentNullException>(() => _machine.Variables.Add(null!));
        Assert.Throws<ArgumentNullException>(() => _first.Transitions.Add(null!));
        Assert.Throws<ArgumentNullException>(() => _first.Variables.Add(null!));
    }

    [Fact]
    public void DisplayName_SetToNull_IsDefault()
    {
        State state = new() { DisplayName = "named" };
        Transition transition = new() { DisplayName = "named" };
        Assert.Equal(("named", "named"), (state.DisplayName, transition.DisplayName));
        state.DisplayName = null!;
        transition.DisplayName = null!;
        Assert.Equal(("State", "Transition"), (state.DisplayName, transition.DisplayName));
    }

    /// <summary>Adds a state that is the target of a transition of the first state.</summary>
    private State Reachable(string name)
    {
        State state = new() { DisplayName = name };
        _machine.States.Add(state);
        _first.Transitions.Add(new Transition { To = state, Trigger = new Step(_log, "way") });
        return state;
    }

    private void Refuses(params string[] texts) => Definitions.AssertInvalid(_machine, texts);
}
