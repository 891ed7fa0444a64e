using Workflow.Perf.Activities;

namespace Workflow.Perf.Workloads;

/// <summary>Runs a workload once with leaves that count, because a figure for work that was not done would be misleading.</summary>
internal static class Proof
{
    /// <summary>Throws unless exactly the expected number of leaves runs.</summary>
    public static void Runs(int leaves, Func<Func<Activity>, Activity> build)
    {
        int counted = 0;
        WorkflowInvoker.Invoke(build(() => new Count(() => counted++)));
        if (counted != leaves)
        {
            throw new InvalidOperationException($"The workload ran {counted} of its activities where its row says {leaves}.");
        }
    }
}
