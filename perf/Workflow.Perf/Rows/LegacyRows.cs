using Workflow.Perf.Legacy;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Rows;

/// <summary>
/// The published workloads in three forms: in the runtime for WF3, through the Interop activity inside a new workflow, and as a new workflow. The new workflow
/// takes the position of the hand-written C# in other rows.
/// </summary>
internal static class LegacyRows
{
    private const string Forms = " In the runtime for WF3, one operation creates, starts and runs an instance; in the others, it is an Invoke.";

    private const int Passes = 100, Scopes = 50;

    public static IEnumerable<Row> All { get; } =
    [
        Of("empty", "WF3: empty workflow", "A sequence with no child.", typeof(EmptyTree), 0, static () => Sequences.Of(0), 5_699, 559_711),
        Of("single", "WF3: single activity", "A sequence with one empty activity.", typeof(SingleTree), 1, static () => Sequences.Of(1), 3_622, 352_561),
        Of(
            "sequence", "WF3: sequence of five activities", "A sequence of five empty activities.",
            typeof(FiveTree), 5, static () => Sequences.Of(5), 1_576, 153_582),
        Of(
            "while", "WF3: while, 1,000 iterations", "A sequence, a while, an empty activity.",
            typeof(ThousandLoop), 1_000, static () => Loops.Counted(1_000, Sequences.NewEmpty), 1.3, 531),
        Of(
            "replicator", "WF3: replicator over five", "A parallel replicator over {1,2,3,4,5}, an empty activity as body; new: a ParallelForEach.",
            typeof(ReplicatorTree), 5, static () => Loops.ParallelForEach(Loops.Items(5), Sequences.NewEmpty), 220, 97_759),
        Of(
            "nested", "WF3: 100 nested sequences", "100 sequences inside each other, an empty activity innermost.",
            typeof(NestedTree), 1, static () => Sequences.Nested(100), 53.8658, 27_970.1),
        new(
            "legacy-transaction", "WF3: a transaction scope, in a loop of 50", Section.Legacy,
            "(An instance with a while of 50 iterations, each a transaction scope with an empty activity) / 50. The instance has a store in memory, which takes part in the transactions. It is not "
            + "run through Interop, because an invoked workflow has no store. The new workflow has none either." + Forms,
            static () => new Trial(
                new Subject(LegacyRuns.InRuntime(typeof(ScopeLoop), Scopes, isPersistent: true)) { Parts = Scopes },
                new Subject(Repeat.Invoke(Loops.InTransaction(Scopes, Sequences.NewEmpty))) { Parts = Scopes }))
        {
            Published = new Published(311, 22_099),
        },
        Of(
            "compensation", "WF3: compensation",
            "A compensatable sequence with an empty activity and a handler with another one; an exception, whose handler compensates. New: a Compensate with the token.",
            typeof(CompensationTree), 2, static () => Compensations.Explicit(Sequences.NewEmpty), 900, 21_822),
        Of(
            "machine", "WF3: state machine, three changes of state",
            "Each state runs an empty activity when it is entered, and changes to the next one.",
            typeof(MachineTree), 3, static () => NewMachine.Of(4)),
        Clone(1, typeof(Clones1)),
        Clone(10, typeof(Clones10)),
        Clone(100, typeof(Clones100)),
        Clone(1_000, typeof(Clones1000)),
        new(
            "legacy-waiting", "WF3: a waiting instance", Section.Legacy,
            "The bytes of an instance that waits for a timer, with a number, a text and an id; new: one that waits at a bookmark, with the same variables. The time is that of starting 100 of them, for one.",
            static () => new Trial(Held(LegacyRuns.Waiting), Held(static count => Applications.Idle(Applications.Waiting(), count)))),
    ];

    private static Row Of(
        string id, string name, string workload, Type tree, int leaves, Func<Activity> workflow, double? wf3 = null, double? wf4 = null) => new(
        $"legacy-{id}", name, Section.Legacy, workload + Forms,
        () => new Trial(new Subject(LegacyRuns.InRuntime(tree, leaves)), new Subject(Repeat.Invoke(workflow())))
        {
            Comparison = new Subject(LegacyRuns.ThroughInterop(tree, leaves)),
        })
        {
            Published = wf3 is { } old && wf4 is { } next ? new Published(old, next) : null,
            ComparedWith = "through Interop",
        };

    private static Row Clone(int activities, Type tree) => new(
        $"legacy-clone-{activities}", $"WF3: a clone of {activities:N0} activities, and its run", Section.Legacy,
        $"(A while with {Passes} passes over a body of {activities:N0} activities, in the runtime for WF3) / {Passes}. New: the same with a new while. ",
        () => new Trial(
            new Subject(LegacyRuns.InRuntime(tree, Passes * Math.Max(activities - 1, 1))) { Parts = Passes },
            new Subject(Repeat.Invoke(Loops.Counted(Passes, () => activities == 1 ? Sequences.NewEmpty() : Sequences.Of(activities - 1)))) { Parts = Passes }));

    private static Subject Held(Func<int, object> hold) => new(repetitions => hold(repetitions * Passes)) { Parts = Passes, Hold = hold };
}
