using Workflow.Perf.Activities;
using Workflow.Perf.ByHand;
using Workflow.Perf.Measuring;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;
using Workflow.Statements;

namespace Workflow.Perf.Rows;

/// <summary>The rows that measure the cost of an asynchronous call that completes synchronously.</summary>
internal static class AsyncRows
{
    public static IEnumerable<Row> All { get; } =
    [
        new("invoke-async", "InvokeAsync, completes synchronously", Section.Further,
            "InvokeAsync of a sequence with one empty CodeActivity. By hand: an awaited async method over one completed step.",
            static () => Of(Sequences.Of(1))),
        new("invoke-async-completed", "InvokeAsync, an operation already over", Section.Further,
            "InvokeAsync of a sequence with one AsyncCodeActivity that returns a completed task. By hand: the same async method.",
            static () => Of(new Sequence { Activities = { new Completed() } })),
    ];

    private static Trial Of(Activity workflow) => new(
        new Subject(Repeat.InvokeAsync(workflow)) { AllThreads = true },
        new Subject(Repeat.RunAsync([new CompletedStep()])) { AllThreads = true });
}
