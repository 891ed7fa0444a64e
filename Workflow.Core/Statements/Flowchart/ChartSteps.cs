namespace Workflow.Statements;

/// <summary>
/// The step program of a <see cref="Flowchart"/> of steps and decisions. The position of the instance is 0 before the first node, and the index of the
/// running node plus 1 after that.
/// </summary>
/// <remarks>
/// The methods of the statement implement the same control flow with public members; the engine uses them while code could observe the difference.
/// <c>DifferentialTests.Run_OfARandomWorkflow_ShowsTheSameInBothLanes</c> compares what the two do, and <c>Save_OfARandomWorkflow_IsTheSameInBothLanes</c>
/// what they save.
/// </remarks>
internal sealed class ChartSteps : ControlFlowProgram
{
    private readonly Entry[] _entries;
    private readonly int _end;

    private ChartSteps(Entry[] entries, int end)
    {
        _entries = entries;
        _end = end;
    }

    /// <summary>Returns the program of a chart; null if the chart is empty or has a node with a condition other than a <see cref="bool"/>.</summary>
    public static ChartSteps? Of(ChartNode[] nodes)
    {
        // There are two ends after the nodes. The second end is reached through steps without activities. The two ends differ under a cancel request.
        int end = nodes.Length + 1;
        Entry[] entries = new Entry[nodes.Length + 3];
        for (int i = 0; i < nodes.Length; i++)
        {
            switch (nodes[i])
            {
                case StepNode step:
                    int next = PositionOf(nodes, step.Next);
                    entries[i + 1] = new Entry(step.Work, next, next);
                    break;
                case DecisionNode decision:
                    entries[i + 1] = new Entry(decision.Work, PositionOf(nodes, decision.Next(true)), PositionOf(nodes, decision.Next(false)));
                    break;
                default:
                    return null;
            }
        }

        if (nodes.Length == 0)
        {
            return null;
        }

        int start = PositionOf(nodes, 0);
        entries[0] = new Entry(null, start, start);
        return new ChartSteps(entries, end);
    }

    public override void Bind()
    {
        for (int i = 0; i < _entries.Length; i++)
        {
            _entries[i] = _entries[i] with { Target = _entries[i].Work?.Plan };
        }
    }

    public override ControlFlowTarget? Next(ActivityInstance self, bool result)
    {
        Entry[] entries = _entries;
        ref readonly Entry left = ref entries[self.Position];
        int next = result ? left.WhenTrue : left.WhenFalse;
        self.Position = next;
        return entries[next].Target;
    }

    public override bool Suppress(ActivityInstance self, bool result)
    {
        Next(self, result);
        return self.Position != _end;
    }

    public override StepState Describe(ActivityInstance self) => ((Flowchart)self.Activity).Describe(self.Position - 1);

    public override Variable FindVariable(Activity activity) => ((Flowchart)activity).CurrentNode;

    public override int FindPosition(ActivityInstance self, Activity child)
    {
        int position = Location<int>.ReadOwn(self.OwnSlots![((Flowchart)self.Activity).CurrentNode.Slot]) + 1;
        return position > 0 && position < _end && ReferenceEquals(_entries[position].Work, child) ? position : -1;
    }

    /// <summary>
    /// Returns the position of a node, or of the first node after it that runs an activity, or of an end. One of them exists, because a cycle of steps without
    /// activities is invalid.
    /// </summary>
    private static int PositionOf(ChartNode[] nodes, int index)
    {
        if (index == ChartNode.End)
        {
            return nodes.Length + 1;
        }

        while (nodes[index] is StepNode { Work: null } idle)
        {
            if (idle.Next == ChartNode.End)
            {
                return nodes.Length + 2;
            }

            index = idle.Next;
        }

        return index + 1;
    }

    private readonly record struct Entry(Activity? Work, int WhenTrue, int WhenFalse, ControlFlowTarget? Target = null);
}
