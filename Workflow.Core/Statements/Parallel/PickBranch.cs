using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>One branch of a <see cref="Pick"/>: what is waited for, and what is then done.</summary>
public sealed class PickBranch
{
    private readonly NonNullCollection<Variable> _variables = [];
    private string? _displayName;

    /// <summary>The variables that the trigger and the action share; empty by default, never null, takes no null.</summary>
    public Collection<Variable> Variables => _variables;

    /// <summary>What the branch waits for: the first trigger of the <see cref="Pick"/> to close wins. Null, the default, is a validation error.</summary>
    public Activity? Trigger { get; set; }

    /// <summary>What runs when the trigger has won and every other branch has ended; null, the default: nothing.</summary>
    public Activity? Action { get; set; }

    /// <summary>The name in messages and tracking records; <c>PickBranch</c> by default, null restores the default.</summary>
    public string DisplayName
    {
        get => _displayName ?? nameof(PickBranch);
        set => _displayName = value;
    }
}
