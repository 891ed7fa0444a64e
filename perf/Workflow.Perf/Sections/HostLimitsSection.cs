using System.Globalization;
using Workflow.Perf.Commands;
using Workflow.Perf.Databases;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Processes;
using Workflow.Perf.Reports;
using Workflow.Perf.Table;

namespace Workflow.Perf.Sections;

/// <summary>The latency and the memory of a host, each measured in a separate process.</summary>
internal sealed class HostLimitsSection() : ReportSection(
    "host-limits",
    "Hosting: latency at half of the largest rate, and memory",
    "The published service host takes much more memory for each definition because each has a service of its own; here a definition is compiled once and kept, and an instance that waits is only in the database, so "
    + "neither the number of definitions nor that of waiting instances weighs on the host. A host that has started the instances itself keeps the code that was compiled for it, and what the collector keeps "
    + "free, which follows the cache of the processor: as much after 30,000 instances as after 100,000.")
{
    private const int One = 1, Many = 1_001;

    /// <summary>The goal for the memory of 100,000 waiting instances, in megabytes.</summary>
    private const double MostMegabytes = 50;

    private const double Megabyte = 1_024 * 1_024, MillisecondsOfSecond = 1_000;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(180);

    private readonly Dictionary<DatabaseKind, StartLatency> _latencies = [];
    private readonly Dictionary<int, Footprint> _started = [];
    private readonly Dictionary<int, Footprint> _found = [];
    private readonly Dictionary<int, Activation> _activations = [];

    public override IEnumerable<ReportStep> Steps(ReportScope scope)
    {
        TimeSpan duration = TimeSpan.FromSeconds(scope.IsQuick ? 0.3 : 4);
        foreach (DatabaseKind kind in new[] { DatabaseKind.Sqlite, DatabaseKind.PostgreSql })
        {
            yield return Step(
                $"latency of a start, {kind}", (5 * duration.TotalSeconds) + 3,
                () => _latencies[kind] = StartLatency.OfLine(Child("host-latency", kind.ToString(), Number(duration.TotalSeconds))));
        }

        foreach (int count in new[] { 0, MostWaiting(scope) })
        {
            yield return Step(
                $"memory of a host that has started {count} waiting instances", 1 + (count / 6_000.0),
                () => _started[count] = Footprint.OfLine(Child("host-memory", Number(count))));
            yield return Step($"memory of a host that finds {count} waiting instances", 2 + (count / 6_000.0), () => _found[count] = Found(count));
        }

        foreach (int count in new[] { One, MostDefinitions(scope) })
        {
            yield return Step(
                $"a host with {count} definitions", 1 + (count / 500.0),
                () => _activations[count] = Activation.OfLine(Child("host-definitions", Number(count))));
        }
    }

    public override SectionContent Render(ReportScope scope)
    {
        int waiting = MostWaiting(scope), definitions = MostDefinitions(scope);
        MarkdownTable table = new("measure", "WF3", "WF4", "2010 design", "ours", "unit", "goal", "verdict");
        foreach ((string name, string unit, Func<StartLatency, double> value) in LatencyLines)
        {
            foreach ((DatabaseKind kind, StartLatency latency) in _latencies)
            {
                table.Add($"{kind}: {name}", None, None, None, Text(value(latency)), unit, None, None);
            }
        }

        if (More(_found, waiting, WorkingSet) is { } found)
        {
            AddMemory(table, $"{Grouped(waiting)} waiting instances that a host finds when it starts: working set above that of a host that finds none", found);
        }

        if (More(_started, waiting, WorkingSet) is { } started)
        {
            AddMemory(
                table,
                $"{Grouped(waiting)} waiting instances that the host has started itself: working set above that of a host that has done nothing",
                started);
            AddMemory(table, "the same, without what the collector keeps free", More(_started, waiting, static footprint => footprint.Kept));
            table.Add("the same, managed heap", None, None, None, Text(More(_started, waiting, static footprint => footprint.Heap)), "MB", None, None);
        }

        if (_activations.TryGetValue(One, out Activation? one) && _activations.TryGetValue(definitions, out Activation? many))
        {
            Published published = PublishedFigures.ServiceDefinitionMegabytes;
            table.Add(
                "1 definition: from the start by a client to its first activity, cold",
                None, None, "not recorded", Text(one.Seconds * MillisecondsOfSecond), "ms", None, None);
            table.Add(
                $"{Grouped(definitions)} definitions: the same, median of the first instance of each",
                None, None, "not recorded", Text(many.Seconds * MillisecondsOfSecond), "ms", None, None);
            table.Add(
                $"{Grouped(definitions)} definitions against 1: working set", Text(published.Wf3), Text(published.Wf4), "not recorded",
                Text((many.Memory.WorkingSet - one.Memory.WorkingSet) / Megabyte), "MB", None, None);
            table.Add(
                $"{Grouped(definitions)} definitions against 1: managed heap",
                None, None, "not recorded", Text((many.Memory.Heap - one.Memory.Heap) / Megabyte), "MB", None, None);
        }

        return new SectionContent(table.Render(), Charts(), [.. Readings(waiting, definitions)]);
    }

    private static void AddMemory(MarkdownTable table, string name, double? megabytes) =>
        table.Add(name, None, None, None, Text(megabytes), "MB", $"< {Text(MostMegabytes)} MB", megabytes < MostMegabytes ? "met" : "NOT met");

    private static (string Name, string Unit, Func<StartLatency, double> Value)[] LatencyLines { get; } =
    [
        ("largest rate of starts by a client, 64 at once", "a second", static latency => latency.Most),
        ("median until the first activity, at half of that rate", "ms", static latency => latency.Median * MillisecondsOfSecond),
        ("99th percentile of the same", "ms", static latency => latency.Late * MillisecondsOfSecond),
    ];

    private static int MostWaiting(ReportScope scope) => scope.IsQuick ? 1_000 : 100_000;

    private static int MostDefinitions(ReportScope scope) => scope.IsQuick ? 101 : Many;

    private static ReportStep Step(string name, double seconds, Action run) => new(name, seconds, run) { UsesProcesses = true };

    private static string Child(params string[] arguments)
    {
        using ChildProcess child = ChildProcess.Start(arguments);
        string line = child.ReadLineAsync(Limit).GetAwaiter().GetResult();
        return line.StartsWith(ChildCommand.Skipped, StringComparison.Ordinal) ? throw new SkippedException(line[ChildCommand.Skipped.Length..]) : line;
    }

    private static string Number(double value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Grouped(int count) => count.ToString("N0", CultureInfo.InvariantCulture);

    /// <summary>Formats a value with about three significant digits.</summary>
    private static string Text(double? value) => value switch
    {
        null => None,
        >= 100 => value.Value.ToString("N0", CultureInfo.InvariantCulture),
        >= 10 => value.Value.ToString("0.0", CultureInfo.InvariantCulture),
        _ => value.Value.ToString("0.00", CultureInfo.InvariantCulture),
    };

    private static long WorkingSet(Footprint footprint) => footprint.WorkingSet;

    /// <summary>Returns the memory of a host above that of an empty host, in megabytes; null if one of the two was not measured.</summary>
    private static double? More(Dictionary<int, Footprint> hosts, int waiting, Func<Footprint, long> size) =>
        hosts.TryGetValue(0, out Footprint? empty) && hosts.TryGetValue(waiting, out Footprint? full) ? (size(full) - size(empty)) / Megabyte : null;

    /// <summary>
    /// Measures a host that finds waiting instances. One process starts the instances and ends; the host of another process finds them in the file.
    /// </summary>
    private static Footprint Found(int count)
    {
        string folder = Directory.CreateTempSubdirectory("workflow-perf-").FullName;
        try
        {
            string file = Path.Combine(folder, "waiting.db");
            Child("host-fill", file, Number(count));
            return Footprint.OfLine(Child("host-found", file));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private IEnumerable<Reading> Readings(int waiting, int definitions)
    {
        foreach ((DatabaseKind kind, StartLatency latency) in _latencies)
        {
            yield return new Reading($"{Id}/median-{kind}", "s", Spread.Of([latency.Median]));
            yield return new Reading($"{Id}/late-{kind}", "s", Spread.Of([latency.Late]));
        }

        if (More(_started, waiting, WorkingSet) is { } started)
        {
            yield return new Reading($"{Id}/waiting-{waiting}", "MB", Spread.Of([started]));
        }

        if (More(_found, waiting, WorkingSet) is { } found)
        {
            yield return new Reading($"{Id}/found-{waiting}", "MB", Spread.Of([found]));
        }

        if (_activations.TryGetValue(definitions, out Activation? many))
        {
            yield return new Reading($"{Id}/activation-{definitions}", "s", Spread.Of([many.Seconds]));
        }
    }

    private IReadOnlyList<Chart> Charts() => _latencies.Count == 0 ? [] :
    [
        new BarChart(
            Id,
            "Hosting: milliseconds from a client's start to the first activity, at half of the largest rate",
            "milliseconds, logarithmic",
            [.. _latencies.Keys.Select(static kind => kind.ToString())],
            [
                new BarSeries("median", Colors.Ours, [.. _latencies.Values.Select(static latency => (double?)latency.Median * MillisecondsOfSecond)]),
                new BarSeries("99th percentile", Colors.ByHand, [.. _latencies.Values.Select(static latency => (double?)latency.Late * MillisecondsOfSecond)]),
            ]),
    ];
}
