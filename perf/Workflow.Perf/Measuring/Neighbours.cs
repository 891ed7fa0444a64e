using System.Globalization;

namespace Workflow.Perf.Measuring;

/// <summary>How much of the machine other processes took meanwhile: figures from a machine that is not quiet are not for the record.</summary>
internal sealed class Neighbours
{
    private const string StatisticsFile = "/proc/stat";

    /// <summary>The kernel counts in hundredths of a second, whatever its own tick.</summary>
    private const double TicksPerSecond = 100;

    private readonly long _start = Clock.Now;
    private readonly double _busy = BusySeconds();
    private readonly TimeSpan _own = Environment.CpuUsage.TotalTime;

    /// <summary>The average number of cores taken since this object was made; null where the system does not tell.</summary>
    public double? Cores
    {
        get
        {
            double others = BusySeconds() - _busy - (Environment.CpuUsage.TotalTime - _own).TotalSeconds;
            return double.IsNaN(others) ? null : Math.Max(0, others / Clock.Since(_start).TotalSeconds);
        }
    }

    /// <summary>All that is not idle and not waiting for a device, all cores together.</summary>
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
