using Workflow.Perf.ByHand;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Sections.Scaling;

/// <summary>Independent instances on one to all cores.</summary>
internal sealed class ThreadScaling() : ScalingSection(
    "cores",
    "Scaling: independent instances on 1 to all cores",
    "The time of an instance should fall with the number of threads as that of the hand-written row does, because instances share no lock and no counter; where both fall less, the machine has no further core to spare.",
    "threads",
    [
        new("ours, one definition", "ns", Colors.Ours), new("ours, a definition each", "ns", Colors.OursToo), new("by hand", "ns", Colors.ByHand),
        new("one definition against one thread", "x"), new("by hand against one thread", "x"),
    ])
{
    protected override IReadOnlyList<int> Sizes(ReportScope scope) => [.. Enumerable.Range(1, Environment.ProcessorCount)];

    protected override double SecondsOf(int size, ReportScope scope) => scope.Pace.SecondsOf(5) / 2;

    protected override IReadOnlyList<Spread?> Measure(int size, ReportScope scope)
    {
        Activity shared = Sequences.Of(5);
        IReadOnlyList<Figure> figures = Interleaved(
            scope,
            On(size, _ => Repeat.Invoke(shared)),
            On(size, static _ => Repeat.Invoke(Sequences.Of(5))),
            On(size, static _ => Repeat.Run(StepSequence.OfEmpty(5))),
            On(1, _ => Repeat.Invoke(shared)),
            On(1, static _ => Repeat.Run(StepSequence.OfEmpty(5))));
        return [figures[0].Spread, figures[1].Spread, figures[2].Spread, figures[3].RatiosTo(figures[0]), figures[4].RatiosTo(figures[2])];
    }

    private static Subject On(int threads, Func<int, Action<int>> work) => new(ThreadTeam.Of(threads).Together([.. Enumerable.Range(0, threads).Select(work)]))
    {
        Parts = threads,
        AllThreads = true,
    };
}
