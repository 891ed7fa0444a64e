using System.Globalization;
using Workflow.Perf.ByHand;
using Workflow.Perf.Commands;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Processes;
using Workflow.Perf.Reports;
using Workflow.Perf.Table;
using Workflow.Perf.Workloads;

namespace Workflow.Perf.Sections;

/// <summary>The duration of the first run and of further runs, by the number of activities.</summary>
internal sealed class LatencySection() : ReportSection(
    "latency",
    "Latency by number of activities",
    "The published latencies are those of a request to a workflow service and grow with the definition in WF3, which makes a copy for each instance; here a ready definition costs only what runs, and most of the first "
    + "run in a new process is the start of the runtime, which the hand-written rows have too.")
{
    private const string ColdProcess = "cold process", ColdDefinition = "cold definition", Warm = "warm";

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private static readonly string[] Kinds = [ColdProcess, ColdDefinition, Warm];

    private readonly Dictionary<(string Kind, int Activities), (Spread Ours, Spread ByHand)> _seconds = [];

    public override IEnumerable<ReportStep> Steps(ReportScope scope) => PublishedFigures.Latency.SelectMany(published => new ReportStep[]
    {
        new(
            $"{published.Activities} activities, {ColdProcess}", 0.4 * scope.Samples,
            () => MeasureProcesses(published.Activities, scope.Samples)) { UsesProcesses = true },
        new($"{published.Activities} activities, {ColdDefinition} and {Warm}", 2 * scope.Pace.SecondsOf(2) / 3, () => MeasureHere(published.Activities, scope)),
    });

    public override SectionContent Render(ReportScope scope)
    {
        MarkdownTable table = new("activities", "run", "WF3 s", "WF4 s", "2010 design s", "ours s", "by hand s", "WF3 : WF4", "WF4 : ours", "spread");
        foreach ((int activities, double wf3Cold, double wf3Warm, double wf4Cold, double wf4Warm) in PublishedFigures.Latency)
        {
            foreach (string kind in Kinds)
            {
                double wf3 = kind == Warm ? wf3Warm : wf3Cold, wf4 = kind == Warm ? wf4Warm : wf4Cold;
                (Spread? ours, Spread? byHand) = _seconds.TryGetValue((kind, activities), out (Spread Ours, Spread ByHand) both) ? both : (null, null);
                table.Add(
                    activities.ToString("N0", CultureInfo.InvariantCulture), kind, Number(wf3), Number(wf4), "not recorded",
                    Number(ours?.Median), Number(byHand?.Median),
                    Cells.Ratio(wf3 / wf4), Cells.Ratio(wf4 / ours?.Median), Cells.SpreadOf(ours));
            }
        }

        return new SectionContent(
            table.Render(), [Chart()],
            [.. _seconds.Select(entry => new Reading($"{Id}/{entry.Key.Kind.Replace(' ', '-')}-{entry.Key.Activities}", "s", entry.Value.Ours))]);
    }

    /// <summary>Formats a time with about three significant digits, from nanoseconds to seconds.</summary>
    private static string Number(double? seconds) => seconds switch
    {
        null => None,
        >= 0.001 => seconds.Value.ToString("0.000", CultureInfo.InvariantCulture),
        _ => seconds.Value.ToString("0.###e+0", CultureInfo.InvariantCulture),
    };

    private void MeasureProcesses(int activities, int samples)
    {
        List<double> ours = [], byHand = [];
        for (int i = 0; i < samples; i++)
        {
            ours.Add(SecondsOfProcess(ChildCommand.Workflow, activities));
            byHand.Add(SecondsOfProcess(ChildCommand.ByHand, activities));
        }

        _seconds[(ColdProcess, activities)] = (Spread.Of(ours), Spread.Of(byHand));
    }

    private static double SecondsOfProcess(string form, int activities)
    {
        long start = Clock.Now;
        using ChildProcess child = ChildProcess.Start("latency", form, activities.ToString(CultureInfo.InvariantCulture));
        child.ReadLineAsync(Limit).GetAwaiter().GetResult();
        return Clock.Since(start).TotalSeconds;
    }

    private void MeasureHere(int activities, ReportScope scope)
    {
        Activity ready = Sequences.Of(activities);
        StepSequence readyByHand = StepSequence.OfEmpty(activities);
        Trial warm = new(new Subject(Repeat.Invoke(ready)), new Subject(Repeat.Run(readyByHand)));
        Trial cold = new(
            new Subject(Repeat.BuildAndInvoke(() => Sequences.Of(activities))),
            new Subject(Repeat.BuildAndRun(() => StepSequence.OfEmpty(activities))));
        _seconds[(ColdDefinition, activities)] = Seconds(Measurement.Of(cold, scope.Pace));
        _seconds[(Warm, activities)] = Seconds(Measurement.Of(warm, scope.Pace));
    }

    private static (Spread Ours, Spread ByHand) Seconds(Measurement measured) => (measured.Workflow.Spread.Times(1e-9), measured.ByHand.Spread.Times(1e-9));

    private LineChart Chart() => new(
        Id,
        Title,
        "activities",
        "seconds, logarithmic",
        [
            new LineSeries("WF3 cold (published)", Colors.Wf3, [.. PublishedFigures.Latency.Select(static line => ((double)line.Activities, line.Wf3Cold))]),
            new LineSeries("WF4 cold (published)", Colors.Wf4, [.. PublishedFigures.Latency.Select(static line => ((double)line.Activities, line.Wf4Cold))]),
            Line("cold process", ColdProcess, Colors.OursThird),
            Line("cold definition", ColdDefinition, Colors.Ours),
            Line("warm", Warm, Colors.OursToo),
            new LineSeries("warm, hand-written C#", Colors.ByHand, [.. Points(Warm, static both => both.ByHand.Median)]),
        ],
        isLogarithmicAcross: false);

    private LineSeries Line(string name, string kind, string color) => new(name, color, [.. Points(kind, static both => both.Ours.Median)]);

    private IEnumerable<(double X, double Y)> Points(string kind, Func<(Spread Ours, Spread ByHand), double> value) => PublishedFigures.Latency
        .Where(line => _seconds.ContainsKey((kind, line.Activities)))
        .Select(line => ((double)line.Activities, value(_seconds[(kind, line.Activities)])));
}
