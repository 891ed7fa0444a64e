using System.Data.Common;
using System.Security.Cryptography;
using Npgsql;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Failures;

/// <summary>Tests of a PostgreSQL server with a full disk, and of a read-only database.</summary>
public sealed class PostgreSqlDiskTests(RestartablePostgreSqlTestDatabase database) : IClassFixture<RestartablePostgreSqlTestDatabase>
{
    private const int Large = 20_000_000;

    private static CancellationToken None => CancellationToken.None;

    /// <summary>The tables are on a separate disk, which becomes full. Afterwards, a save that needs less space succeeds.</summary>
    [SmallDiskFact]
    public async Task SaveAsync_DiskFull_ThrowsAndKeepsStoreUsable()
    {
        using SmallDisk disk = new(megabytes: 16);
        disk.GiveToOwnerOf((string)(await ReadAsync("SHOW data_directory"))!);
        await ReadAsync($"CREATE TABLESPACE small_disk LOCATION '{disk.Name}'");
        await using NpgsqlDataSource source = NpgsqlDataSource.Create(
            new NpgsqlConnectionStringBuilder(database.ConnectionString) { Options = "-c default_tablespace=small_disk" });
        await using (SqlInstanceStore store = new(source, new SqlInstanceStoreOptions { SchemaName = "crowded", MaxRetryAttempts = 0 }))
        {
            await store.EnsureSchemaAsync(None);
            InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, None);
            Guid id = Guid.NewGuid();
            await store.SaveAsync(owner, Save(id, 0, 10), None);
            for (int i = 0; i < 2; i++)
            {
                InstancePersistenceException full = await Assert.ThrowsAsync<InstancePersistenceException>(
                    () => store.SaveAsync(owner, Save(id, 1, Large), None));
                Assert.StartsWith("The PostgreSQL database '", full.Message, StringComparison.Ordinal);
                Assert.Contains("schema 'crowded', cannot grow, because the disk is full", full.Message, StringComparison.Ordinal);
            }

            await store.SaveAsync(owner, Save(id, 1, 20, unlock: true), None);
            Assert.Equal(20, (await store.LoadAsync(owner, InstanceLoad.ById(id), None)).State.Length);
        }

        await ReadAsync("DROP SCHEMA crowded CASCADE");
        await ReadAsync("DROP TABLESPACE small_disk");
    }

    [Fact]
    public async Task CreateOwnerAsync_ReadOnlyDatabase_Throws()
    {
        await using (SqlInstanceStore writer = new(database.DataSource, new SqlInstanceStoreOptions { SchemaName = "kept" }))
        {
            await writer.EnsureSchemaAsync(None);
        }

        await using NpgsqlDataSource source = NpgsqlDataSource.Create(
            new NpgsqlConnectionStringBuilder(database.ConnectionString) { Options = "-c default_transaction_read_only=on" });
        await using SqlInstanceStore store = new(source, new SqlInstanceStoreOptions { SchemaName = "kept", MaxRetryAttempts = 0 });
        InstancePersistenceException refused = await Assert.ThrowsAsync<InstancePersistenceException>(
            () => store.CreateOwnerAsync(new InstanceOwnerOptions(), None));
        Assert.Contains("schema 'kept', cannot be written, because it is read-only", refused.Message, StringComparison.Ordinal);
    }

    private static InstanceSave Save(Guid id, long version, int size, bool unlock = false) =>
        new() { InstanceId = id, LockVersion = version, Status = InstanceStatus.Idle, State = RandomNumberGenerator.GetBytes(size), Unlock = unlock };

    private async Task<object?> ReadAsync(string text)
    {
        await using DbConnection connection = await database.DataSource.OpenConnectionAsync();
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The test itself defines the text.
        command.CommandText = text;
#pragma warning restore CA2100
        return await command.ExecuteScalarAsync();
    }
}
