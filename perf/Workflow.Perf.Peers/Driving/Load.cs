using System.Diagnostics;

namespace Workflow.Perf.Peers.Driving;

/// <summary>Runs operations concurrently.</summary>
internal static class Load
{
    /// <summary>Repeats an operation for a duration, in several concurrent loops.</summary>
    /// <returns>The number of executions.</returns>
    public static async Task<long> RepeatAsync(TimeSpan duration, int atOnce, Func<Task> operation)
    {
        long start = Stopwatch.GetTimestamp(), count = 0;
        await TogetherAsync(atOnce, async () =>
        {
            while (Stopwatch.GetElapsedTime(start) < duration)
            {
                await operation();
                Interlocked.Increment(ref count);
            }
        });
        return count;
    }

    /// <summary>Runs an operation once for each item, in several concurrent loops.</summary>
    public static Task ForEachAsync<T>(IReadOnlyList<T> items, int atOnce, Func<T, Task> operation)
    {
        int next = -1;
        return TogetherAsync(atOnce, async () =>
        {
            for (int i = Interlocked.Increment(ref next); i < items.Count; i = Interlocked.Increment(ref next))
            {
                await operation(items[i]);
            }
        });
    }

    /// <summary>Returns the median.</summary>
    public static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted.Length % 2 == 1 ? sorted[sorted.Length / 2] : (sorted[(sorted.Length / 2) - 1] + sorted[sorted.Length / 2]) / 2;
    }

    private static Task TogetherAsync(int atOnce, Func<Task> operation) => Task.WhenAll(Enumerable.Range(0, atOnce).Select(_ => Task.Run(operation)));
}
