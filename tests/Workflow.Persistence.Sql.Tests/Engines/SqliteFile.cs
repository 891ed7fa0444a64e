using System.Data.Common;
using Microsoft.Data.Sqlite;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>The database file of one test, and the stores on the file. Disposing the object disposes the stores and deletes the file.</summary>
internal sealed class SqliteFile : IAsyncDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("workflow-sqlite-");
    private readonly List<SqlInstanceStore> _stores = [];

    public string Name => Path.Combine(_folder.FullName, "test.db");

    public string ConnectionString => new SqliteConnectionStringBuilder { DataSource = Name, Pooling = false }.ToString();

    public DbDataSource Source => SqliteFactory.Instance.CreateDataSource(ConnectionString);

    /// <summary>Creates a store on the file, and the schema of the store.</summary>
    public async Task<SqlInstanceStore> StoreAsync(SqlInstanceStoreOptions? options = null)
    {
        SqlInstanceStore store = WithoutSchema(options);
        await store.EnsureSchemaAsync(CancellationToken.None);
        return store;
    }

    public SqlInstanceStore WithoutSchema(SqlInstanceStoreOptions? options = null)
    {
        SqlInstanceStore store = new(Source, options ?? new SqlInstanceStoreOptions());
        _stores.Add(store);
        return store;
    }

    /// <summary>Runs a text on a separate connection. Returns the number of changed rows.</summary>
    public int Run(string text)
    {
        using SqliteConnection connection = new(ConnectionString);
        connection.Open();
        using SqliteCommand command = connection.CreateCommand();
        command.CommandText = text;
        return command.ExecuteNonQuery();
    }

    /// <summary>Blocks all other writers until the result is disposed.</summary>
    public IDisposable Lock()
    {
        SqliteConnection connection = new(ConnectionString);
        connection.Open();
        using SqliteCommand command = connection.CreateCommand();
        command.CommandText = "BEGIN IMMEDIATE";
        command.ExecuteNonQuery();
        return connection;
    }

    /// <summary>Runs a text on a separate connection, and returns the values of all rows.</summary>
    public List<object?[]> Read(string text)
    {
        using SqliteConnection connection = new(ConnectionString);
        connection.Open();
        using SqliteCommand command = connection.CreateCommand();
        command.CommandText = text;
        using SqliteDataReader reader = command.ExecuteReader();
        List<object?[]> rows = [];
        while (reader.Read())
        {
            object?[] row = new object?[reader.FieldCount];
            reader.GetValues(row!);
            rows.Add([.. row.Select(value => value is DBNull ? null : value)]);
        }

        return rows;
    }

    public object? ReadValue(string text) => Read(text) is [[var value, ..], ..] ? value : null;

    public async ValueTask DisposeAsync()
    {
        foreach (SqlInstanceStore store in _stores)
        {
            await store.DisposeAsync();
        }

        _folder.Delete(recursive: true);
    }
}
