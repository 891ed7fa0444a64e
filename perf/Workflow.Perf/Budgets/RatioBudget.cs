namespace Workflow.Perf.Budgets;

/// <summary>The limit of a row, as a ratio, so that one file of budgets applies to all machines.</summary>
/// <param name="Row">The id of the row.</param>
/// <param name="Against">The reference of the ratio.</param>
/// <param name="Ratio">The largest allowed quotient of the times of the row and of the reference; positive.</param>
/// <param name="Bytes">The largest number of bytes that an operation may allocate; null for no limit.</param>
internal sealed record RatioBudget(string Row, Reference Against, double Ratio, double? Bytes = null);
