using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Testing;

/// <summary>
/// The branches of the decisions and switches of a flowchart. All branches are counted separately: several of them may lead to one node, so the runs of that
/// node do not show which branch was taken.
/// </summary>
internal static class ChartBranches
{
    /// <summary>
    /// Returns the branches of each decision and switch, with their choice and the id of the activity whose records contain the value of the choice.
    /// </summary>
    public static IEnumerable<(string Activity, CoveredChoice Choice, IReadOnlyList<CoveredPart> Parts)> Of(Flowchart chart, int depth)
    {
        List<FlowNode> nodes = Find(chart);
        Dictionary<Activity, int> uses = new(ReferenceEqualityComparer.Instance);
        foreach (Activity work in nodes.Select(WorkOf).OfType<Activity>())
        {
            uses[work] = uses.GetValueOrDefault(work) + 1;
        }

        foreach (FlowNode node in nodes)
        {
            // If several nodes run the same activity, the records of the activity do not identify the node.
            if (node is not FlowStep && WorkOf(node) is { Id: { } id } work && uses[work] == 1)
            {
                yield return Branches(node, id, chart.Id!, depth);
            }
        }
    }

    private static (string Activity, CoveredChoice Choice, IReadOnlyList<CoveredPart> Parts) Branches(FlowNode node, string activity, string chart, int depth)
    {
        CoveredChoice choice = new(ActivityStates.Closed, "Result");
        List<CoveredPart> parts = [];
        if (node is FlowDecision decision)
        {
            choice.Add(true, Part($"{decision.DisplayName} ({activity}) -> true"));
            choice.Add(false, Part($"{decision.DisplayName} ({activity}) -> false"));
        }
        else if (SwitchCases.Of(node) is { } cases)
        {
            foreach ((object? value, _) in cases.Cases)
            {
                choice.Add(value, Part($"{cases.DisplayName} ({activity}) -> {TraceText.Of(value)}"));
            }

            choice.Otherwise = Part($"{cases.DisplayName} ({activity}) -> default");
        }

        return (activity, choice, parts);

        CoveredPart Part(string name)
        {
            CoveredPart part = new(CoverageKind.Branch, chart, name, depth);
            parts.Add(part);
            return part;
        }
    }

    private static Activity? WorkOf(FlowNode node) => node switch
    {
        FlowStep step => step.Action,
        FlowDecision decision => decision.Condition,
        _ => SwitchCases.Of(node)?.Expression as Activity,
    };

    /// <summary>Returns the nodes in the order of the links. Not recursive, because a chart may be long.</summary>
    private static List<FlowNode> Find(Flowchart chart)
    {
        List<FlowNode> found = [];
        HashSet<FlowNode> visited = new(ReferenceEqualityComparer.Instance);
        IEnumerable<FlowNode?> starts = chart.ValidateUnconnectedNodes ? [chart.StartNode, .. chart.Nodes] : [chart.StartNode];
        Stack<FlowNode?> pending = new(starts.Reverse());
        while (pending.TryPop(out FlowNode? node))
        {
            if (node is not null && visited.Add(node))
            {
                found.Add(node);
                foreach (FlowNode? next in NextOf(node).Reverse())
                {
                    pending.Push(next);
                }
            }
        }

        return found;
    }

    private static IEnumerable<FlowNode?> NextOf(FlowNode node) => node switch
    {
        FlowStep step => [step.Next],
        FlowDecision decision => [decision.True, decision.False],
        _ => SwitchCases.Of(node) is { } cases ? cases.Cases.Select(branch => (FlowNode?)branch.Target).Append((FlowNode?)cases.Default) : [],
    };
}
