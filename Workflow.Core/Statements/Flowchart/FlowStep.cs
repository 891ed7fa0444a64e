namespace Workflow.Statements;

/// <summary>A node that runs an activity and goes on with one other node.</summary>
public sealed class FlowStep : FlowNode
{
    /// <summary>What runs; null, the default: nothing, the flow only passes through. Several nodes of one flowchart may run the same activity.</summary>
    public Activity? Action { get; set; }

    /// <summary>The node that follows; null, the default: the flowchart is done.</summary>
    public FlowNode? Next { get; set; }

    internal override string Label => Action?.DisplayName ?? nameof(FlowStep);

    internal override Activity? Work => Action;

    internal override void PushLinks(Stack<FlowNode> pending) => Push(pending, Next);

    internal override ChartNode Freeze(Flowchart chart) => new StepNode(Action, IndexOf(Next), chart.StepCompleted);
}
