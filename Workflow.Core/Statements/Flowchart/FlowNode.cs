namespace Workflow.Statements;

/// <summary>A node of a <see cref="Flowchart"/>: a <see cref="FlowStep"/>, a <see cref="FlowDecision"/> or a <see cref="FlowSwitch{T}"/>.</summary>
/// <remarks>A node belongs to one flowchart. Any number of links may lead to it; each time one is followed, it runs again.</remarks>
public abstract class FlowNode
{
    private Flowchart? _chart;
    private NativeActivityMetadata _walk;

    private protected FlowNode()
    {
    }

    /// <summary>The place among the nodes of its flowchart, once that has claimed it.</summary>
    internal int Index { get; private set; }

    /// <summary>What messages call it.</summary>
    internal abstract string Label { get; }

    /// <summary>What it runs; null: nothing.</summary>
    internal abstract Activity? Work { get; }

    /// <summary>What keeps it from running; null when all is well.</summary>
    internal virtual string? Problem => null;

    /// <summary>Pushes the nodes that it leads to, the first one last.</summary>
    internal abstract void PushLinks(Stack<FlowNode> pending);

    /// <summary>The node as the definition is frozen (rule 12.3).</summary>
    internal abstract ChartNode Freeze(Flowchart chart);

    /// <summary>The flowchart that claimed it in this walk over the tree; null before.</summary>
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
