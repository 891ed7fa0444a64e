using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Rows;

/// <summary>The rows that measure one pass of a loop, without the cost of the invocation, and of the start and the end of the loop.</summary>
internal static class LoopRows
{
    private const int Passes = 1000;

    public static IEnumerable<Row> All { get; } =
    [
        new("while-condition", "One pass of While, condition activity", Section.Budget,
            "The condition is a CodeActivity<bool> that takes 1 from an in-out argument bound to a variable, the body an empty CodeActivity: "
            + "(Invoke with 1000 passes - Invoke of the same with none) / 1000. By hand: a virtual condition with a ref parameter, a virtual body.",
            static () =>
            {
                Proof.Runs(Passes, static leaf => Loops.Counted(Passes, leaf));
                return Counted(Sequences.NewEmpty, new EmptyStep());
            })
        {
            Twins = Twin.Of(static leaf => Loops.Counted(Passes, leaf), static leaf => new CountedLoop(Passes, new CountDownCondition(), leaf())),
            Design2010 = new Cost(281, 650),
            Budget = new Budget { Nanoseconds = 28, Bytes = 0 },
        },
        new("while-condition-no-body", "One pass of While, condition activity, no body", Section.Further,
            "As above with Body left null: what the condition alone costs.",
            static () => Counted(body: null, step: null)),
        new("while-lambda", "One pass of While, lambda and Assign<int>", Section.Budget,
            "The condition is a lambda over a variable, the body an Assign<int> of a lambda to it: "
            + "(Invoke with 1000 passes - Invoke of the same with none) / 1000. By hand: two calls a pass.",
            static () =>
            {
                WorkflowInvoker.Invoke(Loops.OfFunctions(Passes, isProof: true));
                return new Trial(
                    new Subject(Repeat.Invoke(Loops.OfFunctions(Passes))) { Less = Repeat.Invoke(Loops.OfFunctions(0)), Parts = Passes },
                    new Subject(Repeat.Run(new FunctionLoop(Passes))) { Parts = Passes });
            })
        {
            Twins = static () =>
            {
                // The workflow throws unless its variable has the returned value at the end.
                WorkflowInvoker.Invoke(Loops.OfFunctions(Passes, isProof: true));
                FunctionLoop byHand = new(Passes);
                byHand.Run();
                return new TwinResults(Passes, byHand.Last);
            },
            Design2010 = new Cost(377, 867),
            Budget = new Budget { Nanoseconds = 38, Bytes = 0 },
        },
        new("foreach", "ForEach iteration over a List<int>", Section.Budget,
            "The body is an empty CodeActivity: (Invoke over 1001 items - Invoke over one item, so that the enumerator counts for neither) / 1000. "
            + "By hand: a foreach through IEnumerable<int>, a virtual call with the item.",
            static () =>
            {
                Proof.Runs(Passes + 1, static leaf => Loops.ForEach(Loops.Items(Passes + 1), leaf));
                return new Trial(
                    new Subject(Repeat.Invoke(Loops.ForEach(Loops.Items(Passes + 1), Sequences.NewEmpty)))
                    {
                        Less = Repeat.Invoke(Loops.ForEach(Loops.Items(1), Sequences.NewEmpty)),
                        Parts = Passes,
                    },
                    new Subject(Repeat.Run(new ItemLoop(Loops.Items(Passes), new EmptyItemStep()))) { Parts = Passes });
            })
        {
            Twins = Twin.Of(
                static leaf => Loops.ForEach(Loops.Items(Passes), leaf), static leaf => new ItemLoop(Loops.Items(Passes), new AnyItemStep(leaf()))),
            Design2010 = new Cost(167, 610),
            Budget = new Budget { Nanoseconds = 17, Bytes = 0 },
        },
    ];

    private static Trial Counted(Func<Activity>? body, Step? step) => new(
        new Subject(Repeat.Invoke(Loops.Counted(Passes, body))) { Less = Repeat.Invoke(Loops.Counted(0, body)), Parts = Passes },
        new Subject(Repeat.Run(new CountedLoop(Passes, new CountDownCondition(), step))) { Parts = Passes });
}
