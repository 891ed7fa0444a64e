namespace Workflow.Statements;

/// <summary>A transition from one <see cref="State"/> of a <see cref="StateMachine"/> to another or the same state.</summary>
/// <remarks>
/// Transitions of one state with the same <see cref="Trigger"/> object share it: it runs once for all of them, and the first transition whose condition is true
/// is taken. Each of them needs a condition.
/// </remarks>
public sealed class Transition
{
    private string? _displayName;

    /// <summary>The name in messages; <c>Transition</c> by default, null restores the default.</summary>
    public string DisplayName
    {
        get => _displayName ?? nameof(Transition);
        set => _displayName = value;
    }

    /// <summary>
    /// The activity to wait for; null, the default, stands for a trigger that closes at once when the state is entered. All transitions of a state without a
    /// trigger share this trigger.
    /// </summary>
    public Activity? Trigger { get; set; }

    /// <summary>
    /// The condition for taking the transition when its trigger has closed, which runs as a child of the state. If null, the default, the transition is always
    /// taken.
    /// </summary>
    public Activity<bool>? Condition { get; set; }

    /// <summary>The activity to run between the exit of the state and the entry of the next state; null, the default, if there is none.</summary>
    public Activity? Action { get; set; }

    /// <summary>The next state; required.</summary>
    public State? To { get; set; }
}
