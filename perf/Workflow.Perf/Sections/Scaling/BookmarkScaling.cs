using Workflow.Perf.ByHand;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Sections.Scaling;

/// <summary>Open bookmarks of one instance, which are resumed one after the other.</summary>
internal sealed class BookmarkScaling() : ScalingSection(
    "bookmarks",
    "Scaling: open bookmarks of an instance",
    "A bookmark is found by its name in a table, so a resumption costs about the same with one and with 100,000, but for the cache of the processor, which the hand-written dictionary leaves too.",
    "bookmarks",
    [new("ours, a resumption", "ns", Colors.Ours), new("by hand, a call", "ns", Colors.ByHand), new("ours, allocated", "B")])
{
    protected override IReadOnlyList<int> Sizes(ReportScope scope) => PowersOfTen(scope.IsQuick ? 1_000 : 100_000);

    protected override IReadOnlyList<Spread?> Measure(int size, ReportScope scope)
    {
        IReadOnlyList<Figure> figures = Interleaved(
            scope, new Subject(OpenBookmarks.Resumptions(size)) { AllThreads = true }, new Subject(NamedWaiters.Calls(size)));
        return [figures[0].Spread, figures[1].Spread, Spread.Of([figures[0].Bytes])];
    }
}
