using System.Text.Json;
using Workflow.Perf.Databases;
using Workflow.Perf.Measuring;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Processes;

/// <summary>How long a start by a client takes until the first activity runs, when starts come at half of the largest rate.</summary>
/// <param name="Most">The starts in a second with 64 at once.</param>
/// <param name="Median">The median, in seconds.</param>
/// <param name="Late">The 99th percentile, in seconds.</param>
/// <param name="Starts">The starts that were measured.</param>
internal sealed record StartLatency(double Most, double Median, double Late, int Starts)
{
    private const int AtOnce = 64, Parts = 64;

    /// <summary>Measures in this process, which has a host of its own for it.</summary>
    /// <param name="kind">The database.</param>
    /// <param name="duration">The time for the largest rate, and again for the latency; the same passes before, as a warm-up.</param>
    public static StartLatency Measure(DatabaseKind kind, TimeSpan duration)
    {
        HostedInstances host = new(Database.Create(kind), TimeSpan.FromMinutes(1));
        Action<int> starts = host.Starts(AtOnce, Parts);
        MostOf(starts, duration);
        double most = MostOf(starts, duration);
        double[] seconds = AtRate(host, most / 2, duration);
        return new StartLatency(most, Statistics.Median(seconds), Statistics.Quantile(seconds, 0.99), seconds.Length);
    }

    /// <summary>How many starts that rate has in that time; at least one.</summary>
    public static int CountOf(double perSecond, TimeSpan duration) => Math.Max(1, (int)(perSecond * duration.TotalSeconds));

    public string ToLine() => JsonSerializer.Serialize(this);

    public static StartLatency OfLine(string line) => JsonSerializer.Deserialize<StartLatency>(line)!;

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

    /// <summary>A start does not wait for the one before: a host that falls behind shows it.</summary>
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
