using System.Collections.ObjectModel;
using Workflow.Foundation;

namespace Workflow.Statements;

/// <summary>Runs one node after the other, following the links between them; links may lead back.</summary>
/// <remarks>
/// <para>Which nodes there are is found by following the links from <see cref="StartNode"/>. Only one node runs at a time: two links that lead to one node
/// do not wait for each other, the node runs once for each (rule 18.3).</para>
/// <para>Asked to cancel, it cancels what runs and follows no further link: it ends <see cref="ActivityInstanceState.Canceled"/>, or
/// <see cref="ActivityInstanceState.Closed"/> when what ran closed all the same and no node follows (rule 3.6).</para>
/// </remarks>
public sealed class Flowchart : NativeActivity
{
    /// <summary>The node that runs, so that a completion finds its successor.</summary>
    private readonly Variable<int> _current = new("current");

    private NonNullCollection<Variable>? _variables;
    private NonNullCollection<FlowNode>? _nodes;

    /// <summary>The nodes as the definition was frozen (rule 12.3), the start first.</summary>
    private ChartNode[] _chart = [];

    /// <summary>Creates a flowchart without nodes, which completes at once.</summary>
    public Flowchart()
    {
        StepCompleted = OnStepCompleted;
        DecisionCompleted = OnDecisionCompleted;
    }

    /// <summary>Whether nodes of <see cref="Nodes"/> that no link leads to are checked too, and belong to the tree; false by default.</summary>
    public bool ValidateUnconnectedNodes { get; set; }

    /// <summary>The variables that all nodes see; empty by default, never null, takes no null.</summary>
    public Collection<Variable> Variables => _variables ??= [];

    /// <summary>Where the flow begins; null, the default, is a validation error unless there are no <see cref="Nodes"/>. Need not be one of <see cref="Nodes"/>.</summary>
    public FlowNode? StartNode { get; set; }

    /// <summary>The nodes, for tools and for <see cref="ValidateUnconnectedNodes"/>; nodes that links lead to need not be listed. Empty by default, never null, takes no null.</summary>
    public Collection<FlowNode> Nodes => _nodes ??= [];

    internal CompletionCallback StepCompleted { get; }

    internal CompletionCallback<bool> DecisionCompleted { get; }

    internal override StepProgram? Steps => ChartSteps.Of(_chart);

    internal void SwitchCompleted<T>(NativeActivityContext context, ActivityInstance completedInstance, T result) =>
        Enter(context, ((SwitchNode<T>)Current(context)).Next(result));

    /// <summary>How the methods of the chart would have scheduled a node; see <see cref="StepProgram.Describe"/>.</summary>
    internal StepProgram.StepState Describe(int node) => _chart[node] is StepNode
        ? new StepProgram.StepState(CompletionKind.Plain, StepCompleted, _current.Slot, node)
        : new StepProgram.StepState(CompletionKind.Result, DecisionCompleted, _current.Slot, node);

    internal Variable CurrentNode => _current;

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
            // Once, though several nodes may run it.
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

    /// <summary>Goes on with a node, or with the first one behind it that runs something.</summary>
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
