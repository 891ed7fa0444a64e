using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>A branch of a <see cref="Pick"/>: a trigger to wait for, and an action.</summary>
public sealed class PickBranch
{
    private readonly NonNullCollection<Variable> _variables = [];
    private string? _displayName;

    /// <summary>The variables of the trigger and the action; empty by default, never null, null items are not allowed.</summary>
    public Collection<Variable> Variables => _variables;

    /// <summary>The trigger. The first trigger of the <see cref="Pick"/> to close wins. Null, the default, is a validation error.</summary>
    public Activity? Trigger { get; set; }

    /// <summary>The activity to run when the trigger has won and all other branches have ended; null, the default, if there is none.</summary>
    public Activity? Action { get; set; }

    /// <summary>The name in messages and tracking records; <c>PickBranch</c> by default, null restores the default.</summary>
    public string DisplayName
    {
        get => _displayName ?? nameof(PickBranch);
        set => _displayName = value;
    }
}
