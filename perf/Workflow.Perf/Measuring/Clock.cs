using System.Diagnostics;

namespace Workflow.Perf.Measuring;

/// <summary>The machine's clock. Perf is the one place that may read it: what is measured is the machine's time, not that of a host's TimeProvider.</summary>
internal static class Clock
{
    public static long Now => Stopwatch.GetTimestamp();

    public static TimeSpan Since(long start) => Stopwatch.GetElapsedTime(start);

    /// <summary>Finer than a TimeSpan, whose tick is 100 ns.</summary>
    public static double NanosecondsSince(long start) => (Stopwatch.GetTimestamp() - start) * (1e9 / Stopwatch.Frequency);
}
