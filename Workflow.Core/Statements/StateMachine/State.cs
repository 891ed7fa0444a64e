using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>A state of a <see cref="StateMachine"/>.</summary>
/// <remarks>
/// <see cref="Entry"/> runs when the state is entered. Then the triggers of all transitions wait at the same time. A final state has only an entry, after which
/// the machine ends.
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

    /// <summary>
    /// The activity to run when the state is entered; null, the default, if there is none. A <see cref="StateMachine"/> here is a nested state machine.
    /// </summary>
    public Activity? Entry { get; set; }

    /// <summary>
    /// The activity to run when the state is left, before the action of the transition; null, the default, if there is none. A final state cannot have one.
    /// </summary>
    public Activity? Exit { get; set; }

    /// <summary>
    /// The transitions to other states; empty by default, never null, null items are not allowed. A final state has none, and any other reachable state needs
    /// one.
    /// </summary>
    public Collection<Transition> Transitions => _transitions;

    /// <summary>
    /// The variables of the entry, exit, triggers, conditions and actions of the state, created at each entry. Empty by default, never null, null items are not
    /// allowed.
    /// </summary>
    public Collection<Variable> Variables => _variables;

    /// <summary>True if the machine ends after the entry of this state; false by default.</summary>
    public bool IsFinal { get; set; }

    /// <summary>
    /// Sets the machine that has the state in this walk over the tree. Returns the machine that has claimed the state before; null if none has.
    /// </summary>
    internal StateMachine? Claim(StateMachine machine, NativeActivityMetadata walk)
    {
        StateMachine? before = _walk == walk ? _machine : null;
        _machine = machine;
        _walk = walk;
        return before;
    }
}
