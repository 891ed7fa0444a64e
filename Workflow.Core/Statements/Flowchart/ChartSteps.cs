namespace Workflow.Statements;

/// <summary>
/// The step program of a chart of steps and decisions. The position of the instance is 0 before the first node, and the index of the running node plus 1 after
/// that.
/// </summary>
internal sealed class ChartSteps : ControlFlowProgram
{
    private readonly Place[] _places;
    private readonly int _end;

    private ChartSteps(Place[] places, int end)
    {
        _places = places;
        _end = end;
    }

    /// <summary>Returns the program of a chart; null if the chart is empty or has a node with a condition other than a <see cref="bool"/>.</summary>
    public static ChartSteps? Of(ChartNode[] nodes)
    {
        // There are two ends after the nodes. The second end is reached through steps without activities. The two ends differ under a cancel request.
        int end = nodes.Length + 1;
        Place[] places = new Place[nodes.Length + 3];
        for (int i = 0; i < nodes.Length; i++)
        {
            switch (nodes[i])
            {
                case StepNode step:
                    int next = PlaceOf(nodes, step.Next);
                    places[i + 1] = new Place(step.Work, next, next);
                    break;
                case DecisionNode decision:
                    places[i + 1] = new Place(decision.Work, PlaceOf(nodes, decision.Next(true)), PlaceOf(nodes, decision.Next(false)));
                    break;
                default:
                    return null;
            }
        }

        if (nodes.Length == 0)
        {
            return null;
        }

        int start = PlaceOf(nodes, 0);
        places[0] = new Place(null, start, start);
        return new ChartSteps(places, end);
    }

    public override void Bind()
    {
        for (int i = 0; i < _places.Length; i++)
        {
            _places[i] = _places[i] with { Target = _places[i].Work?.Plan };
        }
    }

    public override ControlFlowTarget? Next(ActivityInstance self, bool result)
    {
        Place[] places = _places;
        ref readonly Place left = ref places[self.Position];
        int next = result ? left.WhenTrue : left.WhenFalse;
        self.Position = next;
        return places[next].Target;
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
        int place = Location<int>.ReadOwn(self.OwnSlots![((Flowchart)self.Activity).CurrentNode.Slot]) + 1;
        return place > 0 && place < _end && ReferenceEquals(_places[place].Work, child) ? place : -1;
    }

    /// <summary>
    /// Returns the position of a node, or of the first node after it that runs an activity, or of an end. One of them exists, because a cycle of steps without
    /// activities is invalid.
    /// </summary>
    private static int PlaceOf(ChartNode[] nodes, int index)
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

    private readonly record struct Place(Activity? Work, int WhenTrue, int WhenFalse, ControlFlowTarget? Target = null);
}
