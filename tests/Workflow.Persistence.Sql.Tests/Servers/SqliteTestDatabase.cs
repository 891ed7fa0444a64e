using System.Data.Common;
using Microsoft.Data.Sqlite;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A folder for SQLite files that a test class has for itself, as its class fixture. Each machine has SQLite.</summary>
public sealed class SqliteTestDatabase : TestDatabase
{
    private TemporaryFolder? _folder;

    /// <summary>The file of <see cref="TestDatabase.DataSource"/>.</summary>
    public string File { get; private set; } = string.Empty;

    /// <summary>The name of another file, which does not exist yet. It is removed with the folder.</summary>
    public string NewFile() => Path.Combine(_folder!.Name, Path.GetRandomFileName() + ".db");

    public override DbDataSource NewDataSource() => SqliteFactory.Instance.CreateDataSource(new SqliteConnectionStringBuilder { DataSource = File }.ConnectionString);

    public override Task InitializeAsync()
    {
        _folder = TemporaryFolder.Create("workflow-test-sqlite");
        File = NewFile();
        Open(NewDataSource());
        return Task.CompletedTask;
    }

    public override async Task DisposeAsync()
    {
        await base.DisposeAsync();

        // The pool keeps files open, and some systems do not remove an open file.
        SqliteConnection.ClearAllPools();
        _folder?.Dispose();
    }
}
