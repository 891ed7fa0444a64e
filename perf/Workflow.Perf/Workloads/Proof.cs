using Workflow.Perf.Activities;

namespace Workflow.Perf.Workloads;

/// <summary>Runs a workload once with leaves that count: a figure for work that was not done is worse than none.</summary>
internal static class Proof
{
    /// <summary>Fails unless exactly so many leaves run.</summary>
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
