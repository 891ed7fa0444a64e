using Workflow.Expressions;
using Workflow.Statements;
using Parallel = Workflow.Statements.Parallel;

namespace Workflow.Perf.Workloads;

/// <summary>
/// The paper's complex workflow: a flowchart whose three child flowcharts repeat it, down to a depth where they are empty. Both
/// decisions are true, so two of the three children of each level run.
/// </summary>
internal sealed class ComplexChart
{
    /// <summary>
    /// The number of activities in each level that the paper does not count: the expression for the location that receives the result of the method.
    /// </summary>
    private const int NotCounted = 1;

    private readonly int _sequence;
    private readonly Func<Activity> _leaf;

    private ComplexChart(int sequence, Func<Activity> leaf)
    {
        _sequence = sequence;
        _leaf = leaf;
    }

    public static Flowchart Of(int depth, int sequence, Func<Activity> leaf) => new ComplexChart(sequence, leaf).Level(depth);

    /// <summary>Returns the number of leaves that one run executes.</summary>
    public static int LeavesRun(int depth, int sequence) => 4 * sequence * ((1 << depth) - 1);

    /// <summary>Returns the number of activities as the paper counts them: with the expressions of arguments, and without the outermost chart.</summary>
    public static int CountOf(Flowchart chart, int depth) => Hosting.FrozenDefinition.Of(chart).Plans.Length - 1 - (NotCounted * LevelsOf(depth));

    public static bool Answer() => true;

    private static int LevelsOf(int depth) => depth == 0 ? 0 : 1 + (3 * LevelsOf(depth - 1));

    private Flowchart Level(int depth)
    {
        if (depth == 0)
        {
            return new Flowchart();
        }

        Variable<bool> answer = new("answer");
        Variable<int> passes = new("passes");
        FlowStep firstChild = new() { Action = Level(depth - 1) };
        FlowDecision first = new(new VariableValue<bool>(answer)) { False = firstChild };
        FlowStep main = Main(answer, passes, depth, firstChild);
        firstChild.Next = new FlowStep { Action = Yes(answer), Next = main };
        first.True = main;
        InvokeMethod call = new() { TargetType = typeof(ComplexChart), MethodName = nameof(Answer), Result = new OutArgument<bool>(answer) };
        return new Flowchart { Variables = { answer, passes }, StartNode = new FlowStep { Action = call, Next = first } };
    }

    private FlowStep Main(Variable<bool> answer, Variable<int> passes, int depth, FlowStep firstChild)
    {
        FlowStep last = new() { Action = Leaves(), Next = new FlowStep { Action = Yes(answer) } };
        FlowDecision second = new(new VariableValue<bool>(answer)) { True = new FlowStep { Action = Level(depth - 1), Next = last }, False = firstChild };
        FlowStep parallel = new()
        {
            Action = new Parallel { Branches = { Leaves(), Leaves() } },
            Next = new FlowStep { Action = Yes(answer), Next = second },
        };
        While once = new(context => IsFirst(context, passes)) { Body = Leaves() };
        return new FlowStep { Action = Level(depth - 1), Next = new FlowStep { Action = once, Next = parallel } };
    }

    private static bool IsFirst(ActivityContext context, Variable<int> passes)
    {
        int pass = passes.Get(context);
        passes.Set(context, pass + 1);
        return pass == 0;
    }

    private static Assign<bool> Yes(Variable<bool> answer) => new() { To = answer, Value = true };

    private Sequence Leaves() => Sequences.Of(_sequence, _leaf);
}
