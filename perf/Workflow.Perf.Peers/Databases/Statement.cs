namespace Workflow.Perf.Peers.Databases;

/// <summary>A statement with the counters of the server.</summary>
/// <param name="Text">The text, with placeholders for its constants.</param>
/// <param name="Calls">The number of executions.</param>
/// <param name="Milliseconds">The total execution time.</param>
internal sealed record Statement(string Text, long Calls, double Milliseconds)
{
    private static readonly string[] Boundaries = ["BEGIN", "COMMIT", "ROLLBACK", "START TRANSACTION", "SAVEPOINT", "RELEASE", "END"];
    private static readonly string[] Resets = ["DISCARD", "CLOSE ALL", "UNLISTEN", "SET SESSION AUTHORIZATION", "RESET", "SELECT pg_advisory_unlock_all"];

    /// <summary>True if the statement begins or ends a transaction.</summary>
    public bool IsBoundary => Boundaries.Any(word => Text.StartsWith(word, StringComparison.OrdinalIgnoreCase));

    /// <summary>True if the database client sent the statement to reset a connection that was returned to the pool.</summary>
    public bool IsReset => Resets.Any(word => Text.StartsWith(word, StringComparison.OrdinalIgnoreCase));

    /// <summary>
    /// True for the one statement of a reset that is counted as the reset. The statements of a reset depend on whether the client prepares statements.
    /// </summary>
    public bool IsFirstOfReset => Text is "DISCARD ALL" or "CLOSE ALL";
}
