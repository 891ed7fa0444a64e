using Workflow.Perf.ByHand;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Processes;

/// <summary>A published workload whose working set is measured.</summary>
/// <param name="Id">The name on the command line of the child.</param>
/// <param name="Name">The name in the report.</param>
/// <param name="Kilobytes">The published working sets.</param>
/// <param name="Workflow">Builds the definition.</param>
/// <param name="ByHand">Builds the hand-written counterpart.</param>
internal sealed record MemoryWorkload(string Id, string Name, Published Kilobytes, Func<Activity> Workflow, Func<Step> ByHand)
{
    public static IReadOnlyList<MemoryWorkload> All { get; } =
    [
        new("sequence-1", "Sequence, 1 activity", new(36_338, 33_020), static () => Sequences.Of(1), static () => StepSequence.OfEmpty(1)),
        new("sequence-1000", "Sequence, 1,000 activities", new(60_382, 40_553), static () => Sequences.Of(1_000), static () => StepSequence.OfEmpty(1_000)),
        new("nested-100", "100 nested sequences", new(36_097, 33_854), static () => Sequences.Nested(100), static () => StepSequence.Nested(100)),
        Complex(1, 1, new(39_490, 33_650)),
        Complex(1, 100, new(51_881, 36_826)),
        Complex(3, 3, new(55_576, 35_197)),
        Complex(5, 5, new(297_692, 138_386)),
        Complex(7, 1, new(675_561, 146_633)),
    ];

    private static MemoryWorkload Complex(int depth, int sequence, Published kilobytes) => new(
        $"complex-d{depth}-s{sequence}",
        $"Complex, depth {depth}, sequence {sequence}",
        kilobytes,
        () => ComplexChart.Of(depth, sequence, Sequences.NewEmpty),
        () => new ComplexLevel(depth, sequence));
}
