using System.Globalization;
using Workflow.Perf.Commands;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Processes;
using Workflow.Perf.Reports;
using Workflow.Perf.Table;

namespace Workflow.Perf.Sections;

/// <summary>The working set of a process that runs instances one after another. Each line has its own process.</summary>
internal sealed class MemorySection() : ReportSection(
    "memory",
    "Memory by workload",
    "The published working sets grow with the definition because each instance keeps an object for each of its activities; here an instance keeps nothing for activities that do not run, and most of the working set "
    + "is the runtime itself, as the hand-written rows show. Of the rest, about a half is the code of the engine, and a half is garbage, which the collector lets gather before it collects.")
{
    private const double Kilobyte = 1_024;

    private static readonly TimeSpan StartOfProcess = TimeSpan.FromSeconds(60);

    private readonly Dictionary<string, Footprint> _footprints = [];

    public override IEnumerable<ReportStep> Steps(ReportScope scope) =>
        [.. Steps(ChildCommand.Workflow, DurationOf(scope)), .. Steps(ChildCommand.ByHand, DurationOf(scope) / 6)];

    public override SectionContent Render(ReportScope scope)
    {
        MarkdownTable table = new(
            "workload", "WF3 KB", "WF4 KB", "ours KB", "by hand KB", "WF4 : WF3", "ours : WF4",
            "peak KB", "managed heap KB", "by hand heap KB", "instances", "2010 design KB");
        foreach (MemoryWorkload workload in MemoryWorkload.All)
        {
            Footprint? ours = Of(ChildCommand.Workflow, workload), byHand = Of(ChildCommand.ByHand, workload);
            table.Add(
                workload.Name, Number(workload.Kilobytes.Wf3), Number(workload.Kilobytes.Wf4), Number(Kilobytes(ours)), Number(Kilobytes(byHand)),
                Ratio(workload.Kilobytes.Wf4 / workload.Kilobytes.Wf3),
                Ratio(Kilobytes(ours) / workload.Kilobytes.Wf4), Number(ours?.Peak / Kilobyte),
                Number(ours?.Heap / Kilobyte), Number(byHand?.Heap / Kilobyte), Number(ours?.Runs), "not recorded");
        }

        return new SectionContent(table.Render(), [Chart()], [.. MemoryWorkload.All.SelectMany(Readings)]);
    }

    /// <summary>Returns the duration of a run. The published runs took a minute.</summary>
    private static TimeSpan DurationOf(ReportScope scope) => TimeSpan.FromSeconds(scope.IsQuick ? 1 : 60);

    private static double? Kilobytes(Footprint? footprint) => footprint?.WorkingSet / Kilobyte;

    private static string Number(double? value) => value?.ToString("N0", CultureInfo.InvariantCulture) ?? None;

    private static string Ratio(double? value) => value?.ToString("0.00", CultureInfo.InvariantCulture) ?? None;

    /// <summary>
    /// Returns the steps. As many processes as there are cores, and at most four, run at once: the memory of a process does not depend on the other processes.
    /// </summary>
    private IEnumerable<ReportStep> Steps(string form, TimeSpan duration) =>
        MemoryWorkload.All.Chunk(Math.Min(Environment.ProcessorCount, 4)).Select(workloads => new ReportStep(
            $"{string.Join(", ", workloads.Select(static workload => workload.Name))} ({form})",
            duration.TotalSeconds + 0.5,
            () => Task.WhenAll(workloads.Select(workload => MeasureAsync(form, workload, duration))).GetAwaiter().GetResult())
        {
            UsesProcesses = true,
        });

    private async Task MeasureAsync(string form, MemoryWorkload workload, TimeSpan duration)
    {
        using ChildProcess child = ChildProcess.Start("memory", form, workload.Id, duration.TotalSeconds.ToString(CultureInfo.InvariantCulture));
        Footprint footprint = Footprint.OfLine(await child.ReadLineAsync(duration + StartOfProcess).ConfigureAwait(false));
        lock (_footprints)
        {
            _footprints[Key(form, workload)] = footprint;
        }
    }

    private Footprint? Of(string form, MemoryWorkload workload) => _footprints.GetValueOrDefault(Key(form, workload));

    private static string Key(string form, MemoryWorkload workload) => $"{form} {workload.Id}";

    private IEnumerable<Reading> Readings(MemoryWorkload workload)
    {
        if (Of(ChildCommand.Workflow, workload) is { } ours)
        {
            yield return new Reading($"{Id}/{workload.Id}", "KB", Spread.Of([ours.WorkingSet / Kilobyte]));
            yield return new Reading($"{Id}/{workload.Id}/heap", "KB", Spread.Of([ours.Heap / Kilobyte]));
        }
    }

    private BarChart Chart() => new(
        Id,
        Title,
        "working set in KB",
        [.. MemoryWorkload.All.Select(static workload => workload.Name)],
        [
            new BarSeries("WF3 (published)", Colors.Wf3, [.. MemoryWorkload.All.Select(static workload => (double?)workload.Kilobytes.Wf3)]),
            new BarSeries("WF4 (published)", Colors.Wf4, [.. MemoryWorkload.All.Select(static workload => (double?)workload.Kilobytes.Wf4)]),
            new BarSeries("this engine", Colors.Ours, [.. MemoryWorkload.All.Select(workload => Kilobytes(Of(ChildCommand.Workflow, workload)))]),
            new BarSeries("hand-written C#", Colors.ByHand, [.. MemoryWorkload.All.Select(workload => Kilobytes(Of(ChildCommand.ByHand, workload)))]),
        ],
        isLogarithmic: false);
}
