using OrderApproval.Lines;

namespace OrderApproval.Decisions;

/// <summary>The format of a file of decisions: JSON Lines, one decision about each order at most.</summary>
internal static class DecisionFile
{
    private static readonly LineReader<OrderDecision> Reader = new("decision", "decisions", decision => decision.Order, _ => null);

    /// <exception cref="UsageException">The file cannot be read.</exception>
    public static Task<LineFile<OrderDecision>> ReadAsync(string path, CancellationToken cancellationToken) => Reader.ReadAsync(path, cancellationToken);
}
