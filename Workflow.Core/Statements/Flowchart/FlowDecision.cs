using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using Workflow.Expressions;

namespace Workflow.Statements;

/// <summary>A node that continues with one of two nodes, depending on a condition.</summary>
public sealed class FlowDecision : FlowNode
{
    private string? _displayName;

    /// <summary>Creates a decision without a condition; set <see cref="Condition"/>.</summary>
    public FlowDecision()
    {
    }

    /// <summary>Creates a decision with a function as condition. Nothing is compiled at run time.</summary>
    /// <param name="condition">The function.</param>
    /// <exception cref="ArgumentNullException">The function is null.</exception>
    [OverloadResolutionPriority(1)]
    public FlowDecision(Func<ActivityContext, bool> condition) => Condition = new LambdaValue<bool>(condition);

    /// <summary>Creates a decision with an expression tree as condition, which is compiled once.</summary>
    /// <param name="condition">The expression tree.</param>
    /// <exception cref="ArgumentNullException">The expression tree is null.</exception>
    public FlowDecision(Expression<Func<ActivityContext, bool>> condition) => Condition = new LambdaValue<bool>(condition);

    /// <summary>Creates a decision with the result of an activity as condition.</summary>
    /// <param name="condition">The activity.</param>
    /// <exception cref="ArgumentNullException">The activity is null.</exception>
    public FlowDecision(Activity<bool> condition)
    {
        ArgumentNullException.ThrowIfNull(condition);
        Condition = condition;
    }

    /// <summary>The condition, which runs as a child of the flowchart. Null, the default, is a validation error if the node can be reached.</summary>
    public Activity<bool>? Condition { get; set; }

    /// <summary>The node that follows when the condition is true; null, the default, ends the flowchart.</summary>
    public FlowNode? True { get; set; }

    /// <summary>The node that follows when the condition is false; null, the default, ends the flowchart.</summary>
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

    internal override IEnumerable<(FlowNode To, string? Label)> Links()
    {
        if (True is not null)
        {
            yield return (True, "true");
        }

        if (False is not null)
        {
            yield return (False, "false");
        }
    }

    internal override ChartNode Freeze(Flowchart chart) => new DecisionNode(Condition!, IndexOf(True), IndexOf(False), chart.DecisionCompleted);
}
