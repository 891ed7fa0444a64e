using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Rows;

/// <summary>The rows that measure the cost of the size of a definition: once, and in each run.</summary>
internal static class DefinitionRows
{
    /// <summary>The goal "the cost of the activities that run", with a tolerance of a tenth because a larger definition does not fit into the cache.</summary>
    private const double SameSpeed = 0.9;

    public static IEnumerable<Row> All { get; } =
    [
        new("first-use", "First use, 1,000 activities", Section.Budget,
            "A new sequence with 999 empty CodeActivities each time: build the tree, metadata, validation, program, one run; type reflection is warm. "
            + "By hand: build 999 objects and call each.",
            static () =>
            {
                Proof.Runs(999, static leaf => Sequences.Of(999, leaf));
                return OfFirstUse(ThousandActivities.Flat);
            })
        {
            Twins = Twin.Of(static leaf => Sequences.Of(999, leaf), ThousandActivities.ByHand),
            Design2010 = new Cost(640_000, 1_280_000),
            Budget = new Budget { Nanoseconds = 150_000 },
        },
        new("first-use-mixed", "First use, 1,000 activities of many kinds", Section.Further,
            "The same with 37 groups of 27 activities: variables, arguments, lambdas, If, ForEach, TryCatch, Assign, nested sequences.",
            static () =>
            {
                Proof.Runs(ThousandActivities.MixedLeavesRun, ThousandActivities.Mixed);
                return OfFirstUse(ThousandActivities.Mixed);
            }),
        new("large-definition", "442 of 28,372 activities run", Section.Budget,
            "Invoke of a ready definition of 49 stages, each an If and a Switch<int> whose other branches hold 570 activities; "
            + "held against the same run path in a definition of nothing else. By hand: the same path with an if, a switch and virtual calls.",
            PrepareLarge)
        {
            Twins = Twin.Of(static leaf => LargeDefinition.Whole(leaf).Root, static leaf => new StagePath(LargeDefinition.Stages, leaf)),
            ComparedWith = "the same path in a definition of 442 activities",
            Budget = new Budget { Speed = SameSpeed },
        },
    ];

    private static Trial OfFirstUse(Func<Activity> build) =>
        new(new Subject(Repeat.BuildAndInvoke(build)), new Subject(Repeat.BuildAndRun(ThousandActivities.ByHand)));

    private static Trial PrepareLarge()
    {
        Proof.Runs(LargeDefinition.LeavesRun, static leaf => LargeDefinition.Whole(leaf).Root);
        Proof.Runs(LargeDefinition.LeavesRun, static leaf => LargeDefinition.OnlyWhatRuns(leaf).Root);
        LargeDefinition whole = LargeDefinition.Whole(Sequences.NewEmpty);
        LargeDefinition onlyWhatRuns = LargeDefinition.OnlyWhatRuns(Sequences.NewEmpty);
        if (whole.Activities != 28_372 || onlyWhatRuns.Activities != LargeDefinition.ActivitiesRun)
        {
            throw new InvalidOperationException($"The definitions have {whole.Activities} and {onlyWhatRuns.Activities} activities.");
        }

        return new Trial(new Subject(Repeat.Invoke(whole.Root)), new Subject(Repeat.Run(new StagePath(LargeDefinition.Stages, EmptyStep.New))))
        {
            Comparison = new Subject(Repeat.Invoke(onlyWhatRuns.Root)),
        };
    }
}
