using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Is in one state at a time, and goes from state to state as events come.</summary>
/// <remarks>
/// <para>Entering a state runs its entry; then all its triggers wait together. When one closes, the conditions of its transitions are evaluated in order and
/// the first that is true is taken: the other triggers are canceled, then the exit of the state runs, the action of the transition, and the next state is
/// entered. When none is true the trigger starts again. A final state ends the machine (rule 18.4).</para>
/// <para>Asked to cancel, it cancels what runs and enters no further state: it ends <see cref="ActivityInstanceState.Canceled"/>, or
/// <see cref="ActivityInstanceState.Closed"/> when the entry of a final state was running and closed all the same.</para>
/// </remarks>
public sealed class StateMachine : NativeActivity
{
    private readonly CompletionCallback<int> _onStateCompleted;
    private NonNullCollection<Variable>? _variables;
    private NonNullCollection<State>? _states;

    /// <summary>The states that can be reached, as the definition was frozen (rule 12.3); a state's number is its place, counted from 1.</summary>
    private StateBody[] _bodies = [];

    private int _initial;

    /// <summary>Creates a machine without states; set <see cref="InitialState"/> and fill <see cref="States"/>.</summary>
    public StateMachine() => _onStateCompleted = OnStateCompleted;

    /// <summary>Where the machine begins; required, one of <see cref="States"/>, and not final.</summary>
    public State? InitialState { get; set; }

    /// <summary>All states; those that no transition leads to are left out of the tree. Empty by default, never null, takes no null.</summary>
    public Collection<State> States => _states ??= [];

    /// <summary>The variables that all states see; empty by default, never null, takes no null.</summary>
    public Collection<Variable> Variables => _variables ??= [];

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        foreach (Variable variable in NonNullCollection.ElementsOf(_variables))
        {
            metadata.AddVariable(variable);
        }

        HashSet<State> reachable = ReachableStates();
        State[] states = [.. States.Where(reachable.Contains)];
        new StateMachineRules(this, metadata).Check(states);
        states = [.. states.Distinct()];
        Dictionary<State, int> numbers = [];
        foreach (State state in states)
        {
            numbers.Add(state, numbers.Count + 1);
        }

        _initial = InitialState is null ? 0 : numbers.GetValueOrDefault(InitialState);
        _bodies = Array.ConvertAll(states, state => new StateBody(state, DisplayName, numbers));
        foreach (StateBody body in _bodies)
        {
            metadata.AddChild(body);
        }
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context) => Enter(context, _initial);

    /// <summary>What links lead to from the initial state, which is all that belongs to the tree. Without one, all: their other mistakes are found as well.</summary>
    private HashSet<State> ReachableStates()
    {
        HashSet<State> reachable = [];
        Stack<State> pending = new(InitialState is null ? States : [InitialState]);
        while (pending.TryPop(out State? state))
        {
            if (reachable.Add(state))
            {
                foreach (Transition transition in state.Transitions)
                {
                    if (transition.To is { } next)
                    {
                        pending.Push(next);
                    }
                }
            }
        }

        return reachable;
    }

    private void OnStateCompleted(NativeActivityContext context, ActivityInstance completedInstance, int result)
    {
        if (result > 0)
        {
            Enter(context, result);
        }
    }

    private void Enter(NativeActivityContext context, int number) => context.ScheduleActivity(_bodies[number - 1], _onStateCompleted);
}
