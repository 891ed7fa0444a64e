using Workflow.Perf.Commands;
using Workflow.Perf.Table;

namespace Workflow.Perf.Rows;

/// <summary>The rows in the order of the report.</summary>
internal static class AllRows
{
    public static IReadOnlyList<Row> List { get; } =
    [
        .. ComponentRows.All,
        .. ChildRows.All,
        .. LoopRows.All,
        .. FlowchartRows.All,
        .. FaultRows.All,
        .. CompensationRows.All,
        .. TransactionRows.All,
        .. DefinitionRows.All,
        .. ThreadRows.All,
        .. AsyncRows.All,
        .. ApplicationRows.All,
        .. SnapshotRows.All,
        .. TrackingRows.All,
        .. DatabaseRows.All,
        .. HostRows.All,
        .. TestingRows.All,
        .. LegacyRows.All,
        .. CalibrationRows.All,
    ];

    public static IReadOnlyList<Row> Matching(string? filter)
    {
        Row[] rows = [.. List.Where(row => filter is null || Contains(row, filter))];
        return rows.Length > 0 ? rows : throw new UsageException($"No row's id or name contains '{filter}'; the ids are: {Ids(List)}.");
    }

    /// <summary>Returns the row with the id, or the only row whose id or name contains the text.</summary>
    public static Row Single(string text)
    {
        Row[] rows = [.. List.Where(row => row.Id == text)];
        if (rows.Length == 0)
        {
            rows = [.. Matching(text)];
        }

        return rows.Length == 1 ? rows[0] : throw new UsageException($"'{text}' fits more than one row: {Ids(rows)}.");
    }

    private static bool Contains(Row row, string text) =>
        row.Id.Contains(text, StringComparison.OrdinalIgnoreCase) || row.Name.Contains(text, StringComparison.OrdinalIgnoreCase);

    private static string Ids(IEnumerable<Row> rows) => string.Join(", ", rows.Select(static row => row.Id));
}
