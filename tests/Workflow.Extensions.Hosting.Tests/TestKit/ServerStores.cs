using System.Data.Common;
using Workflow.Persistence;
using Workflow.Persistence.Sql;
using Workflow.Persistence.Sql.Tests.Servers;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.TestKit;

/// <summary>
/// Stores in one database on a server, one for each simulated process, with a separate schema for each object of this class.
/// Leases follow the clock of the server, so they are long, and tests end them explicitly.
/// </summary>
internal sealed class ServerStores(TestDatabase database) : TestStores
{
    private static int _schemas;

    private readonly string _schema = $"host{Interlocked.Increment(ref _schemas)}";
    private readonly List<SqlInstanceStore> _stores = [];

    internal override async Task<InstanceStore> CreateAsync(VirtualTimeProvider time)
    {
        SqlInstanceStore store = new(
            database.DataSource,
            new SqlInstanceStoreOptions
            {
                SchemaName = _schema,
                TimeProvider = time,
                CompletionAction = InstanceCompletionAction.DeleteNothing,
                LeaseRenewalPeriod = TimeSpan.FromDays(1),
            });
        _stores.Add(store);
        await store.EnsureSchemaAsync(CancellationToken.None);
        return store;
    }

    /// <summary>Ends the leases of all owners.</summary>
    public async Task EndLeasesAsync()
    {
        await using DbConnection connection = await database.DataSource.OpenConnectionAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The text contains only a schema name of this class.
        command.CommandText = $"UPDATE {_schema}.owner SET lease_until = {_schema}.store_time()";
#pragma warning restore CA2100
        await command.ExecuteNonQueryAsync();
    }

    public override async Task DisposeAsync()
    {
        foreach (SqlInstanceStore store in _stores)
        {
            await store.DisposeAsync();
        }
    }
}
