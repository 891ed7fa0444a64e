namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of an application that waits at a bookmark: an asynchronous method that awaits what its caller brings.</summary>
internal static class AwaitedDecision
{
    public static int Run(int decision)
    {
        TaskCompletionSource<int> decided = new();
        Task<int> run = WaitAsync(decided.Task);
        decided.SetResult(decision);
        return run.GetAwaiter().GetResult();
    }

    /// <summary>So many that wait.</summary>
    public static object Idle(int count)
    {
        TaskCompletionSource<int>[] decisions = new TaskCompletionSource<int>[count];
        for (int i = 0; i < count; i++)
        {
            decisions[i] = new TaskCompletionSource<int>();
            _ = WaitAsync(decisions[i].Task);
        }

        return decisions;
    }

    private static async Task<int> WaitAsync(Task<int> decision) => await decision.ConfigureAwait(false);
}
