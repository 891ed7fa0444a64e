namespace Workflow.Persistence.Sql;

/// <summary>One line of a query's page: a summary, or what is wrong with its row.</summary>
/// <param name="Sid">The number of the row, from which the next page goes on.</param>
/// <param name="Summary">The summary; null: the row is damaged.</param>
/// <param name="Failure">The damage; null: there is none.</param>
internal sealed record SummaryRow(long Sid, InstanceSummary? Summary, SnapshotException? Failure);
