using System.Diagnostics;

namespace Workflow.Perf.Measuring;

/// <summary>The clock of the machine. Only the performance programs may read it: they measure real time, not the time of a host's TimeProvider.</summary>
internal static class Clock
{
    public static long Now => Stopwatch.GetTimestamp();

    public static TimeSpan Since(long start) => Stopwatch.GetElapsedTime(start);

    /// <summary>Returns the elapsed nanoseconds. Finer than a TimeSpan, whose tick is 100 ns.</summary>
    public static double NanosecondsSince(long start) => (Stopwatch.GetTimestamp() - start) * (1e9 / Stopwatch.Frequency);
}
