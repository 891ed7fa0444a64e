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
internal sealed class ServerStores(TestDatabase database) : DatabaseStores
{
    private static int _schemas;

    private readonly string _schema = $"host{Interlocked.Increment(ref _schemas)}";
    private readonly List<SqlInstanceStore> _stores = [];

    internal override DbConnection CreateConnection() => database.DataSource.CreateConnection();

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

    /// <summary>Advances the clock of the test. The clock of the server cannot be advanced, so the due times of instances come nearer.</summary>
    internal override async Task PassAsync(VirtualTimeProvider time, TimeSpan by)
    {
        string interval = FormattableString.Invariant($"interval '{by.TotalSeconds} seconds'");
        await RunAsync($"UPDATE {_schema}.instance SET due = due - {interval}, runnable_at = runnable_at - {interval} WHERE due IS NOT NULL");
        time.Advance(by);
    }

    /// <summary>Ends the leases of all owners.</summary>
    public Task EndLeasesAsync() => RunAsync($"UPDATE {_schema}.owner SET lease_until = {_schema}.store_time()");

    public override async Task DisposeAsync()
    {
        foreach (SqlInstanceStore store in _stores)
        {
            await store.DisposeAsync();
        }
    }

    private async Task RunAsync(string text)
    {
        await using DbConnection connection = await database.DataSource.OpenConnectionAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The text contains only the schema name and numbers of this class.
        command.CommandText = text;
#pragma warning restore CA2100
        await command.ExecuteNonQueryAsync();
    }
}
