namespace Workflow.Perf.Measuring;

/// <summary>Runs a trial until its times no longer improve, because tiered compilation and on-stack replacement have finished.</summary>
internal static class WarmUp
{
    /// <summary>The length of a slice. It is short, so that each loop is called the sixty times that two promotions need.</summary>
    private static readonly TimeSpan Slice = TimeSpan.FromMilliseconds(5);

    private const int Window = 15;
    private const double Settled = 0.03;

    public static void Run(IReadOnlyList<Meter> meters, Pace pace)
    {
        foreach (Meter meter in meters)
        {
            meter.CalibrateFor(Slice);
        }

        List<double>[] history = [.. meters.Select(static _ => new List<double>())];
        long start = Clock.Now;
        while (Clock.Since(start) < pace.WarmUpAtLeast || (Clock.Since(start) < pace.WarmUpAtMost && !history.All(IsSettled)))
        {
            for (int i = 0; i < meters.Count; i++)
            {
                history[i].Add(meters[i].Take().Nanoseconds);
            }
        }
    }

    private static bool IsSettled(List<double> history)
    {
        if (history.Count < 2 * Window)
        {
            return false;
        }

        double last = Statistics.Median(history.TakeLast(Window));
        double before = Statistics.Median(history.SkipLast(Window).TakeLast(Window));
        return Math.Abs(last - before) <= Settled * before;
    }
}
