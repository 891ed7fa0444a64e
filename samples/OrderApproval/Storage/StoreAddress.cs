using System.Data.Common;
using Microsoft.Data.SqlClient;
using Microsoft.Data.Sqlite;
using Npgsql;

namespace OrderApproval.Storage;

/// <summary>The database of '--store': the name of an SQLite file, or the connection string of a server.</summary>
/// <param name="Text">The text of the user. It may contain a password and is never printed.</param>
/// <param name="Engine">The kind of database.</param>
internal sealed record StoreAddress(string Text, StoreEngine Engine)
{
    /// <summary>The name of the file; null for a server.</summary>
    public string? File => Engine == StoreEngine.Sqlite ? Text : null;

    /// <summary>The store if '--store' is missing: a file next to the program.</summary>
    public static StoreAddress Default { get; } = new(Path.Combine(AppContext.BaseDirectory, "orders.db"), StoreEngine.Sqlite);

    /// <summary>
    /// Parses a text. A text with 'Host=' is a connection string of PostgreSQL, a text with 'Server=' or 'Data Source=' is one of SQL Server, and any other
    /// text is a file name.
    /// </summary>
    public static StoreAddress Parse(string text)
    {
        DbConnectionStringBuilder parsed = new();
        try
        {
            parsed.ConnectionString = text;
        }
        catch (ArgumentException)
        {
            return new StoreAddress(text, StoreEngine.Sqlite);
        }

        return new StoreAddress(text, EngineOf(parsed));
    }

    /// <exception cref="UsageException">The connection string is invalid.</exception>
    public DbDataSource CreateDataSource()
    {
        try
        {
            return Engine switch
            {
                StoreEngine.PostgreSql => NpgsqlDataSource.Create(Text),
                StoreEngine.SqlServer => SqlClientFactory.Instance.CreateDataSource(new SqlConnectionStringBuilder(Text).ConnectionString),
                _ => SqliteFactory.Instance.CreateDataSource(new SqliteConnectionStringBuilder { DataSource = Text, Pooling = false }.ConnectionString),
            };
        }
        catch (Exception invalid) when (invalid is ArgumentException or FormatException)
        {
            // The message of the driver may quote a part of the text.
            throw new UsageException($"The connection string of '--store' is not valid for {Engine}; check its names and values.");
        }
    }

    public override string ToString() => Engine.ToString();

    private static StoreEngine EngineOf(DbConnectionStringBuilder parsed)
    {
        bool isServer = parsed.ContainsKey("Server") || parsed.ContainsKey("Data Source");
        return parsed.ContainsKey("Host") ? StoreEngine.PostgreSql : isServer ? StoreEngine.SqlServer : StoreEngine.Sqlite;
    }
}
