namespace Workflow.Statements;

/// <summary>The ways out of a state as the definition was frozen: one group for each trigger, the transitions of a group side by side.</summary>
internal sealed class StateTransitions
{
    private readonly List<Activity> _triggers = [];
    private readonly List<FrozenTransition> _transitions = [];

    /// <summary>The place of a group's first transition.</summary>
    private readonly List<int> _starts = [];

    /// <param name="transitions">The list as the author wrote it.</param>
    /// <param name="numbers">The number of each state in the machine; those of a valid machine are all there.</param>
    public StateTransitions(IReadOnlyCollection<Transition> transitions, IReadOnlyDictionary<State, int> numbers)
    {
        // All that have no trigger share one that closes at once.
        Lazy<NullTrigger> none = new(LazyThreadSafetyMode.None);
        foreach (IGrouping<object?, Transition> group in transitions.GroupBy(transition => transition.Trigger ?? none.Value, ReferenceEqualityComparer.Instance))
        {
            _starts.Add(_transitions.Count);
            _triggers.Add((Activity)group.Key!);
            foreach (Transition transition in group)
            {
                int to = transition.To is { } state ? numbers.GetValueOrDefault(state) : 0;
                _transitions.Add(new FrozenTransition(transition.Condition, transition.Action, to, _triggers.Count - 1));
            }
        }
    }

    /// <summary>The distinct triggers, in the order of the list.</summary>
    public IReadOnlyList<Activity> Triggers => _triggers;

    public IReadOnlyList<FrozenTransition> All => _transitions;

    public int FirstOf(int group) => _starts[group];

    /// <summary>Whether another transition of the same group follows.</summary>
    public bool HasNext(int transition) => transition + 1 < _transitions.Count && _transitions[transition + 1].Group == _transitions[transition].Group;

    public int GroupOf(Activity trigger) => _triggers.FindIndex(candidate => ReferenceEquals(candidate, trigger));
}

/// <summary>One way out.</summary>
/// <param name="Condition">Null: always.</param>
/// <param name="Action">Null: nothing.</param>
/// <param name="To">The number of the state that is entered next.</param>
/// <param name="Group">The trigger it belongs to.</param>
internal sealed record FrozenTransition(Activity<bool>? Condition, Activity? Action, int To, int Group);
