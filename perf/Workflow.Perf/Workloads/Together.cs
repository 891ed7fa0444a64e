namespace Workflow.Perf.Workloads;

/// <summary>Runs an asynchronous operation many times, with a number of calls at once.</summary>
internal static class Together
{
    /// <summary>Returns a loop whose repetition consists of a number of operations, some of which run at once.</summary>
    public static Action<int> Loop(int atOnce, int parts, Func<int, Task> operation) => repetitions => Run(atOnce, repetitions * parts, operation);

    /// <summary>Runs the operations. Each one receives its number.</summary>
    public static void Run(int atOnce, int count, Func<int, Task> operation)
    {
        int next = -1;
        Task[] workers = [.. Enumerable.Range(0, Math.Min(atOnce, count)).Select(_ => Task.Run(WorkAsync))];
        Task.WhenAll(workers).GetAwaiter().GetResult();

        async Task WorkAsync()
        {
            while (Interlocked.Increment(ref next) is var number && number < count)
            {
                await operation(number).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Returns a loop that runs one operation after another, on the thread pool.</summary>
    public static Action<int> InTurn(Func<Task> operation) => repetitions => Task.Run(async () =>
    {
        for (int i = 0; i < repetitions; i++)
        {
            await operation().ConfigureAwait(false);
        }
    }).GetAwaiter().GetResult();
}
