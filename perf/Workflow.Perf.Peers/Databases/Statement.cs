namespace Workflow.Perf.Peers.Databases;

/// <summary>A statement as the server counts it.</summary>
/// <param name="Text">The text, with placeholders for its constants.</param>
/// <param name="Calls">How often it ran.</param>
/// <param name="Milliseconds">The time that it took in all.</param>
internal sealed record Statement(string Text, long Calls, double Milliseconds)
{
    private static readonly string[] Boundaries = ["BEGIN", "COMMIT", "ROLLBACK", "START TRANSACTION", "SAVEPOINT", "RELEASE", "END"];
    private static readonly string[] Resets = ["DISCARD", "CLOSE ALL", "UNLISTEN", "SET SESSION AUTHORIZATION", "RESET", "SELECT pg_advisory_unlock_all"];

    /// <summary>It begins or ends a transaction.</summary>
    public bool IsBoundary => Boundaries.Any(word => Text.StartsWith(word, StringComparison.OrdinalIgnoreCase));

    /// <summary>The driver sent it, to reset a connection that was returned.</summary>
    public bool IsReset => Resets.Any(word => Text.StartsWith(word, StringComparison.OrdinalIgnoreCase));

    /// <summary>The one of the statements of a reset that is counted as the reset. Which ones the driver sends depends on whether statements are prepared.</summary>
    public bool IsFirstOfReset => Text is "DISCARD ALL" or "CLOSE ALL";
}
