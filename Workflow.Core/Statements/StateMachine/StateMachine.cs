using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>A state machine: it is in one state at a time, and events cause transitions to other states.</summary>
/// <remarks>
/// <para>When a state is entered, its entry runs; then all its triggers wait. When a trigger closes, the conditions of its transitions are evaluated in order,
/// and the first transition with a true condition is taken: the other triggers are canceled, then the exit of the state runs, then the action of the
/// transition, and the next state is entered. If no condition is true, the trigger starts again. A final state ends the machine (rule 18.4).</para>
/// <para>On a cancel request, the machine cancels the running child and enters no further state. It ends <see cref="ActivityInstanceState.Canceled"/>, or
/// <see cref="ActivityInstanceState.Closed"/> if the entry of a final state was running and closed.</para>
/// </remarks>
public sealed class StateMachine : NativeActivity, IDiagramSource
{
    private readonly CompletionCallback<int> _onStateCompleted;
    private NonNullCollection<Variable>? _variables;
    private NonNullCollection<State>? _states;

    /// <summary>The reachable states when the definition was frozen (rule 12.3). The number of a state is its position, from 1.</summary>
    private StateBody[] _bodies = [];

    private int _initial;

    /// <summary>Creates a machine without states; set <see cref="InitialState"/> and fill <see cref="States"/>.</summary>
    public StateMachine() => _onStateCompleted = OnStateCompleted;

    /// <summary>The first state; required, one of <see cref="States"/>, and not final.</summary>
    public State? InitialState { get; set; }

    /// <summary>All states. States to which no transition leads are not part of the tree. Empty by default, never null, null items are not allowed.</summary>
    public Collection<State> States => _states ??= [];

    /// <summary>The variables of all states; empty by default, never null, null items are not allowed.</summary>
    public Collection<Variable> Variables => _variables ??= [];

    void IDiagramSource.Draw(ActivityDiagram diagram)
    {
        DiagramNode start = diagram.AddStart();
        DiagramNode[] nodes = Array.ConvertAll(_bodies, diagram.Add);
        if (_initial > 0)
        {
            diagram.Connect(start, nodes[_initial - 1]);
        }

        for (int i = 0; i < nodes.Length; i++)
        {
            foreach (FrozenTransition transition in _bodies[i].Exits)
            {
                diagram.Connect(nodes[i], nodes[transition.To - 1], transition.DisplayName);
            }
        }
    }

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

    /// <summary>
    /// Returns the states that are reachable from the initial state, which belong to the tree. Without an initial state, returns all states, so that their
    /// other errors are found too.
    /// </summary>
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
