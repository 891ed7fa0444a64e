using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Runs one node after the other, following the links between them. Links may form cycles.</summary>
/// <remarks>
/// <para>The nodes are found by following the links from <see cref="StartNode"/>. Only one node runs at a time. Two links to one node
/// do not wait for each other: the node runs once for each (rule 18.3).</para>
/// <para>On a cancel request, the flowchart cancels the running child and follows no further link. It ends <see cref="ActivityInstanceState.Canceled"/>, or
/// <see cref="ActivityInstanceState.Closed"/> if the running child closed and no node follows (rule 3.6).</para>
/// </remarks>
public sealed class Flowchart : NativeActivity, IDiagramSource
{
    /// <summary>The index of the running node, which determines its successor.</summary>
    private readonly Variable<int> _current = new("current");

    private NonNullCollection<Variable>? _variables;
    private NonNullCollection<FlowNode>? _nodes;

    /// <summary>The nodes when the definition was frozen (rule 12.3), the start node first.</summary>
    private ChartNode[] _chart = [];

    /// <summary>Creates a flowchart without nodes, which completes at once.</summary>
    public Flowchart()
    {
        StepCompleted = OnStepCompleted;
        DecisionCompleted = OnDecisionCompleted;
    }

    /// <summary>True to also check <see cref="Nodes"/> to which no link leads, and to make them part of the tree; false by default.</summary>
    public bool ValidateUnconnectedNodes { get; set; }

    /// <summary>The variables of all nodes; empty by default, never null, null items are not allowed.</summary>
    public Collection<Variable> Variables => _variables ??= [];

    /// <summary>
    /// The first node; null, the default, is a validation error unless there are no <see cref="Nodes"/>. It need not be in <see cref="Nodes"/>.
    /// </summary>
    public FlowNode? StartNode { get; set; }

    /// <summary>
    /// The nodes, for tools and for <see cref="ValidateUnconnectedNodes"/>. Nodes to which a link leads need not be listed. Empty by default, never null, null
    /// items are not allowed.
    /// </summary>
    public Collection<FlowNode> Nodes => _nodes ??= [];

    internal CompletionCallback StepCompleted { get; }

    internal CompletionCallback<bool> DecisionCompleted { get; }

    internal override ControlFlowProgram? Steps => ChartSteps.Of(_chart);

    internal void SwitchCompleted<T>(NativeActivityContext context, ActivityInstance completedInstance, T result) =>
        Enter(context, ((SwitchNode<T>)Current(context)).Next(result));

    /// <summary>Returns the callback with which the methods of the chart would have scheduled a node; see <see cref="ControlFlowProgram.Describe"/>.</summary>
    internal ControlFlowProgram.StepState Describe(int node) => _chart[node] is StepNode
        ? new ControlFlowProgram.StepState(CompletionKind.Plain, StepCompleted, _current.Slot, node)
        : new ControlFlowProgram.StepState(CompletionKind.Result, DecisionCompleted, _current.Slot, node);

    internal Variable CurrentNode => _current;

    void IDiagramSource.Draw(ActivityDiagram diagram) => ChartDrawing.Draw(this, diagram);

    /// <inheritdoc/>
    protected override void CacheMetadata(NativeActivityMetadata metadata)
    {
        foreach (Variable variable in NonNullCollection.ElementsOf(_variables))
        {
            metadata.AddVariable(variable);
        }

        metadata.AddImplementationVariable(_current);
        List<FlowNode> nodes = ChartWalk.Find(this, NonNullCollection.ElementsOf(_nodes), metadata);
        foreach (FlowNode node in nodes.DistinctBy(node => node.Work, ReferenceEqualityComparer.Instance))
        {
            // Each activity once, even if several nodes run it.
            metadata.AddChild(node.Work, node);
        }

        _chart = metadata.HasViolations ? [] : [.. nodes.Select(node => node.Freeze(this))];
    }

    /// <inheritdoc/>
    protected override void Execute(NativeActivityContext context)
    {
        if (_chart.Length > 0)
        {
            Enter(context, 0);
        }
    }

    private void OnStepCompleted(NativeActivityContext context, ActivityInstance completedInstance) =>
        Enter(context, ((StepNode)Current(context)).Next);

    private void OnDecisionCompleted(NativeActivityContext context, ActivityInstance completedInstance, bool result) =>
        Enter(context, ((DecisionNode)Current(context)).Next(result));

    private ChartNode Current(NativeActivityContext context) => _chart[_current.Get(context)];

    /// <summary>Continues with a node, or with the first node after it that runs an activity.</summary>
    private void Enter(NativeActivityContext context, int index)
    {
        if (index != ChartNode.End && context.IsCancellationRequested)
        {
            context.MarkCanceled();
            return;
        }

        while (index != ChartNode.End)
        {
            ChartNode node = _chart[index];
            if (node.Work is not null)
            {
                _current.Set(context, index);
                node.Schedule(context);
                return;
            }

            index = ((StepNode)node).Next;
        }
    }
}
