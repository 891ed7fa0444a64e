using System.Diagnostics;

namespace Workflow.Perf.Peers.Driving;

/// <summary>Runs operations, some at once.</summary>
internal static class Load
{
    /// <summary>Runs something again and again, so many at once, for a time.</summary>
    /// <returns>How often it ran.</returns>
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

    /// <summary>Runs something once for each item, so many at once.</summary>
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

    /// <summary>The value in the middle.</summary>
    public static double Median(IEnumerable<double> values)
    {
        double[] sorted = [.. values.Order()];
        return sorted.Length % 2 == 1 ? sorted[sorted.Length / 2] : (sorted[(sorted.Length / 2) - 1] + sorted[sorted.Length / 2]) / 2;
    }

    private static Task TogetherAsync(int atOnce, Func<Task> operation) => Task.WhenAll(Enumerable.Range(0, atOnce).Select(_ => Task.Run(operation)));
}
