using Workflow.Perf.ByHand;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Sections.Scaling;

/// <summary>Instances that wait in memory, and the memory of each of them.</summary>
internal sealed class WaitingScaling() : ScalingSection(
    "waiting",
    "Scaling: waiting instances in memory",
    "The bytes of an instance should not depend on how many wait (less than 100 cannot be told from what else is on the heap); the 2010 design takes 2,794 bytes for one with a bookmark and three variables (recorded), and the hand-written row is an async method that awaits.",
    "instances",
    [new("ours, each", "B", Colors.Ours), new("by hand, each", "B", Colors.ByHand), new("time to start one", "ns"), new("by hand, time", "ns")])
{
    /// <summary>The bytes of memory that the machine must have for each instance.</summary>
    private const long RoomForOne = 4_096;

    /// <summary>The number of instances of a warm-up, which creates the objects that exist only once.</summary>
    private const int WarmUp = 100;

    /// <summary>The smallest number of instances for which bytes are shown. With fewer instances, other changes of the heap are larger.</summary>
    private const int LeastForBytes = 100;

    protected override IReadOnlyList<int> Sizes(ReportScope scope) => PowersOfTen(scope.IsQuick ? 10_000 : 1_000_000);

    protected override double SecondsOf(int size, ReportScope scope) => 0.05 + (size * 1e-5 * Samples(size, scope));

    protected override IReadOnlyList<Spread?> Measure(int size, ReportScope scope)
    {
        if (GC.GetGCMemoryInfo().TotalAvailableMemoryBytes < size * RoomForOne)
        {
            throw new SkippedException($"The machine has too little memory for {size} instances.");
        }

        Activity workflow = Applications.Waiting();
        List<Held> ours = [], byHand = [];
        Hold(WarmUp, count => Applications.Idle(workflow, count));
        Hold(WarmUp, AwaitedDecision.Idle);
        for (int i = 0; i < Samples(size, scope); i++)
        {
            ours.Add(Hold(size, count => Applications.Idle(workflow, count)));
            byHand.Add(Hold(size, AwaitedDecision.Idle));
        }

        return size < LeastForBytes ? [null, null, Times(ours), Times(byHand)] : [Bytes(ours), Bytes(byHand), Times(ours), Times(byHand)];
    }

    /// <summary>Returns the number of samples. The largest sizes take seconds, and their figures vary least.</summary>
    private static int Samples(int size, ReportScope scope) => size >= 1_000_000 ? 3 : scope.Samples;

    private static Spread Bytes(List<Held> held) => Spread.Of(held.Select(static one => one.Bytes));

    private static Spread Times(List<Held> held) => Spread.Of(held.Select(static one => one.Nanoseconds));

    private static Held Hold(int count, Func<int, object> hold)
    {
        long before = GC.GetTotalMemory(forceFullCollection: true);
        long start = Clock.Now;
        object held = hold(count);
        double nanoseconds = Clock.NanosecondsSince(start);
        long after = GC.GetTotalMemory(forceFullCollection: true);
        GC.KeepAlive(held);
        return new Held((double)(after - before) / count, nanoseconds / count);
    }

    private readonly record struct Held(double Bytes, double Nanoseconds);
}
