using Workflow.Statements;
using Workflow.Tracking;

namespace Workflow.Testing;

/// <summary>The parts of a definition that tests can reach, in the order of the definition.</summary>
internal sealed class CoveredDefinition
{
    private readonly List<CoveredPart> _parts = [];
    private readonly Dictionary<string, CoveredPart> _activities = [];
    private readonly Dictionary<(string Machine, string From, string To), CoveredPart> _transitions = [];
    private readonly Dictionary<string, CoveredChoice> _choices = [];
    private readonly HashSet<string> _machines = [];
    private readonly HashSet<Activity> _visited = new(ReferenceEqualityComparer.Instance);

    public CoveredDefinition(Activity root)
    {
        Stack<(Activity Activity, int Depth)> open = new([(root, 0)]);
        _ = WorkflowInspectionServices.GetActivities(root).FirstOrDefault();
        while (open.TryPop(out (Activity Activity, int Depth) next))
        {
            if (!IsExpression(next.Activity) && _visited.Add(next.Activity))
            {
                Add(next.Activity, next.Depth);
                foreach (Activity child in WorkflowInspectionServices.GetActivities(next.Activity).Reverse())
                {
                    open.Push((child, next.Depth + 1));
                }
            }
        }
    }

    public IReadOnlyList<CoveredPart> Parts => _parts;

    public CoveredPart? FindActivity(string id) => _activities.GetValueOrDefault(id);

    public CoveredChoice? FindChoice(string id) => _choices.GetValueOrDefault(id);

    public bool IsMachine(string id) => _machines.Contains(id);

    public CoveredPart? FindTransition(string machine, string from, string to) => _transitions.GetValueOrDefault((machine, from, to));

    /// <summary>Returns true for an expression of the engine. It computes the value of an argument and is not a step of the workflow.</summary>
    private static bool IsExpression(Activity activity) =>
        activity.GetType() is { Namespace: "Workflow.Expressions" } type && type.Assembly == typeof(Activity).Assembly;

    private void Add(Activity activity, int depth)
    {
        CoveredPart part = new(CoverageKind.Activity, activity.Id!, activity.DisplayName, depth);
        _parts.Add(part);
        _activities.Add(part.Id, part);
        switch (activity)
        {
            case If { Then: null } condition:
                _parts.Add(new CoveredPart(CoverageKind.Branch, part.Id, "Then", depth + 1) { Of = condition, Others = condition.Else });
                break;
            case If { Else: null } condition:
                _parts.Add(new CoveredPart(CoverageKind.Branch, part.Id, "Else", depth + 1) { Of = condition, Others = condition.Then });
                break;
            case StateMachine machine:
                _machines.Add(part.Id);
                AddTransitions(machine, part.Id, depth + 1);
                break;
            case Flowchart chart:
                AddChart(chart, depth + 1);
                break;
            default:
                AddCases(activity, depth + 1);
                break;
        }
    }

    private void AddChart(Flowchart chart, int depth)
    {
        foreach ((string activity, CoveredChoice choice, IReadOnlyList<CoveredPart> parts) in ChartBranches.Of(chart, depth))
        {
            _choices.Add(activity, choice);
            _parts.AddRange(parts);
        }
    }

    /// <summary>Adds the cases of a switch that have no activity. A case with an activity is counted by the runs of this activity.</summary>
    private void AddCases(Activity activity, int depth)
    {
        if (SwitchCases.Of(activity) is not { } cases)
        {
            return;
        }

        CoveredChoice choice = new(ActivityStates.Executing, "Expression");
        foreach ((object? value, object? target) in cases.Cases)
        {
            choice.Add(value, Part($"case {TraceText.Of(value)}", target));
        }

        choice.Otherwise = Part("default", cases.Default);
        _choices.Add(activity.Id!, choice);

        CoveredPart? Part(string name, object? target)
        {
            if (target is not null)
            {
                return null;
            }

            CoveredPart part = new(CoverageKind.Branch, activity.Id!, name, depth);
            _parts.Add(part);
            return part;
        }
    }

    /// <summary>Adds the transitions. Transitions between the same two states share a counter, because records contain only the states.</summary>
    private void AddTransitions(StateMachine machine, string id, int depth)
    {
        foreach (State state in machine.States)
        {
            foreach (IGrouping<State?, Transition> transitions in state.Transitions.GroupBy(transition => transition.To))
            {
                string names = string.Join(", ", transitions.Select(transition => transition.DisplayName));
                CoveredPart part = new(CoverageKind.Transition, id, $"{state.DisplayName} -> {transitions.Key?.DisplayName}: {names}", depth);
                if (transitions.Key is { } to && _transitions.TryAdd((id, state.DisplayName, to.DisplayName), part))
                {
                    _parts.Add(part);
                }
            }
        }
    }
}
