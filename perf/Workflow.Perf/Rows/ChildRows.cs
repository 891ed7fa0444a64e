using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Rows;

/// <summary>The rows that measure the cost of one child, without the cost of the enclosing invocation.</summary>
internal static class ChildRows
{
    private const int Children = 100;

    public static IEnumerable<Row> All { get; } =
    [
        new("child", "Synchronous child without arguments", Section.Budget,
            "An empty CodeActivity in a sequence, start to completion: (Invoke of a sequence with 100 of them - Invoke of an empty sequence) / 100. "
            + "By hand: one pass of a loop over 100 objects, a virtual call each.",
            static () =>
            {
                Proof.Runs(Children, static leaf => Sequences.Of(Children, leaf));
                return new Trial(
                    new Subject(Repeat.Invoke(Sequences.Of(Children))) { Less = Repeat.Invoke(Sequences.Of(0)), Parts = Children },
                    new Subject(Repeat.Run(StepSequence.OfEmpty(Children))) { Parts = Children });
            })
        {
            Twins = Twin.Of(static leaf => Sequences.Of(Children, leaf), static leaf => StepSequence.Of(Children, leaf)),
            Design2010 = new Cost(111, 240),
            Budget = new Budget { Nanoseconds = 11, Bytes = 0 },
        },
        new("child-arguments", "Child with two in- and one out-argument", Section.Budget,
            "A CodeActivity that adds a variable and a literal into a variable, through its context: (Invoke of a sequence with the two variables and 100 of "
            + "them - Invoke of a sequence with the two variables only) / 100. "
            + "By hand: one pass of a loop over 100 objects, a virtual call (int, int, out int) each.",
            static () =>
            {
                WorkflowInvoker.Invoke(Sequences.OfAdds(Children, isProof: true));
                return new Trial(
                    new Subject(Repeat.Invoke(Sequences.OfAdds(Children))) { Less = Repeat.Invoke(Sequences.OfAdds(0)), Parts = Children },
                    new Subject(Repeat.Run(new AdderSequence(Children, Sequences.Value))) { Parts = Children });
            })
        {
            Twins = static () =>
            {
                // The workflow throws unless its variable has the returned value at the end.
                WorkflowInvoker.Invoke(Sequences.OfAdds(Children, isProof: true));
                AdderSequence byHand = new(Children, Sequences.Value);
                byHand.Run();
                return new TwinResults(Sequences.Value + 5, byHand.Sum);
            },
            Design2010 = new Cost(297, 660),
            Budget = new Budget { Nanoseconds = 30, Bytes = 0 },
        },
        new("nested-level", "One level of a nested sequence", Section.Budget,
            "(Invoke of 101 sequences inside each other, an empty CodeActivity innermost - Invoke of one sequence with an empty CodeActivity) / 100. "
            + "By hand: the same subtraction over objects that hold and call each other.",
            static () =>
            {
                Proof.Runs(1, static leaf => Sequences.Nested(Children + 1, leaf));
                return new Trial(
                    new Subject(Repeat.Invoke(Sequences.Nested(Children + 1))) { Less = Repeat.Invoke(Sequences.Nested(1)), Parts = Children },
                    new Subject(Repeat.Run(StepSequence.Nested(Children + 1))) { Less = Repeat.Run(StepSequence.Nested(1)), Parts = Children });
            })
        {
            Twins = Twin.Of(static leaf => Sequences.Nested(Children + 1, leaf), static leaf => StepSequence.Nested(Children + 1, leaf)),
            Design2010 = new Cost(147, 453),
            Budget = new Budget { Nanoseconds = 15, Bytes = 0 },
        },
    ];
}
