namespace Workflow.Statements;

/// <summary>A way from one <see cref="State"/> of a <see cref="StateMachine"/> to another, or back to the same.</summary>
/// <remarks>
/// Transitions of one state that name the same <see cref="Trigger"/> object share it: it runs once for all of them, and the first whose condition is true
/// is taken. Each of these needs a condition.
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
    /// What is waited for; null, the default: nothing, as if it had closed at once when the state was entered. All transitions of a state that have none share
    /// that.
    /// </summary>
    public Activity? Trigger { get; set; }

    /// <summary>Whether the transition is taken when its trigger has closed; it runs as a child of the state. Null, the default: always.</summary>
    public Activity<bool>? Condition { get; set; }

    /// <summary>What runs between the exit of the state and the entry of the next; null, the default: nothing.</summary>
    public Activity? Action { get; set; }

    /// <summary>The state that is entered next; required.</summary>
    public State? To { get; set; }
}
