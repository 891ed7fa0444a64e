namespace Workflow.Statements;

/// <summary>Finds the nodes of a flowchart and their errors.</summary>
internal static class ChartWalk
{
    /// <summary>
    /// Returns the nodes that belong to the tree, the start node first. Follows the links depth first and without recursion, because charts may be long.
    /// </summary>
    public static List<FlowNode> Find(Flowchart chart, ReadOnlySpan<FlowNode> listed, NativeActivityMetadata metadata)
    {
        List<FlowNode> found = [];
        if (chart.StartNode is null)
        {
            if (listed.Length > 0)
            {
                metadata.AddValidationError($"'{chart.DisplayName}' has nodes but no start node; set its StartNode.");
            }

            return found;
        }

        Follow(chart.StartNode, chart, metadata, found);
        if (chart.ValidateUnconnectedNodes)
        {
            foreach (FlowNode node in listed)
            {
                Follow(node, chart, metadata, found);
            }
        }

        foreach (FlowNode node in found)
        {
            if (node.Problem is { } problem)
            {
                metadata.AddValidationError(problem);
            }
        }

        CheckIdleSteps(found, chart, metadata);
        return found;
    }

    private static void Follow(FlowNode first, Flowchart chart, NativeActivityMetadata metadata, List<FlowNode> found)
    {
        Stack<FlowNode> pending = new();
        pending.Push(first);
        while (pending.TryPop(out FlowNode? node))
        {
            Flowchart? owner = node.ClaimedBy(metadata);
            if (owner is null)
            {
                node.Claim(chart, metadata, found.Count);
                found.Add(node);
                node.PushLinks(pending);
            }
            else if (owner != chart)
            {
                metadata.AddValidationError(
                    $"The node '{node.Label}' of '{chart.DisplayName}' belongs to the flowchart '{owner.DisplayName}' too; each flowchart needs nodes of its own.");
            }
        }
    }

    /// <summary>Adds an error for a cycle of steps without activities, which would run forever and could not be interrupted.</summary>
    private static void CheckIdleSteps(List<FlowNode> nodes, Flowchart chart, NativeActivityMetadata metadata)
    {
        foreach (FlowNode node in nodes)
        {
            FlowNode? next = node;
            int steps = 0;
            while (next is FlowStep { Action: null } idle && steps++ <= nodes.Count)
            {
                next = idle.Next;
            }

            if (steps > nodes.Count)
            {
                metadata.AddValidationError(
                    $"'{chart.DisplayName}' has steps without action that lead only to each other and could never end; give one of them an action or another Next.");
                return;
            }
        }
    }
}
