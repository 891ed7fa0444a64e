namespace Workflow.Statements;

/// <summary>A node of a <see cref="Flowchart"/>: a <see cref="FlowStep"/>, a <see cref="FlowDecision"/> or a <see cref="FlowSwitch{T}"/>.</summary>
/// <remarks>A node belongs to one flowchart. Any number of links may lead to it; it runs each time a link is followed.</remarks>
public abstract class FlowNode
{
    private Flowchart? _chart;
    private NativeActivityMetadata _walk;

    private protected FlowNode()
    {
    }

    /// <summary>The index among the nodes of its flowchart, after the flowchart has claimed it.</summary>
    internal int Index { get; private set; }

    /// <summary>The name in messages.</summary>
    internal abstract string Label { get; }

    /// <summary>The activity to run; null if there is none.</summary>
    internal abstract Activity? Work { get; }

    /// <summary>The reason why the node cannot run; null if it can.</summary>
    internal virtual string? Problem => null;

    /// <summary>Returns the nodes that may come next, each with the label of the link; null for a link without a label.</summary>
    internal abstract IEnumerable<(FlowNode To, string? Label)> Links();

    /// <summary>Pushes the linked nodes onto the stack, the first one last.</summary>
    internal abstract void PushLinks(Stack<FlowNode> pending);

    /// <summary>Creates the node of the frozen definition (rule 12.3).</summary>
    internal abstract ChartNode Freeze(Flowchart chart);

    /// <summary>Returns the flowchart that has claimed the node in this walk over the tree; null if none has.</summary>
    internal Flowchart? ClaimedBy(NativeActivityMetadata walk) => _walk == walk ? _chart : null;

    internal void Claim(Flowchart chart, NativeActivityMetadata walk, int index)
    {
        _chart = chart;
        _walk = walk;
        Index = index;
    }

    private protected static void Push(Stack<FlowNode> pending, FlowNode? node)
    {
        if (node is not null)
        {
            pending.Push(node);
        }
    }

    private protected static int IndexOf(FlowNode? node) => node?.Index ?? ChartNode.End;
}
