using System.Globalization;
using Workflow.Perf.Drawing;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Table;

namespace Workflow.Perf.Sections.Scaling;

/// <summary>A table of the same figures for several sizes. The paper has no such table.</summary>
internal abstract class ScalingSection(
    string id, string title, string difference, string sizeName, IReadOnlyList<ScalingColumn> columns) : ReportSection(id, title, difference)
{
    private readonly Dictionary<int, IReadOnlyList<Spread?>> _figures = [];

    public override IEnumerable<ReportStep> Steps(ReportScope scope) =>
        Sizes(scope).Select(size => new ReportStep(
            size.ToString("N0", CultureInfo.InvariantCulture), SecondsOf(size, scope), () => _figures[size] = Measure(size, scope)));

    public override SectionContent Render(ReportScope scope)
    {
        MarkdownTable table = new([sizeName, .. columns.Select(static column => $"{column.Name}, {column.Unit}"), "spread"]);
        foreach (int size in Sizes(scope))
        {
            IReadOnlyList<Spread?> figures = _figures.TryGetValue(size, out IReadOnlyList<Spread?>? measured)
                ? measured
                : [.. columns.Select(static _ => (Spread?)null)];
            table.Add(
            [
                size.ToString("N0", CultureInfo.InvariantCulture),
                .. figures.Select(static figure => figure is null ? None : Figures.Nanoseconds(figure.Median)),
                Cells.SpreadOf(figures[0])
            ]);
        }

        return new SectionContent(table.Render(), Charts(), [.. Readings()]);
    }

    /// <summary>Returns the sizes in ascending order.</summary>
    protected abstract IReadOnlyList<int> Sizes(ReportScope scope);

    /// <summary>Returns one figure for each column; null if there is none for this size.</summary>
    protected abstract IReadOnlyList<Spread?> Measure(int size, ReportScope scope);

    /// <summary>Returns the approximate duration of the measurement of one size.</summary>
    protected virtual double SecondsOf(int size, ReportScope scope) => scope.Pace.SecondsOf(2) / 2;

    /// <summary>Returns 1, 10, 100 and so on, up to a maximum.</summary>
    protected static IReadOnlyList<int> PowersOfTen(int most)
    {
        List<int> powers = [];
        for (long power = 1; power <= most; power *= 10)
        {
            powers.Add((int)power);
        }

        return powers;
    }

    /// <summary>Measures the subjects in alternation, after a short warm-up.</summary>
    protected static IReadOnlyList<Figure> Interleaved(ReportScope scope, params Subject[] subjects)
    {
        SubjectMeter[] meters = [.. subjects.Select(static subject => new SubjectMeter(subject))];
        foreach (Meter meter in meters.SelectMany(static meter => meter.Meters))
        {
            WarmUp(meter, scope.Pace.WarmUpAtLeast / 4);
            meter.CalibrateFor(scope.Pace.Batch);
        }

        for (int batch = 0; batch < scope.Samples; batch++)
        {
            foreach (SubjectMeter meter in batch % 2 == 0 ? meters : meters.Reverse())
            {
                meter.TakeBatch();
            }
        }

        return [.. meters.Select(static meter => meter.Result())];
    }

    private static void WarmUp(Meter meter, TimeSpan duration)
    {
        long start = Clock.Now;
        do
        {
            meter.RunOnce();
        }
        while (Clock.Since(start) < duration);
    }

    private LineChart[] Charts()
    {
        LineSeries[] lines = [.. columns.Index().Where(static entry => entry.Item.Color is not null).Select(entry => Line(entry.Index, entry.Item))];
        return lines.All(static line => line.Points.Count == 0) ? [] : [new LineChart(Id, Title, sizeName, $"{columns[0].Unit}, logarithmic", lines)];
    }

    private LineSeries Line(int index, ScalingColumn column) => new(
        column.Name,
        column.Color!,
        [.. _figures.OrderBy(static entry => entry.Key)
            .Where(entry => entry.Value[index] is { Median: > 0 })
            .Select(entry => ((double)entry.Key, entry.Value[index]!.Median))]);

    private IEnumerable<Reading> Readings() =>
        from entry in _figures
        from column in columns.Index()
        where entry.Value[column.Index] is not null && column.Item.Unit != "x"
        select new Reading(
            string.Create(CultureInfo.InvariantCulture, $"{Id}/{entry.Key}/{column.Item.Name.Replace(' ', '-').Replace(",", "", StringComparison.Ordinal)}"),
            column.Item.Unit, entry.Value[column.Index]!);
}
