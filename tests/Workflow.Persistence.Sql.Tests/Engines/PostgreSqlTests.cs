using System.Data.Common;
using Npgsql;
using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Engines;

/// <summary>On PostgreSQL.</summary>
public sealed class PostgreSqlTests(PostgreSqlTestDatabase database) : ServerEngineTests(new PostgreSqlStore(database), database), IClassFixture<PostgreSqlTestDatabase>
{
    protected override string RowText => "i::text";

    protected override string IdentityColumn => "identity";

    /// <summary>Regressions 2, 3 and 26.</summary>
    [Fact]
    public async Task Saves_ThatComeTogether_AreAllWritten_AndABadOneFailsAlone()
    {
        SqlInstanceStore store = Tested.Create(new SqlInstanceStoreOptions());
        InstanceOwner owner = await OwnerAsync(store);
        Task<long>[] saves = [.. Enumerable.Range(0, 300).Select(number => store.SaveAsync(owner, Waiting(Guid.NewGuid(), number == 150 ? "a\0b" : "a"), None))];
        InstancePersistenceException refused = await Assert.ThrowsAsync<InstancePersistenceException>(() => saves[150]);
        Assert.Contains("U+0000", refused.Message, StringComparison.Ordinal);
        saves[150] = Task.FromResult(1L);
        await Task.WhenAll(saves);
        Assert.Equal(299L, await Tested.ReadValueAsync("SELECT count(*) FROM workflow.active_bookmarks"));
    }

    protected override DbDataSource SourceWithoutServer(string password) => NpgsqlDataSource.Create($"Host=127.0.0.1;Port=1;Username=u;Password={password};Database=d");

    protected override async Task AssertNoDeadlockAsync() =>
        Assert.Equal(0L, await Tested.ReadValueAsync("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"));
}
