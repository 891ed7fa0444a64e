using Workflow.Perf.ByHand;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Sections.Scaling;

/// <summary>Definitions with one to many activities: the time to build one, to use it for the first time, and to run it.</summary>
internal sealed class DefinitionScaling() : ScalingSection(
    "definition-size",
    "Scaling: activities in a definition",
    "All three grow with the number of activities and with nothing else; a large definition costs more for each of them, because what is built is collected and no longer fits the cache of the processor, which the "
    + "hand-written rows show too.",
    "activities",
    [
        new("first use", "ns", Colors.Ours), new("build", "ns", Colors.OursToo), new("run", "ns", Colors.OursThird),
        new("by hand, build", "ns"), new("by hand, run", "ns", Colors.ByHand),
    ])
{
    protected override IReadOnlyList<int> Sizes(ReportScope scope) => PowersOfTen(scope.IsQuick ? 1_000 : 100_000);

    protected override double SecondsOf(int size, ReportScope scope) => scope.Pace.SecondsOf(5) / 2;

    protected override IReadOnlyList<Spread?> Measure(int size, ReportScope scope)
    {
        object? kept = null;
        Activity ready = Sequences.Of(size);
        Action<int> build = repetitions =>
        {
            for (int i = 0; i < repetitions; i++)
            {
                kept = Sequences.Of(size);
            }
        };
        IReadOnlyList<Figure> figures = Interleaved(
            scope,
            new Subject(Repeat.BuildAndInvoke(() => Sequences.Of(size))) { Less = build },
            new Subject(build),
            new Subject(Repeat.Invoke(ready)),
            new Subject(repetitions =>
            {
                for (int i = 0; i < repetitions; i++)
                {
                    kept = StepSequence.OfEmpty(size);
                }
            }),
            new Subject(Repeat.Run(StepSequence.OfEmpty(size))));
        GC.KeepAlive(kept);
        return [.. figures.Select(static figure => figure.Spread)];
    }
}
