using System.Globalization;
using Workflow.Perf.Measuring;
using Workflow.Perf.Reports;
using Workflow.Perf.Table;

namespace Workflow.Perf.Sections;

/// <summary>A table whose lines are rows. Each row runs together with hand-written C#.</summary>
internal abstract class RowSection(
    string id, string title, string difference, Func<ReportScope, IReadOnlyList<Row>> rows) : ReportSection(id, title, difference)
{
    private IReadOnlyList<Row>? _rows;

    public override IReadOnlyList<Row> Rows(ReportScope scope) => _rows ??= rows(scope);

    /// <summary>The number of subjects that a row of this table usually has.</summary>
    protected virtual int Subjects => 2;

    public override IEnumerable<ReportStep> Steps(ReportScope scope) =>
        Rows(scope).Select(row => new ReportStep(row.Name, scope.Pace.SecondsOf(Subjects), () => scope.Measure(row)));

    /// <summary>Returns the time and the bytes of each row that was measured.</summary>
    protected IReadOnlyList<Reading> Readings(ReportScope scope) =>
    [
        .. Rows(scope).Select(scope.Of).Where(static result => result.Measurement is not null)
            .SelectMany(result => new[] { Time(result.Row, result.Measurement!), Bytes(result.Row, result.Measurement!) }),
    ];

    /// <summary>Returns the spread of the nanoseconds of a row; null if the row was not measured.</summary>
    protected static Spread? Ours(RowResult result) => result.Measurement?.Workflow.Spread;

    protected static Spread? ByHand(RowResult result) => result.Measurement?.ByHand.Spread;

    protected static double? PerSecond(Spread? nanoseconds) => nanoseconds is { Median: > 0 } ? 1e9 / nanoseconds.Median : null;

    private Reading Time(Row row, Measurement measured) => new(Key(row), "ns", measured.Workflow.Spread);

    private Reading Bytes(Row row, Measurement measured) => new(Key(row) + "/bytes", "B", Spread.Of([measured.Workflow.Bytes]));

    private string Key(Row row) => string.Create(CultureInfo.InvariantCulture, $"{Id}/{row.Id}");
}
