using Workflow.Perf.Activities;
using Workflow.Statements;

namespace Workflow.Perf.Legacy;

/// <summary>The state machine of <see cref="MachineTree"/> as a new activity.</summary>
internal static class NewMachine
{
    public static StateMachine Of(int states)
    {
        State next = new() { DisplayName = "end", IsFinal = true };
        StateMachine machine = new() { States = { next } };
        for (int i = 1; i < states; i++)
        {
            State state = new() { DisplayName = $"state{i}", Entry = new Empty(), Transitions = { new Transition { To = next } } };
            machine.States.Add(state);
            next = state;
        }

        machine.InitialState = next;
        return machine;
    }
}
