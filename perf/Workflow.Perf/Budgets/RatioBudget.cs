namespace Workflow.Perf.Budgets;

/// <summary>What a row may cost, as a ratio, so that one file of budgets fits all machines.</summary>
/// <param name="Row">The id of the row.</param>
/// <param name="Against">What the ratio refers to.</param>
/// <param name="Ratio">The most times as long as that the row may take; positive.</param>
/// <param name="Bytes">The most bytes that an operation may allocate; null for no limit.</param>
internal sealed record RatioBudget(string Row, Reference Against, double Ratio, double? Bytes = null);
