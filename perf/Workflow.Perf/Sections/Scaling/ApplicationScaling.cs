using Workflow.Perf.ByHand;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Sections.Scaling;

/// <summary>1,000 applications that are started and resumed from one or from several threads.</summary>
internal sealed class ApplicationScaling() : ScalingSection(
    "applications",
    "Scaling: 1,000 applications started and resumed from one and from several threads",
    "The applications run on the thread pool, whose threads share the cores with those that start and resume, so more threads help only as long as cores are free; the 2010 design takes 1,400 ns from one thread (recorded).",
    "threads",
    [new("ours, each", "ns", Colors.Ours), new("by hand, each", "ns", Colors.ByHand), new("ours, allocated", "B")])
{
    private const int Count = 1_000;

    protected override IReadOnlyList<int> Sizes(ReportScope scope) => [.. new SortedSet<int> { 1, 2, 4, Environment.ProcessorCount }];

    protected override IReadOnlyList<Spread?> Measure(int size, ReportScope scope)
    {
        Activity workflow = Applications.Waiting();
        int share = Count / size;
        IReadOnlyList<Figure> figures = Interleaved(scope, On(size, share, Applications.Crowd(workflow, share)), On(size, share, AwaitedDecision.Crowd(share)));
        return [figures[0].Spread, figures[1].Spread, Spread.Of([figures[0].Bytes])];
    }

    private static Subject On(int threads, int share, Action<int> work) => new(ThreadTeam.Of(threads).Together([.. Enumerable.Repeat(work, threads)]))
    {
        Parts = threads * share,
        AllThreads = true,
    };
}
