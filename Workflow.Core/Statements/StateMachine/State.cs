using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>A state of a <see cref="StateMachine"/>.</summary>
/// <remarks>
/// When it is entered, <see cref="Entry"/> runs; then the triggers of its transitions wait, all at the same time. A final state has only an entry: the
/// machine is done after it.
/// </remarks>
public sealed class State
{
    private readonly NonNullCollection<Transition> _transitions = [];
    private readonly NonNullCollection<Variable> _variables = [];
    private string? _displayName;
    private StateMachine? _machine;
    private NativeActivityMetadata _walk;

    /// <summary>The name in messages and tracking records; <c>State</c> by default, null restores the default.</summary>
    public string DisplayName
    {
        get => _displayName ?? nameof(State);
        set => _displayName = value;
    }

    /// <summary>What runs when the state is entered; null, the default: nothing. Another <see cref="StateMachine"/> makes this a nested state.</summary>
    public Activity? Entry { get; set; }

    /// <summary>What runs when the state is left, before the transition's action; null, the default: nothing. A final state has none.</summary>
    public Activity? Exit { get; set; }

    /// <summary>The ways out; empty by default, never null, takes no null. A final state has none, and any other that can be reached needs one.</summary>
    public Collection<Transition> Transitions => _transitions;

    /// <summary>
    /// The variables that entry, exit, triggers, conditions and actions of the state see; new ones at each entry. Empty by default, never null, takes no null.
    /// </summary>
    public Collection<Variable> Variables => _variables;

    /// <summary>Whether the machine is done when the state was entered; false by default.</summary>
    public bool IsFinal { get; set; }

    /// <summary>Says whose state it is in this walk over the tree; the machine that said so before, or null.</summary>
    internal StateMachine? Claim(StateMachine machine, NativeActivityMetadata walk)
    {
        StateMachine? before = _walk == walk ? _machine : null;
        _machine = machine;
        _walk = walk;
        return before;
    }
}
