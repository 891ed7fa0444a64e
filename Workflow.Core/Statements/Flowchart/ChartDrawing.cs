namespace Workflow.Statements;

/// <summary>Draws the nodes of a flowchart. It follows the links without recursion, because charts may be long.</summary>
internal static class ChartDrawing
{
    public static void Draw(Flowchart chart, ActivityDiagram diagram)
    {
        if (chart.StartNode is not { } first)
        {
            return;
        }

        DiagramNode start = diagram.AddStart();
        Dictionary<FlowNode, DiagramNode> nodes = [];
        Stack<FlowNode> pending = new([first]);
        List<FlowNode> found = [];
        while (pending.TryPop(out FlowNode? node))
        {
            if (!nodes.ContainsKey(node))
            {
                nodes.Add(node, NodeOf(node, diagram));
                found.Add(node);
                node.PushLinks(pending);
            }
        }

        diagram.Connect(start, nodes[first]);
        foreach (FlowNode node in found)
        {
            foreach ((FlowNode to, string? label) in node.Links())
            {
                diagram.Connect(nodes[node], nodes[to], label);
            }
        }
    }

    private static DiagramNode NodeOf(FlowNode node, ActivityDiagram diagram) =>
        node is FlowStep { Action: { } action } ? diagram.Add(action) : diagram.AddDecision(node.Label);
}
