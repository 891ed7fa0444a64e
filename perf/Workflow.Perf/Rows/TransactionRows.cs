using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Rows;

/// <summary>The rows that measure a transaction around an activity, without a store.</summary>
internal static class TransactionRows
{
    private const int Passes = 100, PublishedPasses = 50;

    public static IEnumerable<Row> All { get; } =
    [
        new("transaction-scope", "A TransactionScope around an empty activity, in a loop", Section.Budget,
            "(Invoke of a While with 100 passes - Invoke of the same with none) / 100; the condition takes 1 from an in-out argument. "
            + "By hand: begins a CommittableTransaction, makes it current, makes a virtual call, commits.",
            static () =>
            {
                Proof.Runs(Passes, static leaf => Loops.InTransaction(Passes, leaf));
                return new Trial(
                    new Subject(Repeat.Invoke(Loops.InTransaction(Passes, Sequences.NewEmpty)))
                    {
                        Less = Repeat.Invoke(Loops.InTransaction(0, Sequences.NewEmpty)),
                        Parts = Passes,
                    },
                    new Subject(Repeat.Run(new CommittedTransaction(Passes, new EmptyStep()))) { Parts = Passes });
            })
        {
            Twins = Twin.Of(static leaf => Loops.InTransaction(Passes, leaf), static leaf => new CommittedTransaction(Passes, leaf())),
            Design2010 = new Cost(4_000, 7_600),
            Budget = new Budget { Nanoseconds = 500 },
        },
        new("transaction-50", "A TransactionScope, in a loop of 50", Section.Component,
            "(Invoke of a While with 50 passes, each a TransactionScope around an empty activity) / 50. "
            + "By hand: 50 times a CommittableTransaction that is made current and committed, with a virtual call.",
            static () =>
            {
                Proof.Runs(PublishedPasses, static leaf => Loops.InTransaction(PublishedPasses, leaf));
                return new Trial(
                    new Subject(Repeat.Invoke(Loops.InTransaction(PublishedPasses, Sequences.NewEmpty))) { Parts = PublishedPasses },
                    new Subject(Repeat.Run(new CommittedTransaction(PublishedPasses, new EmptyStep()))) { Parts = PublishedPasses });
            })
        {
            Twins = Twin.Of(static leaf => Loops.InTransaction(PublishedPasses, leaf), static leaf => new CommittedTransaction(PublishedPasses, leaf())),
            Published = new Published(311, 22_099),
        },
    ];
}
