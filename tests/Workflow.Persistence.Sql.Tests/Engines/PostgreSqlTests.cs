using System.Data.Common;
using Npgsql;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>Tests of the store on PostgreSQL.</summary>
public sealed class PostgreSqlTests(PostgreSqlTestDatabase database)
    : ServerEngineTests(new PostgreSqlStore(database), database), IClassFixture<PostgreSqlTestDatabase>
{
    protected override string RowText => "i::text";

    protected override string IdentityColumn => "identity";

    /// <summary>Regressions 2, 3 and 26: all concurrent saves are written, except a refused one, which fails alone.</summary>
    [Fact]
    public async Task SaveAsync_Concurrent_RefusedSaveFailsAlone()
    {
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Task<long>[] saves =
        [
            .. Enumerable.Range(0, 300).Select(number => store.SaveAsync(owner, Waiting(Guid.NewGuid(), number == 150 ? "a\0b" : "a"), None))
        ];
        SnapshotException refused = await Assert.ThrowsAsync<SnapshotException>(() => saves[150]);
        Assert.Contains("has a null character", refused.Message, StringComparison.Ordinal);
        saves[150] = Task.FromResult(1L);
        await Task.WhenAll(saves);
        Assert.Equal(299L, await Tested.ReadValueAsync("SELECT count(*) FROM workflow.active_bookmarks"));
    }

    /// <summary>
    /// A new store does not know any definition, so that each of its first loads reads the definitions. Each load must use its own connection for that:
    /// otherwise all loads would wait for a second connection, and none would release its first one.
    /// </summary>
    [Fact]
    public async Task LoadAsync_NewStoreWithSmallPool_AllComplete()
    {
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Guid[] ids = [.. Enumerable.Range(0, 16).Select(_ => Guid.NewGuid())];
        await Task.WhenAll(ids.Select(id => store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, Unlock = true }, None)));
        await using NpgsqlDataSource source = NpgsqlDataSource.Create(
            new NpgsqlConnectionStringBuilder(database.ConnectionString) { MaxPoolSize = 2 });
        SqlInstanceStore fresh = Tested.Create(new SqlInstanceStoreOptions(), source);
        InstanceOwner other = await OwnerAsync(fresh);
        StoredInstance[] loaded = await Task.WhenAll(ids.Select(id => fresh.LoadAsync(other, InstanceLoad.ById(id), None))).WaitAsync(HangGuard.Limit);
        Assert.Equal(ids, loaded.Select(instance => instance.InstanceId));
    }

    protected override DbDataSource SourceWithoutServer(string password) =>
        NpgsqlDataSource.Create($"Host=127.0.0.1;Port=1;Username=u;Password={password};Database=d");

    protected override async Task AssertNoDeadlockAsync() =>
        Assert.Equal(0L, await Tested.ReadValueAsync("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"));
}
