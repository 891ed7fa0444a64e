namespace Workflow.Statements;

/// <summary>The transitions of a state when the definition was frozen: one group for each trigger, with the transitions of a group adjacent.</summary>
internal sealed class StateTransitions
{
    private readonly List<Activity> _triggers = [];
    private readonly List<FrozenTransition> _transitions = [];

    /// <summary>The index of the first transition of a group.</summary>
    private readonly List<int> _starts = [];

    /// <param name="transitions">The list of transitions.</param>
    /// <param name="numbers">The number of each state in the machine; a valid machine has all of them.</param>
    public StateTransitions(IReadOnlyCollection<Transition> transitions, IReadOnlyDictionary<State, int> numbers)
    {
        // All transitions without a trigger share a trigger that closes at once.
        Lazy<NullTrigger> none = new(LazyThreadSafetyMode.None);
        foreach (IGrouping<object?, Transition> group in transitions.GroupBy(
            transition => transition.Trigger ?? none.Value, ReferenceEqualityComparer.Instance))
        {
            _starts.Add(_transitions.Count);
            _triggers.Add((Activity)group.Key!);
            foreach (Transition transition in group)
            {
                int to = transition.To is { } state ? numbers.GetValueOrDefault(state) : 0;
                _transitions.Add(new FrozenTransition(transition.DisplayName, transition.Condition, transition.Action, to, _triggers.Count - 1));
            }
        }
    }

    /// <summary>The distinct triggers, in the order of the list.</summary>
    public IReadOnlyList<Activity> Triggers => _triggers;

    public IReadOnlyList<FrozenTransition> All => _transitions;

    public int FirstOf(int group) => _starts[group];

    /// <summary>Returns true if the next transition belongs to the same group.</summary>
    public bool HasNext(int transition) => transition + 1 < _transitions.Count && _transitions[transition + 1].Group == _transitions[transition].Group;

    public int GroupOf(Activity trigger) => _triggers.FindIndex(candidate => ReferenceEquals(candidate, trigger));
}

/// <summary>One transition.</summary>
/// <param name="DisplayName">The name.</param>
/// <param name="Condition">The condition; null if there is none.</param>
/// <param name="Action">The action; null if there is none.</param>
/// <param name="To">The number of the next state.</param>
/// <param name="Group">The group of the trigger.</param>
internal sealed record FrozenTransition(string DisplayName, Activity<bool>? Condition, Activity? Action, int To, int Group);
