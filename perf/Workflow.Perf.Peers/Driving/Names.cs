namespace Workflow.Perf.Peers.Driving;

/// <summary>The names of the figures in the tables.</summary>
internal static class Names
{
    public const string Rate = "instances/s";
    public const string Client = "client CPU ms";
    public const string Server = "server CPU ms";
    public const string Bytes = "KB";
    public const string Exceptions = "exceptions";
    /// <summary>
    /// The statements that the server ran, without the begin and the end of transactions; each reset of a connection that was returned to the pool counts as
    /// one.
    /// </summary>
    public const string Statements = "statements";
    public const string Boundaries = "BEGIN, COMMIT";
    public const string Resets = "connections rented";
    public const string Transactions = "transactions";
    public const string Flushes = "log flushes";
    public const string Waiting = "instances waiting";
    public const string Latency = "ms an instance";
    public const string Idle = "ms a message to an idle one";
    public const string Size = "bytes stored";
    public const string Late = "s late, median";
    public const string Latest = "s late, largest";
    public const string Silence = "s silent";
    public const string Recovered = "s until all continued";
    public const string Promised = "messages accepted";
    public const string Lost = "lost";
    public const string Doubled = "doubled";
}
