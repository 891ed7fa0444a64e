using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Rows;

/// <summary>The row with the speed of the machine. Budgets refer to it if the hand-written counterpart of a row is no suitable reference.</summary>
internal static class CalibrationRows
{
    public static IEnumerable<Row> All { get; } =
    [
        new("calibration", "Calibration: plain C#", Section.Further,
            "200 virtual calls, and a new dictionary with 16 new objects. By hand: the same.",
            static () => new Trial(new Subject(Repeat.Run(new Calibration())), new Subject(Repeat.Run(new Calibration())))),
    ];
}
