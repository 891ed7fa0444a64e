namespace Workflow.Statements;

/// <summary>Finds the errors of a state machine. Each message names the state or transition.</summary>
internal readonly struct StateMachineRules(StateMachine machine, NativeActivityMetadata metadata)
{
    /// <summary>Checks the reachable states. Other states are not part of the workflow.</summary>
    public void Check(State[] reachable)
    {
        HashSet<State> states = [.. machine.States];
        Array.ForEach(reachable, CheckClaim);
        CheckInitial(states);
        HashSet<Transition> transitions = [];
        foreach (State state in reachable.Distinct())
        {
            if (state.IsFinal)
            {
                CheckFinal(state);
            }
            else if (state.Transitions.Count == 0)
            {
                Add($"The state '{state.DisplayName}' of '{machine.DisplayName}' could never be left; add a transition, or make it final.");
            }

            foreach (Transition transition in state.Transitions)
            {
                CheckTransition(transition, state, states, transitions);
            }
        }
    }

    private void Add(string message) => metadata.AddValidationError(message);

    private void CheckClaim(State state)
    {
        if (state.Claim(machine, metadata) is { } before)
        {
            Add(ReferenceEquals(before, machine)
                ? $"The state '{state.DisplayName}' is twice in the States of '{machine.DisplayName}'; add it once."
                : $"The state '{state.DisplayName}' of '{machine.DisplayName}' belongs to '{before.DisplayName}' too; each state machine needs states of its own.");
        }
    }

    private void CheckInitial(HashSet<State> states)
    {
        if (machine.InitialState is not { } initial)
        {
            Add($"'{machine.DisplayName}' has no initial state; set its InitialState.");
            return;
        }

        if (initial.IsFinal)
        {
            Add($"'{machine.DisplayName}' begins in the final state '{initial.DisplayName}', where it would end at once; choose another InitialState.");
        }

        if (!states.Contains(initial))
        {
            Add($"'{machine.DisplayName}' begins in '{initial.DisplayName}', which is not one of its states; add it to its States.");
        }
    }

    private void CheckFinal(State state)
    {
        if (state.Exit is not null)
        {
            Add($"The final state '{state.DisplayName}' of '{machine.DisplayName}' has an exit, but is never left; remove the Exit.");
        }

        if (state.Transitions.Count > 0)
        {
            Add($"The final state '{state.DisplayName}' of '{machine.DisplayName}' has transitions, but is never left; remove the Transitions.");
        }
    }

    private void CheckTransition(Transition transition, State state, HashSet<State> states, HashSet<Transition> known)
    {
        string name = $"The transition '{transition.DisplayName}' of the state '{state.DisplayName}' in '{machine.DisplayName}'";
        if (!known.Add(transition))
        {
            Add($"{name} is used twice; each place needs a transition object of its own.");
            return;
        }

        if (transition.To is null)
        {
            Add($"{name} has no target state; set its To.");
        }
        else if (!states.Contains(transition.To))
        {
            Add($"{name} leads to '{transition.To.DisplayName}', which is not one of the machine's states; add it to its States.");
        }

        if (transition.Condition is null
            && state.Transitions.Any(other => !ReferenceEquals(other, transition) && ReferenceEquals(other.Trigger, transition.Trigger)))
        {
            Add(transition.Trigger is { } trigger
                ? $"{name} has no condition but shares the trigger '{trigger.DisplayName}', so the others could never be chosen; set its Condition."
                : $"{name} has neither trigger nor condition, so the others without trigger could never be chosen; set its Trigger or its Condition.");
        }
    }
}
