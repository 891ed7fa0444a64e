using System.Globalization;
using Workflow.Perf.Commands;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Processes;
using Workflow.Perf.Reports;
using Workflow.Perf.Table;

namespace Workflow.Perf.Sections;

/// <summary>The memory of 1,001 definitions compared with that of one, each in a separate process.</summary>
internal sealed class DefinitionMemorySection() : ReportSection(
    "definitions",
    "Memory by number of definitions",
    "Less than published, because a definition is frozen into a few flat arrays; the published service host, which adds 364 MB in WF4, is compared with the host of Workflow.Extensions.Hosting in the table of its limits.")
{
    private const int One = 1, Many = 1_001;

    private const double Megabyte = 1_024 * 1_024;

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly Dictionary<(string Form, int Count), List<Footprint>> _footprints = [];

    public override IEnumerable<ReportStep> Steps(ReportScope scope) =>
        from form in new[] { ChildCommand.Workflow, ChildCommand.ByHand }
        from count in new[] { One, Many }
        select new ReportStep($"{count} definitions ({form})", 0.3 * scope.Samples, () => Measure(form, count, scope.Samples)) { UsesProcesses = true };

    public override SectionContent Render(ReportScope scope)
    {
        Spread? ours = Delta(ChildCommand.Workflow, static footprint => footprint.WorkingSet),
            byHand = Delta(ChildCommand.ByHand, static footprint => footprint.WorkingSet);
        Spread? heap = Delta(ChildCommand.Workflow, static footprint => footprint.Heap),
            heapByHand = Delta(ChildCommand.ByHand, static footprint => footprint.Heap);
        MarkdownTable table = new(
            "1,001 definitions against 1", "WF3 MB", "WF4 MB", "2010 design MB", "ours MB", "by hand MB", "WF4 : WF3", "ours : WF4", "spread");
        Published published = PublishedFigures.DefinitionMegabytes;
        table.Add(
            "working set", Number(published.Wf3), Number(published.Wf4), "not recorded", Number(ours?.Median), Number(byHand?.Median),
            Cells.Ratio(published.Wf4 / published.Wf3),
            Cells.Ratio(ours?.Median / published.Wf4), Cells.SpreadOf(ours));
        table.Add("managed heap", None, None, None, Number(heap?.Median), Number(heapByHand?.Median), None, None, Cells.SpreadOf(heap));
        return new SectionContent(table.Render(), [Chart(published, ours?.Median, byHand?.Median)], [.. Readings(ours, heap)]);
    }

    private static string Number(double? value) => value?.ToString("0.00", CultureInfo.InvariantCulture) ?? None;

    private void Measure(string form, int count, int samples)
    {
        List<Footprint> footprints = [];
        for (int i = 0; i < samples; i++)
        {
            using ChildProcess child = ChildProcess.Start("definitions", form, count.ToString(CultureInfo.InvariantCulture));
            footprints.Add(Footprint.OfLine(child.ReadLineAsync(Limit).GetAwaiter().GetResult()));
        }

        _footprints[(form, count)] = footprints;
    }

    private Spread? Delta(string form, Func<Footprint, long> size) =>
        _footprints.TryGetValue((form, One), out List<Footprint>? one) && _footprints.TryGetValue((form, Many), out List<Footprint>? many)
            ? Spread.Of(many.Zip(one, (large, small) => (size(large) - size(small)) / Megabyte))
            : null;

    private IEnumerable<Reading> Readings(Spread? workingSet, Spread? heap)
    {
        if (workingSet is not null && heap is not null)
        {
            yield return new Reading($"{Id}/working-set", "MB", workingSet);
            yield return new Reading($"{Id}/heap", "MB", heap);
        }
    }

    private BarChart Chart(Published published, double? ours, double? byHand) => new(
        Id,
        "Memory by number of definitions: 1,001 against 1, console host",
        "working set in MB",
        ["1,001 definitions"],
        [
            new BarSeries("WF3 (published)", Colors.Wf3, [published.Wf3]),
            new BarSeries("WF4 (published)", Colors.Wf4, [published.Wf4]),
            new BarSeries("this engine", Colors.Ours, [ours]),
            new BarSeries("hand-written C#", Colors.ByHand, [byHand]),
        ],
        isLogarithmic: false);
}
