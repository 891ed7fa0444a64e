using System.Text.Json;
using Workflow.Perf.Databases;
using Workflow.Perf.Measuring;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Processes;

/// <summary>The cost of a host with a number of definitions, each of which has run once.</summary>
/// <param name="Seconds">
/// The median of the times from the client's call that starts the first instance of a definition until its activity runs, in seconds.
/// </param>
/// <param name="Memory">The memory of the process.</param>
internal sealed record Activation(double Seconds, Footprint Memory)
{
    public static Activation Measure(int count)
    {
        HostedInstances host = new(Database.Create(DatabaseKind.Sqlite), TimeSpan.Zero, count);
        double[] seconds = new double[count];
        for (int i = 0; i < count; i++)
        {
            long start = Clock.Now;
            host.StartAsync(definition: i).GetAwaiter().GetResult();
            seconds[i] = Clock.Since(start).TotalSeconds;
        }

        return new Activation(Statistics.Median(seconds), Footprint.Now(count, host));
    }

    public string ToLine() => JsonSerializer.Serialize(this);

    public static Activation OfLine(string line) => JsonSerializer.Deserialize<Activation>(line)!;
}
