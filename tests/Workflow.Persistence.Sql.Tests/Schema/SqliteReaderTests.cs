using System.Data.Common;
using Microsoft.Data.Sqlite;
using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Schema;

/// <summary>Tests of a reader that opens the file in read-only mode.</summary>
public sealed class SqliteReaderTests
{
    private const int ReadOnly = 8;

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Reader_SeesViewsAndCannotWrite(bool isStoreOpen)
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync();
        InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions { Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(owner, Save(id), CancellationToken.None);
        if (!isStoreOpen)
        {
            await store.DisposeAsync();
        }

        await using SqliteConnection reader = new(
            new SqliteConnectionStringBuilder { DataSource = file.Name, Mode = SqliteOpenMode.ReadOnly, Pooling = false }.ConnectionString);
        await reader.OpenAsync();
        foreach (string view in new[] { "instances", "active_bookmarks", "promoted_properties", "definitions" })
        {
            await ReadAsync(reader, $"SELECT count(*) FROM workflow_{view}");
        }

        Assert.Equal(id.ToString(), await ReadAsync(reader, "SELECT instance_id FROM workflow_instances"));
        Assert.Equal(ReadOnly, (await Assert.ThrowsAsync<SqliteException>(() => ReadAsync(reader, "DELETE FROM workflow_instance"))).SqliteErrorCode);
        if (isStoreOpen)
        {
            // A reader sees the data that was committed before its transaction began, and does not block writers.
            await using DbTransaction transaction = await reader.BeginTransactionAsync(System.Data.IsolationLevel.ReadUncommitted);
            await ReadAsync(reader, "SELECT count(*) FROM workflow_instances");
            await store.SaveAsync(owner, Save(Guid.NewGuid()), CancellationToken.None);
            Assert.Equal(1L, await ReadAsync(reader, "SELECT count(*) FROM workflow_instances"));
            await transaction.CommitAsync();
            Assert.Equal(2L, await ReadAsync(reader, "SELECT count(*) FROM workflow_instances"));
        }
    }

    private static InstanceSave Save(Guid id) => new() { InstanceId = id, Status = InstanceStatus.Idle, State = new byte[] { 1 } };

    private static async Task<object?> ReadAsync(SqliteConnection connection, string text)
    {
        await using SqliteCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The test itself defines the text.
        command.CommandText = text;
#pragma warning restore CA2100
        return await command.ExecuteScalarAsync();
    }
}
