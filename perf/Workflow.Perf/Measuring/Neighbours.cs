using System.Globalization;

namespace Workflow.Perf.Measuring;

/// <summary>Measures the processor time of other processes. Figures from a busy machine are not suitable for a published report.</summary>
internal sealed class Neighbours
{
    private const string StatisticsFile = "/proc/stat";

    /// <summary>The unit of the kernel's counters, which is a hundredth of a second for every tick of the kernel.</summary>
    private const double TicksPerSecond = 100;

    private readonly long _start = Clock.Now;
    private readonly double _busy = BusySeconds();
    private readonly TimeSpan _own = Environment.CpuUsage.TotalTime;

    /// <summary>The average number of cores that other processes have used since this object was created; null if the system does not report it.</summary>
    public double? Cores
    {
        get
        {
            double others = BusySeconds() - _busy - (Environment.CpuUsage.TotalTime - _own).TotalSeconds;
            return double.IsNaN(others) ? null : Math.Max(0, others / Clock.Since(_start).TotalSeconds);
        }
    }

    /// <summary>Returns the time in which cores were neither idle nor waiting for a device, for all cores together.</summary>
    private static double BusySeconds()
    {
        if (!File.Exists(StatisticsFile))
        {
            return double.NaN;
        }

        // cpu user nice system idle iowait irq softirq steal ...; guest times are part of user and nice.
        double[] ticks =
        [
            .. File.ReadLines(StatisticsFile).First().Split(' ', StringSplitOptions.RemoveEmptyEntries)[1..9]
                .Select(static text => double.Parse(text, CultureInfo.InvariantCulture)),
        ];
        return (ticks.Sum() - ticks[3] - ticks[4]) / TicksPerSecond;
    }
}
