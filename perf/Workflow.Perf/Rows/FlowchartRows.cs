using System.Globalization;
using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;
using Workflow.Statements;

namespace Workflow.Perf.Rows;

/// <summary>The rows for a step of a flowchart, and for the paper's complex workflows, which are flowcharts.</summary>
internal static class FlowchartRows
{
    private const int Steps = 100;

    public static IEnumerable<Row> All { get; } =
    [
        new("flowchart-step", "One flowchart step with an empty activity", Section.Budget,
            "(Invoke of a chart of 101 steps, each an empty CodeActivity - Invoke of a chart of one such step) / 100. "
            + "By hand: a loop along objects that point to the next one, a virtual call each.",
            static () =>
            {
                Proof.Runs(Steps, static leaf => Charts.OfSteps(Steps, leaf));
                return PerStep(Charts.OfSteps);
            })
        {
            Twins = Twin.Of(static leaf => Charts.OfSteps(Steps, leaf), static leaf => new LinkedSteps(Steps, leaf)),
            Design2010 = new Cost(121, 262),
            Budget = new Budget { Nanoseconds = 12, Bytes = 0 },
        },
        new("flowchart-loop", "A flowchart step and a decision, in a loop", Section.Further,
            "The decision is a CodeActivity<bool> that takes 1 from an in-out argument bound to a variable, the step an empty CodeActivity: "
            + "(Invoke with 101 passes - Invoke with one) / 100.",
            static () =>
            {
                Proof.Runs(Steps, static leaf => Charts.OfALoop(Steps, leaf));
                return PerStep(Charts.OfALoop);
            }),
        new("flowchart-switch-step", "One flowchart step in a chart with a switch", Section.Further,
            "As one flowchart step, behind a FlowSwitch<int>: such a chart is followed by callbacks.",
            static () =>
            {
                Proof.Runs(Steps, static leaf => Charts.WithASwitch(Steps, leaf));
                return PerStep(Charts.WithASwitch);
            }),
        Complex(1, 1, new Published(213.352, 33_218.4)),
        Complex(1, 100, new Published(32.9651, 7_521.37)),
        Complex(3, 3, new Published(46.8076, 2_560.35)),
        Complex(5, 5, new Published(4.40801, 220.812)),
        Complex(7, 1, new Published(0.701407, 27.8524)),
    ];

    private static Trial PerStep(Func<int, Func<Activity>, Flowchart> build) => new(
        new Subject(Repeat.Invoke(build(Steps + 1, Sequences.NewEmpty))) { Less = Repeat.Invoke(build(1, Sequences.NewEmpty)), Parts = Steps },
        new Subject(Repeat.Run(new LinkedSteps(Steps, EmptyStep.New))) { Parts = Steps });

    private static Row Complex(int depth, int sequence, Published published) => new(
        string.Create(CultureInfo.InvariantCulture, $"complex-d{depth}-s{sequence}"),
        string.Create(
            CultureInfo.InvariantCulture,
            $"Complex workflow, depth {depth}, sequence {sequence} ({PublishedFigures.ActivitiesOfWf4(depth, sequence):N0} activities)"),
        Section.Component,
        "Invoke of a flowchart that nests three of its kind in each level: a method call, two decisions, child charts, a While of one pass, a Parallel, "
        + "sequences of empty CodeActivities, assignments; both decisions are true. By hand: objects and methods of the same shape.",
        () =>
        {
            Flowchart chart = ComplexChart.Of(depth, sequence, Sequences.NewEmpty);
            int activities = PublishedFigures.ActivitiesOfWf4(depth, sequence);
            int counted = ComplexChart.CountOf(chart, depth);
            if (counted != activities)
            {
                throw new InvalidOperationException($"The definition has {counted} activities by the paper's count, not {activities}.");
            }

            Proof.Runs(ComplexChart.LeavesRun(depth, sequence), leaf => ComplexChart.Of(depth, sequence, leaf));
            return new Trial(new Subject(Repeat.Invoke(chart)), new Subject(Repeat.Run(new ComplexLevel(depth, sequence))));
        })
    {
        Twins = Twin.Of(leaf => ComplexChart.Of(depth, sequence, leaf), leaf => new ComplexLevel(depth, sequence, leaf)),
        Published = published,
    };
}
