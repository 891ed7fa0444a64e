using System.Globalization;
using Npgsql;

namespace Workflow.Perf.Peers.Databases;

/// <summary>Reads the work that a PostgreSQL server did for one database. Each method reads the current values.</summary>
internal static class ServerCounters
{
    /// <summary>The unit of the times in /proc, which is the same on all current Linux systems.</summary>
    private const double TicksPerSecond = 100;

    /// <summary>Returns the processor time of the server and all its processes, including those that have ended, in seconds.</summary>
    public static double ProcessorSeconds(Place place)
    {
        if (place.Engine != Engine.PostgreSql)
        {
            return 0;
        }

        string server = File.ReadLines(Path.Combine(place.Server, "postmaster.pid")).First().Trim();
        double ticks = 0;
        foreach (string folder in Directory.EnumerateDirectories("/proc").Where(static name => char.IsAsciiDigit(Path.GetFileName(name)[0])))
        {
            try
            {
                // The name of the program is in parentheses and may contain spaces. The state (0) and the parent (1) follow.
                string text = File.ReadAllText(Path.Combine(folder, "stat"));
                string[] fields = text[(text.LastIndexOf(')') + 2)..].Split(' ');
                bool isServer = Path.GetFileName(folder) == server;
                if (isServer || fields[1] == server)
                {
                    ticks += Ticks(fields, 11) + Ticks(fields, 12) + (isServer ? Ticks(fields, 13) + Ticks(fields, 14) : 0);
                }
            }
            catch (IOException)
            {
                // The process has ended. From now on, the times of the server for ended children contain its time.
            }
        }

        return ticks / TicksPerSecond;
    }

    /// <summary>Starts to count the statements of a database from zero.</summary>
    public static async Task ResetAsync(Place place)
    {
        await using NpgsqlConnection connection = await PostgreSqlServer.OpenAsync(place.Server);
        await using NpgsqlCommand command = new(
            "SELECT pg_stat_statements_reset(0, (SELECT oid FROM pg_database WHERE datname = $1), 0)",
            connection) { Parameters = { new() { Value = place.Name } } };
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>Returns the statements since the last reset, most frequent first, without those of the driver.</summary>
    public static async Task<IReadOnlyList<Statement>> StatementsAsync(Place place)
    {
        await using NpgsqlConnection connection = await PostgreSqlServer.OpenAsync(place.Server);
        await using NpgsqlCommand command = new(
            $"""
            SELECT s.query, sum(s.calls)::bigint, sum(s.total_exec_time) FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid JOIN pg_roles r ON r.oid = s.userid
            WHERE d.datname = $1 AND r.rolname <> '{Place.Observer}' GROUP BY s.query ORDER BY 2 DESC
            """,
            connection);
        command.Parameters.Add(new() { Value = place.Name });
        await using NpgsqlDataReader reader = await command.ExecuteReaderAsync();
        List<Statement> statements = [];
        while (await reader.ReadAsync())
        {
            statements.Add(new Statement(reader.GetString(0), reader.GetInt64(1), reader.GetDouble(2)));
        }

        return statements;
    }

    /// <summary>Returns the number of transactions of a database. A session reports its transactions at the latest when it ends.</summary>
    public static Task<long> TransactionsAsync(Place place) => CountAsync(place, "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = $1");

    /// <summary>Returns the number of flushes of the write-ahead log to disk, for all databases together.</summary>
    public static Task<long> FlushesAsync(Place place) => CountAsync(place, "SELECT wal_sync FROM pg_stat_wal WHERE $1 <> ''");

    public static Task<long> SizeAsync(Place place) => CountAsync(place, "SELECT pg_database_size($1)");

    private static async Task<long> CountAsync(Place place, string query)
    {
        await using NpgsqlConnection connection = await PostgreSqlServer.OpenAsync(place.Server);
#pragma warning disable CA2100 // The queries come from this class.
        await using NpgsqlCommand command = new(query, connection) { Parameters = { new() { Value = place.Name } } };
#pragma warning restore CA2100
        return (long)(await command.ExecuteScalarAsync())!;
    }

    private static long Ticks(string[] fields, int index) => long.Parse(fields[index], CultureInfo.InvariantCulture);
}
