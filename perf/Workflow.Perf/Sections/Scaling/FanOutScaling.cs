using Workflow.Perf.ByHand;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Workloads;
using Workflow.Statements;

namespace Workflow.Perf.Sections.Scaling;

/// <summary>Branches that are scheduled at once: those of a definition, and those of a list.</summary>
internal sealed class FanOutScaling() : ScalingSection(
    "fan-out",
    "Scaling: branches scheduled at once",
    "Up to some thousand branches live in memory that is kept for the next instance, and cost the same each; more are allocated, as the last columns show, and no longer fit the cache of the processor. The hand-written row runs "
    + "its items one after another, as the engine does.",
    "branches",
    [
        new("Parallel, a branch", "ns", Colors.Ours), new("ParallelForEach, an item", "ns", Colors.OursToo), new("by hand, an item", "ns", Colors.ByHand),
        new("Parallel, a branch, allocated", "B"),
        new("ParallelForEach, an item, allocated", "B"),
    ])
{
    protected override IReadOnlyList<int> Sizes(ReportScope scope) => PowersOfTen(scope.IsQuick ? 1_000 : 100_000);

    protected override double SecondsOf(int size, ReportScope scope) => scope.Pace.SecondsOf(3) / 2;

    protected override IReadOnlyList<Spread?> Measure(int size, ReportScope scope)
    {
        Workflow.Statements.Parallel branches = new();
        for (int i = 0; i < size; i++)
        {
            branches.Branches.Add(Sequences.NewEmpty());
        }

        List<int> items = Loops.Items(size);
        IReadOnlyList<Figure> figures = Interleaved(
            scope,
            new Subject(Repeat.Invoke(branches)) { Parts = size },
            new Subject(Repeat.Invoke(Loops.ParallelForEach(items, Sequences.NewEmpty))) { Parts = size },
            new Subject(Repeat.Run(new ItemLoop(items, new EmptyItemStep()))) { Parts = size });
        return [figures[0].Spread, figures[1].Spread, figures[2].Spread, Spread.Of([figures[0].Bytes]), Spread.Of([figures[1].Bytes])];
    }
}
