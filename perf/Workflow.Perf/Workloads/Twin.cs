using Workflow.Perf.Activities;
using Workflow.Perf.ByHand;
using Workflow.Perf.Table;

namespace Workflow.Perf.Workloads;

/// <summary>
/// Runs a workload and its hand-written counterpart once, each with leaves that count, because a ratio of different work would be misleading.
/// </summary>
internal static class Twin
{
    public static Func<TwinResults> Of(Func<Func<Activity>, Activity> workflow, Func<Func<Step>, Step> byHand) => () =>
    {
        long ran = 0, ranByHand = 0;
        WorkflowInvoker.Invoke(workflow(() => new Count(() => ran++)));
        byHand(() => new CountStep(() => ranByHand++)).Run();
        return new TwinResults(ran, ranByHand);
    };
}
