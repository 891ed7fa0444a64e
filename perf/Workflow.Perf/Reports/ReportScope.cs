using Workflow.Perf.Measuring;
using Workflow.Perf.Table;

namespace Workflow.Perf.Reports;

/// <summary>What all sections of one report share: the pace, and the rows, each of which is measured once even if two tables have it.</summary>
/// <param name="pace">How long each row is run.</param>
/// <param name="isQuick">Whether sizes and durations are small.</param>
internal sealed class ReportScope(Pace pace, bool isQuick)
{
    private readonly Dictionary<string, RowResult> _rows = [];

    public Pace Pace => pace;

    public bool IsQuick => isQuick;

    /// <summary>How many values a figure gets that is not taken in batches.</summary>
    public int Samples => isQuick ? 2 : 7;

    /// <summary>The rows that have been asked for.</summary>
    public IEnumerable<RowResult> Rows => _rows.Values;

    /// <summary>The row's result, measured or not.</summary>
    public RowResult Of(Row row)
    {
        if (!_rows.TryGetValue(row.Id, out RowResult? result))
        {
            _rows.Add(row.Id, result = new RowResult(row));
        }

        return result;
    }

    /// <summary>Measures a row, unless another table has done so.</summary>
    /// <exception cref="SkippedException">This machine cannot measure it.</exception>
    public void Measure(Row row)
    {
        RowResult result = Of(row);
        result.Prepare();
        result.Measure(pace);
        if (result.Skipped is { } reason)
        {
            throw new SkippedException(reason);
        }

        if (result.Failure is { } failure)
        {
            throw new InvalidOperationException(failure);
        }
    }

    /// <summary>Builds all rows and runs them in rotation. A row with a database is left out: it takes too long, and its time is not spent in code that is trained.</summary>
    public void Train(IEnumerable<Row> rows)
    {
        RowResult[] results = [.. rows.Select(Of).Distinct()];
        foreach (RowResult result in results)
        {
            result.Prepare();
        }

        Training.Run(results.Select(static result => result.Trial).OfType<Trial>().Where(static trial => trial.Database is null), pace.Training);
    }
}
