namespace Workflow.Statements;

/// <summary>A node that runs an activity and continues with one node.</summary>
public sealed class FlowStep : FlowNode
{
    /// <summary>The activity to run; null, the default, if there is none. Several nodes of one flowchart can run the same activity.</summary>
    public Activity? Action { get; set; }

    /// <summary>The node that follows; null, the default, ends the flowchart.</summary>
    public FlowNode? Next { get; set; }

    internal override string Label => Action?.DisplayName ?? nameof(FlowStep);

    internal override Activity? Work => Action;

    internal override void PushLinks(Stack<FlowNode> pending) => Push(pending, Next);

    internal override IEnumerable<(FlowNode To, string? Label)> Links() => Next is null ? [] : [(Next, null)];

    internal override ChartNode Freeze(Flowchart chart) => new StepNode(Action, IndexOf(Next), chart.StepCompleted);
}
