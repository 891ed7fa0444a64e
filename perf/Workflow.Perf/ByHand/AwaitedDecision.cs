namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of an application that waits at a bookmark: an asynchronous method that awaits a value from its caller.</summary>
internal static class AwaitedDecision
{
    public static int Run(int decision)
    {
        TaskCompletionSource<int> decided = new();
        Task<int> run = WaitAsync(decided.Task);
        decided.SetResult(decision);
        return run.GetAwaiter().GetResult();
    }

    /// <summary>Starts a number of calls that wait. The returned object keeps them alive.</summary>
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

    /// <summary>Returns an action that runs a number of calls, which start and continue on the thread pool.</summary>
    public static Action<int> Crowd(int count) => repetitions =>
    {
        for (int i = 0; i < repetitions; i++)
        {
            RunAll(count);
        }
    };

    private static void RunAll(int count)
    {
        TaskCompletionSource<int>[] decisions = new TaskCompletionSource<int>[count];
        Task<int>[] runs = new Task<int>[count];
        using CountdownEvent running = new(count);
        for (int i = 0; i < count; i++)
        {
            TaskCompletionSource<int> decision = decisions[i] = new(TaskCreationOptions.RunContinuationsAsynchronously);
            runs[i] = Task.Run(() =>
            {
                running.Signal();
                return WaitAsync(decision.Task);
            });
        }

        running.Wait();
        foreach (TaskCompletionSource<int> decision in decisions)
        {
            decision.SetResult(1);
        }

        foreach (Task<int> run in runs)
        {
            run.GetAwaiter().GetResult();
        }
    }

    private static async Task<int> WaitAsync(Task<int> decision) => await decision.ConfigureAwait(false);
}
