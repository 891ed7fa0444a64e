using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Rows;

/// <summary>The rows that measure tests with Workflow.Testing.</summary>
internal static class TestingRows
{
    private const double Second = 1e9;

    public static IEnumerable<Row> All { get; } =
    [
        new(
            "testing-unit",
            "A unit test of five activities",
            Section.Further,
            "WorkflowTest.Run of a sequence with five empty activities, on the virtual clock and with its trace. By hand: the five calls, without a test kit.",
            static () =>
            {
                Proof.Runs(5, static leaf => Sequences.Of(5, leaf));
                return new Trial(new Subject(TestedWorkflows.Units(Sequences.Of(5))), new Subject(Repeat.Run(StepSequence.OfEmpty(5))));
            })
        {
            Budget = new Budget { Nanoseconds = Second / 10_000 },
        },
        new(
            "testing-crash",
            "A crash exploration with 20 saves",
            Section.Further,
            "CrashTest.ExploreAsync of a sequence with 20 empty activities and a Persist after each: one run for each point at which the process can be lost. By hand: the 40 calls once, without a test kit.",
            static () => new Trial(
                new Subject(TestedWorkflows.Crashes()) { AllThreads = true },
                new Subject(Repeat.Run(StepSequence.OfEmpty(2 * TestedWorkflows.Saves)))))
        {
            Budget = new Budget { Nanoseconds = Second },
        },
        new(
            "testing-month",
            "A virtual month with 1,000 timers",
            Section.Further,
            "WorkflowTest.Run of a loop with 1,000 delays one after the other. The instance is saved each time it waits. By hand: 1,000 passes of a loop, without a test kit.",
            static () => new Trial(
                new Subject(TestedWorkflows.Months()) { AllThreads = true },
                new Subject(Repeat.Run(new CountedLoop(TestedWorkflows.Timers, new CountDownCondition(), EmptyStep.New())))))
        {
            Budget = new Budget { Nanoseconds = Second / 10 },
        },
    ];
}
