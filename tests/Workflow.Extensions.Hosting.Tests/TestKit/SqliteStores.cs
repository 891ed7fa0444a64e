using System.Data.Common;
using Microsoft.Data.Sqlite;
using Workflow.Persistence;
using Workflow.Persistence.Sql;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.TestKit;

/// <summary>Stores in one SQLite file.</summary>
internal sealed class SqliteStores : DatabaseStores
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("workflow-hosting-");
    private readonly List<SqlInstanceStore> _stores = [];

    /// <summary>The path of the file.</summary>
    public string File => Path.Combine(_folder.FullName, "workflows.db");

    internal override DbConnection CreateConnection() => new SqliteConnection($"Data Source={File}");

    internal override async Task<InstanceStore> CreateAsync(VirtualTimeProvider time)
    {
        SqlInstanceStore store = SqlInstanceStore.OpenSqlite(
            File, new SqlInstanceStoreOptions { TimeProvider = time, CompletionAction = InstanceCompletionAction.DeleteNothing });
        _stores.Add(store);
        await store.EnsureSchemaAsync(CancellationToken.None);
        return store;
    }

    public override async Task DisposeAsync()
    {
        foreach (SqlInstanceStore store in _stores)
        {
            await store.DisposeAsync();
        }

        _folder.Delete(recursive: true);
    }
}
