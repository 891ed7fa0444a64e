using System.Data.Common;
using Microsoft.Data.Sqlite;

namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A class fixture with a folder for the SQLite files of one test class. SQLite is available on every machine.</summary>
public sealed class SqliteTestDatabase : TestDatabase
{
    private TemporaryFolder? _folder;

    /// <summary>The file of <see cref="TestDatabase.DataSource"/>.</summary>
    public string File { get; private set; } = string.Empty;

    /// <summary>Returns the name of another file, which does not exist yet. The file is removed with the folder.</summary>
    public string NewFile() => Path.Combine(_folder!.Name, Path.GetRandomFileName() + ".db");

    public override DbDataSource NewDataSource() =>
        SqliteFactory.Instance.CreateDataSource(new SqliteConnectionStringBuilder { DataSource = File }.ConnectionString);

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

        // The pool keeps files open, and some systems cannot delete an open file.
        SqliteConnection.ClearAllPools();
        _folder?.Dispose();
    }
}
