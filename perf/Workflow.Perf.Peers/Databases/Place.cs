using System.Data.Common;
using Microsoft.Data.Sqlite;
using Npgsql;

namespace Workflow.Perf.Peers.Databases;

/// <summary>An empty database for one system in one run.</summary>
/// <param name="Engine">The kind of database.</param>
/// <param name="Name">The name of the database on the server, or the path of the file.</param>
/// <param name="Server">The folder of the server's socket; empty if there is no server.</param>
internal sealed record Place(Engine Engine, string Name, string Server)
{
    /// <summary>The database user of the driver, whose statements are not counted.</summary>
    public const string Observer = "observer";

    /// <summary>The connection string of a system under test, with the defaults of the database client.</summary>
    public string ConnectionString => Engine == Engine.Sqlite ? $"Data Source={Name}" : Text("workflow", Name);

    /// <summary>Creates the table for the effects.</summary>
    public async Task PrepareAsync()
    {
        if (Engine == Engine.Sqlite)
        {
            // The file keeps the mode. Otherwise, the first system that writes would choose it.
            await ExecuteAsync("PRAGMA journal_mode=WAL");
        }

        await ExecuteAsync($"CREATE TABLE effect (instance {(Engine == Engine.Sqlite ? "text" : "uuid")} NOT NULL, step integer NOT NULL)");
    }

    /// <summary>Opens a connection of the driver, which is not part of the measurement.</summary>
    public async Task<DbConnection> ObserveAsync()
    {
        DbConnection connection = Engine == Engine.Sqlite ? new SqliteConnection(ConnectionString) : new NpgsqlConnection(Text(Observer, Name));
        await connection.OpenAsync();
        return connection;
    }

    /// <summary>Returns the size of the whole database in bytes.</summary>
    public async Task<long> SizeAsync()
    {
        if (Engine == Engine.PostgreSql)
        {
            return await ServerCounters.SizeAsync(this);
        }

        await ExecuteAsync("PRAGMA wal_checkpoint(TRUNCATE)");
        return new FileInfo(Name).Length;
    }

    /// <summary>Returns the result of a query of the driver for a number.</summary>
    public async Task<long> CountAsync(string query)
    {
        await using DbConnection connection = await ObserveAsync();
        return await CountAsync(connection, query);
    }

    /// <summary>Returns the result of a query for a number.</summary>
    public static async Task<long> CountAsync(DbConnection connection, string query)
    {
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The queries come from the systems under test.
        command.CommandText = query;
#pragma warning restore CA2100
        return Convert.ToInt64(await command.ExecuteScalarAsync(), null);
    }

    private async Task ExecuteAsync(string statement)
    {
        await using DbConnection connection = await ObserveAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The statements come from this class.
        command.CommandText = statement;
#pragma warning restore CA2100
        await command.ExecuteNonQueryAsync();
    }

    private string Text(string user, string database) =>
        new NpgsqlConnectionStringBuilder { Host = Server, Username = user, Database = database }.ConnectionString;
}
