using Workflow.Perf.Activities;
using Workflow.Perf.ByHand;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Workloads;
using Workflow.Statements;

namespace Workflow.Perf.Sections.Scaling;

/// <summary>Loops with one to many iterations, whose memory must stay the same.</summary>
internal sealed class LoopScaling() : ScalingSection(
    "iterations",
    "Scaling: iterations of a loop",
    "The time grows in proportion and the allocated bytes do not grow at all, because nothing is kept for an iteration; the first iterations also pay for the invocation.",
    "iterations",
    [
        new("ours, an iteration", "ns", Colors.Ours), new("by hand, an iteration", "ns", Colors.ByHand),
        new("ours, allocated by the run", "B"), new("heap in the last iteration more than in the first", "B"),
    ])
{
    protected override IReadOnlyList<int> Sizes(ReportScope scope) => PowersOfTen(scope.IsQuick ? 100_000 : 10_000_000);

    protected override double SecondsOf(int size, ReportScope scope) => (scope.Pace.SecondsOf(2) / 2) + (size * 5e-8 * scope.Samples);

    protected override IReadOnlyList<Spread?> Measure(int size, ReportScope scope)
    {
        Activity workflow = Loops.Counted(size, Sequences.NewEmpty);
        IReadOnlyList<Figure> figures = Interleaved(
            scope,
            new Subject(Repeat.Invoke(workflow)) { Parts = size },
            new Subject(Repeat.Run(new CountedLoop(size, new CountDownCondition(), new EmptyStep()))) { Parts = size });
        return [figures[0].Spread, figures[1].Spread, Spread.Of([figures[0].Bytes * size]), Spread.Of([HeapGrowth(size)])];
    }

    /// <summary>Returns the growth of the reachable heap from the first to the last iteration, while the instance runs.</summary>
    private static double HeapGrowth(int size)
    {
        long first = 0, last = 0;
        int passes = 0;
        Sequence workflow = Loops.Counted(size, () => new Count(() =>
        {
            passes++;
            if (passes == 1)
            {
                first = GC.GetTotalMemory(forceFullCollection: true);
            }

            if (passes == size)
            {
                last = GC.GetTotalMemory(forceFullCollection: true);
            }
        }));
        WorkflowInvoker.Invoke(workflow);
        return Math.Max(0, last - first);
    }
}
