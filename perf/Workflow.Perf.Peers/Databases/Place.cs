using System.Data.Common;
using Microsoft.Data.Sqlite;
using Npgsql;

namespace Workflow.Perf.Peers.Databases;

/// <summary>An empty database for one system in one run.</summary>
/// <param name="Engine">The kind of database.</param>
/// <param name="Name">The name of the database on the server, or the file.</param>
/// <param name="Server">The folder of the server's socket; empty without a server.</param>
internal sealed record Place(Engine Engine, string Name, string Server)
{
    /// <summary>The account whose statements are not counted.</summary>
    public const string Observer = "observer";

    /// <summary>What a system under test connects with, with the defaults of the driver.</summary>
    public string ConnectionString => Engine == Engine.Sqlite ? $"Data Source={Name}" : Text("workflow", Name);

    /// <summary>Makes the table for the effects.</summary>
    public async Task PrepareAsync()
    {
        if (Engine == Engine.Sqlite)
        {
            // The mode stays with the file. Without it, the first system that writes would choose it.
            await ExecuteAsync("PRAGMA journal_mode=WAL");
        }

        await ExecuteAsync($"CREATE TABLE effect (instance {(Engine == Engine.Sqlite ? "text" : "uuid")} NOT NULL, step integer NOT NULL)");
    }

    /// <summary>A connection for the driver, which is not part of what is measured.</summary>
    public async Task<DbConnection> ObserveAsync()
    {
        DbConnection connection = Engine == Engine.Sqlite ? new SqliteConnection(ConnectionString) : new NpgsqlConnection(Text(Observer, Name));
        await connection.OpenAsync();
        return connection;
    }

    /// <summary>The bytes of the whole database.</summary>
    public async Task<long> SizeAsync()
    {
        if (Engine == Engine.PostgreSql)
        {
            return await ServerCounters.SizeAsync(this);
        }

        await ExecuteAsync("PRAGMA wal_checkpoint(TRUNCATE)");
        return new FileInfo(Name).Length;
    }

    /// <summary>The number that a query of the driver returns.</summary>
    public async Task<long> CountAsync(string query)
    {
        await using DbConnection connection = await ObserveAsync();
        return await CountAsync(connection, query);
    }

    /// <summary>The number that a query returns.</summary>
    public static async Task<long> CountAsync(DbConnection connection, string query)
    {
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The queries are those of the systems under test.
        command.CommandText = query;
#pragma warning restore CA2100
        return Convert.ToInt64(await command.ExecuteScalarAsync(), null);
    }

    private async Task ExecuteAsync(string statement)
    {
        await using DbConnection connection = await ObserveAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The statements are those of this class.
        command.CommandText = statement;
#pragma warning restore CA2100
        await command.ExecuteNonQueryAsync();
    }

    private string Text(string user, string database) =>
        new NpgsqlConnectionStringBuilder { Host = Server, Username = user, Database = database }.ConnectionString;
}
