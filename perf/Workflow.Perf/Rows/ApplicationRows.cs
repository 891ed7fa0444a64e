using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Rows;

/// <summary>Instances that wait in an application.</summary>
internal static class ApplicationRows
{
    public static IEnumerable<Row> All { get; } =
    [
        new("application", "WorkflowApplication: run to a bookmark, resume it, complete", Section.Budget,
            "An application runs a sequence with three variables to a bookmark, which is resumed, and completes; no store, all on one thread. "
            + "By hand: an async method awaits a TaskCompletionSource that its caller completes.",
            static () => Of(Applications.Waiting()))
        {
            Design2010 = new Cost(4_400),
            Budget = new Budget { Nanoseconds = 2_000 },
        },
        new("application-idle", "An idle application: one bookmark, three variables", Section.Budget,
            "10,000 applications are run to their bookmark and kept; the bytes are the growth of the heap after a full collection, for one of them. "
            + "By hand: the async method that waits.",
            static () => OfIdle(Applications.Waiting()))
        {
            Design2010 = new Cost(null, 2_794),
            Budget = new Budget { Bytes = 700 },
        },
    ];

    private static Trial Of(Activity workflow) => new(
        new Subject(Applications.RoundTrip(workflow)),
        new Subject(static repetitions =>
        {
            for (int i = 0; i < repetitions; i++)
            {
                AwaitedDecision.Run(i);
            }
        }));

    private static Trial OfIdle(Activity workflow) => new(
        Held(count => Applications.Idle(workflow, count)),
        Held(AwaitedDecision.Idle));

    private static Subject Held(Func<int, object> hold) => new(count => hold(count)) { Hold = hold };
}
