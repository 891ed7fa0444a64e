using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Rows;

/// <summary>The rows with instances that wait in an application.</summary>
internal static class ApplicationRows
{
    public static IEnumerable<Row> All { get; } =
    [
        new("application", "WorkflowApplication: run to a bookmark, resume it, complete", Section.Budget,
            "An application runs a sequence with three variables to a bookmark, which is resumed, and completes; no store. One thread starts it, resumes it and "
            + "waits for its end; it runs on the thread pool, so each operation has two hops. "
            + "By hand: an async method awaits a TaskCompletionSource that its caller completes.",
            static () => Of(Applications.Waiting(), runsInline: false))
        {
            Design2010 = new Cost(4_400),
            Budget = new Budget { Nanoseconds = 2_000 },
        },
        new("application-inline", "The same with RunsInline", Section.Further,
            "The same application, on its caller's thread.",
            static () => Of(Applications.Waiting(), runsInline: true)),
        new("application-1000", "1,000 applications: each runs to a bookmark, is resumed, completes", Section.Budget,
            "One thread starts 1,000 applications of one definition, which run to their bookmarks on the thread pool; the same thread resumes all, and awaits the end "
            + "of all. By hand: 1,000 async methods on the pool, each awaits a TaskCompletionSource that one thread completes.",
            static () => OfCrowd(Applications.Waiting(), 1_000))
        {
            Design2010 = new Cost(1_400),
            Budget = new Budget { Nanoseconds = 500 },
        },
        new("application-idle", "An idle application: one bookmark, three variables", Section.Budget,
            "10,000 applications are run to their bookmark and kept; the bytes are the growth of the heap after a full collection, for one of them. "
            + "By hand: the async method that waits.",
            static () => OfIdle(Applications.Waiting()))
        {
            Design2010 = new Cost(null, 2_794),
            Budget = new Budget { Bytes = 700 },
        },
        new("bookmarks-100000", "Resume one of 100,000 open bookmarks", Section.Further,
            "An application with RunsInline waits at 100,000 bookmarks of one activity, which are resumed in turn and stay open; compared with the same at one "
            + "bookmark. By hand: a dictionary of callbacks by name.",
            static () => OfBookmarks(100_000))
        {
            ComparedWith = "one open bookmark",
        },
    ];

    private static Trial OfBookmarks(int count) => new(
        new Subject(OpenBookmarks.Resumptions(count)),
        new Subject(NamedWaiters.Calls(count)))
    {
        Comparison = new Subject(OpenBookmarks.Resumptions(1)),
        ComparisonByHand = new Subject(NamedWaiters.Calls(1)),
    };

    private static Trial OfCrowd(Activity workflow, int count) => new(
        new Subject(Applications.Crowd(workflow, count)) { Parts = count, AllThreads = true },
        new Subject(AwaitedDecision.Crowd(count)) { Parts = count, AllThreads = true });

    private static Trial Of(Activity workflow, bool runsInline) => new(
        new Subject(Applications.RoundTrip(workflow, runsInline)) { AllThreads = true },
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
