namespace Workflow.Persistence.Sql;

/// <summary>One row of a page of a query: a summary, or the damage of the row.</summary>
/// <param name="Sid">The surrogate key of the row, after which the next page starts.</param>
/// <param name="Summary">The summary; null if the row is damaged.</param>
/// <param name="Failure">The damage; null for none.</param>
internal sealed record SummaryRow(long Sid, InstanceSummary? Summary, SnapshotException? Failure);
