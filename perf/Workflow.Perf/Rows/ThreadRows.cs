using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Rows;

/// <summary>The rows that show if independent instances slow each other down. The hand-written counterpart shows the limit of the machine.</summary>
internal static class ThreadRows
{
    private const double Target = 1.8;

    public static IEnumerable<Row> All { get; } =
    [
        new("threads-shared", "Two threads, one definition", Section.Budget,
            "Two threads invoke the same sequence of five empty CodeActivities; time divided by the invokes of both, held against one thread. "
            + "By hand: two threads run the same objects.",
            static () =>
            {
                Activity shared = Sequences.Of(5);
                Step step = StepSequence.OfEmpty(5);
                return Of([Repeat.Invoke(shared), Repeat.Invoke(shared)], [Repeat.Run(step), Repeat.Run(step)]);
            })
        {
            ComparedWith = "one thread",
            Budget = new Budget { Speed = Target },
        },
        new("threads-own", "Two threads, a definition each", Section.Budget,
            "The same with a definition, or objects, for each thread.",
            static () => Of(
                [Repeat.Invoke(Sequences.Of(5)), Repeat.Invoke(Sequences.Of(5))],
                [Repeat.Run(StepSequence.OfEmpty(5)), Repeat.Run(StepSequence.OfEmpty(5))]))
        {
            ComparedWith = "one thread",
            Budget = new Budget { Speed = Target },
        },
    ];

    private static Trial Of(Action<int>[] workflows, Action<int>[] byHand) => new(OnTwo(workflows), OnTwo(byHand))
    {
        Comparison = OnOne(workflows),
        ComparisonByHand = OnOne(byHand),
    };

    private static Subject OnTwo(Action<int>[] work) => new(ThreadTeam.Of(2).Together(work)) { Parts = 2, AllThreads = true };

    private static Subject OnOne(Action<int>[] work) => new(ThreadTeam.Of(1).Together(work[0])) { AllThreads = true };
}
