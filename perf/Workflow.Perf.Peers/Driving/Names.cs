namespace Workflow.Perf.Peers.Driving;

/// <summary>The names of the figures, as the tables have them.</summary>
internal static class Names
{
    public const string Rate = "instances/s";
    public const string Client = "client CPU ms";
    public const string Server = "server CPU ms";
    public const string Bytes = "KB";
    public const string Exceptions = "exceptions";
    /// <summary>Those that the server ran, without the begin and the end of transactions; each reset of a connection that was returned counts as one.</summary>
    public const string Statements = "statements";
    public const string Boundaries = "BEGIN, COMMIT";
    public const string Resets = "connections rented";
    public const string Transactions = "transactions";
    public const string Flushes = "log flushes";
}
