using System.Text.Json;
using Workflow.Perf.Databases;
using Workflow.Perf.Measuring;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Processes;

/// <summary>The time from the start of an instance by a client until its first activity runs, when the rate of starts is half of the largest rate.</summary>
/// <remarks>
/// The latency is measured in several passes, and each figure is the median of the passes. A disk that stops for two seconds, as the disks of virtual machines
/// do, delays most starts of a pass: with a single pass, the figure would show only this stop.
/// </remarks>
/// <param name="Most">The largest rate: the number of starts per second with 64 at once.</param>
/// <param name="Median">The median, in seconds.</param>
/// <param name="Late">The 99th percentile, in seconds.</param>
/// <param name="Starts">The number of measured starts in all passes.</param>
internal sealed record StartLatency(double Most, double Median, double Late, int Starts)
{
    private const int AtOnce = 64, Parts = 64, Passes = 3;

    /// <summary>Measures in this process, with a separate host.</summary>
    /// <param name="kind">The kind of database.</param>
    /// <param name="duration">The duration of the warm-up, of the measurement of the largest rate, and of each pass.</param>
    public static StartLatency Measure(DatabaseKind kind, TimeSpan duration)
    {
        HostedInstances host = new(Database.Create(kind), TimeSpan.FromMinutes(1));
        Action<int> starts = host.Starts(AtOnce, Parts);
        MostOf(starts, duration);
        double most = MostOf(starts, duration);
        double[][] passes = [.. Enumerable.Range(0, Passes).Select(_ => AtRate(host, most / 2, duration))];
        return new StartLatency(most, OfPasses(passes, 0.5), OfPasses(passes, 0.99), passes.Sum(static pass => pass.Length));
    }

    /// <summary>Returns the number of starts at a rate in a duration; at least one.</summary>
    public static int CountOf(double perSecond, TimeSpan duration) => Math.Max(1, (int)(perSecond * duration.TotalSeconds));

    public string ToLine() => JsonSerializer.Serialize(this);

    public static StartLatency OfLine(string line) => JsonSerializer.Deserialize<StartLatency>(line)!;

    /// <summary>Returns the median, over the passes, of a quantile of each pass.</summary>
    internal static double OfPasses(IEnumerable<double[]> passes, double quantile) =>
        Statistics.Median([.. passes.Select(pass => Statistics.Quantile(pass, quantile))]);

    private static double MostOf(Action<int> starts, TimeSpan duration)
    {
        long start = Clock.Now;
        int count = 0;
        while (Clock.Since(start) < duration)
        {
            starts(1);
            count += Parts;
        }

        return count / Clock.Since(start).TotalSeconds;
    }

    /// <summary>Starts instances at a rate. A start does not wait for the one before, so that the figures show a host that cannot keep up.</summary>
    private static double[] AtRate(HostedInstances host, double perSecond, TimeSpan duration)
    {
        List<Task<double>> sent = [];
        int all = CountOf(perSecond, duration);
        long start = Clock.Now;
        while (sent.Count < all)
        {
            Thread.Sleep(TimeSpan.FromMilliseconds(1));
            double due = Clock.Since(start).TotalSeconds * perSecond;
            while (sent.Count < Math.Min(due, all))
            {
                sent.Add(Task.Run(() => OneAsync(host)));
            }
        }

        return Task.WhenAll(sent).GetAwaiter().GetResult();
    }

    private static async Task<double> OneAsync(HostedInstances host)
    {
        long start = Clock.Now;
        await host.StartAsync(definition: 0).ConfigureAwait(false);
        return Clock.Since(start).TotalSeconds;
    }
}
