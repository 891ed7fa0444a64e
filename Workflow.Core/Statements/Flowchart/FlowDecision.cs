using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using Workflow.Expressions;

namespace Workflow.Statements;

/// <summary>A node that goes on with one of two others, as a condition says.</summary>
public sealed class FlowDecision : FlowNode
{
    private string? _displayName;

    /// <summary>Creates a decision without condition; set <see cref="Condition"/>.</summary>
    public FlowDecision()
    {
    }

    /// <summary>Creates a decision by a function; nothing is compiled at run time.</summary>
    /// <param name="condition">The function.</param>
    /// <exception cref="ArgumentNullException">The function is null.</exception>
    [OverloadResolutionPriority(1)]
    public FlowDecision(Func<ActivityContext, bool> condition) => Condition = new LambdaValue<bool>(condition);

    /// <summary>Creates a decision by an expression tree, which is compiled once.</summary>
    /// <param name="condition">The expression tree.</param>
    /// <exception cref="ArgumentNullException">The expression tree is null.</exception>
    public FlowDecision(Expression<Func<ActivityContext, bool>> condition) => Condition = new LambdaValue<bool>(condition);

    /// <summary>Creates a decision by an activity's result.</summary>
    /// <param name="condition">The activity.</param>
    /// <exception cref="ArgumentNullException">The activity is null.</exception>
    public FlowDecision(Activity<bool> condition)
    {
        ArgumentNullException.ThrowIfNull(condition);
        Condition = condition;
    }

    /// <summary>Decides; it runs as a child of the flowchart. Null, the default, is a validation error if the node can be reached.</summary>
    public Activity<bool>? Condition { get; set; }

    /// <summary>The node that follows when the condition is true; null, the default: the flowchart is done.</summary>
    public FlowNode? True { get; set; }

    /// <summary>The node that follows when the condition is false; null, the default: the flowchart is done.</summary>
    public FlowNode? False { get; set; }

    /// <summary>The name in messages; <c>Decision</c> by default, null restores the default.</summary>
    public string DisplayName
    {
        get => _displayName ?? "Decision";
        set => _displayName = value;
    }

    internal override string Label => DisplayName;

    internal override Activity? Work => Condition;

    internal override string? Problem => Condition is null ? $"The decision '{DisplayName}' has no condition; set its Condition." : null;

    internal override void PushLinks(Stack<FlowNode> pending)
    {
        Push(pending, False);
        Push(pending, True);
    }

    internal override ChartNode Freeze(Flowchart chart) => new DecisionNode(Condition!, IndexOf(True), IndexOf(False), chart.DecisionCompleted);
}
