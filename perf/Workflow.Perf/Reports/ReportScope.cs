using Workflow.Perf.Measuring;
using Workflow.Perf.Table;

namespace Workflow.Perf.Reports;

/// <summary>The data that all sections of one report share: the pace, and the rows. A row in several tables is measured once.</summary>
/// <param name="pace">The pace of each row.</param>
/// <param name="isQuick">True if sizes and durations are small.</param>
internal sealed class ReportScope(Pace pace, bool isQuick)
{
    private readonly Dictionary<string, RowResult> _rows = [];

    public Pace Pace => pace;

    public bool IsQuick => isQuick;

    /// <summary>The number of values of a figure that is not measured in batches.</summary>
    public int Samples => isQuick ? 2 : 7;

    /// <summary>The rows that were requested.</summary>
    public IEnumerable<RowResult> Rows => _rows.Values;

    /// <summary>Returns the result of a row, measured or not.</summary>
    public RowResult Of(Row row)
    {
        if (!_rows.TryGetValue(row.Id, out RowResult? result))
        {
            _rows.Add(row.Id, result = new RowResult(row));
        }

        return result;
    }

    /// <summary>Measures a row, unless it was already measured for another table.</summary>
    /// <exception cref="SkippedException">This machine cannot measure the row.</exception>
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

    /// <summary>
    /// Builds all rows and runs them in rotation. Rows with a database are not run: they take too long, and spend their time outside the code that is trained.
    /// </summary>
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
