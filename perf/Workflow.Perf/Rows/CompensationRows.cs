using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Rows;

/// <summary>The row that measures the cost of compensable work and of its compensation.</summary>
internal static class CompensationRows
{
    public static IEnumerable<Row> All { get; } =
    [
        new("compensation", "Compensable activity and its explicit compensation", Section.Budget,
            "Invoke of a sequence: a CompensableActivity whose body and compensation handler are an empty CodeActivity each, and a Compensate with its token. "
            + "By hand: a virtual call that returns an object with the other virtual call in it.",
            static () =>
            {
                Proof.Runs(2, Compensations.Explicit);
                return new Trial(
                    new Subject(Repeat.Invoke(Compensations.Explicit(Sequences.NewEmpty))),
                    new Subject(Repeat.Run(new CompensatedStep(new EmptyStep(), new EmptyStep()))));
            })
        {
            Twins = Twin.Of(Compensations.Explicit, static leaf => new CompensatedStep(leaf(), leaf())),
            Published = new Published(900, 21_822),
            Design2010 = new Cost(5_500, 14_000),
            Budget = new Budget { Nanoseconds = 600 },
        },
    ];
}
