using System.Data;
using System.Data.Common;
using Microsoft.Data.Sqlite;
using Workflow.Persistence.Sql.Tests.Engines;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>Additional tests on servers: isolation levels, broken connections, and drivers that refuse a second command.</summary>
public abstract class ServerApplicationTransactionTests : ApplicationTransactionTests
{
    private readonly ServerTestDatabase _database;
    private readonly Guid _id = Guid.NewGuid();

    private protected ServerApplicationTransactionTests(Func<ApplicationDatabase> create, ServerTestDatabase database)
        : base(create) => _database = database;

    /// <summary>At some levels, the transaction reads a snapshot from its start. The definition of the saved instance is stored after the start.</summary>
    [Theory]
    [InlineData(IsolationLevel.ReadCommitted)]
    [InlineData(IsolationLevel.RepeatableRead)]
    [InlineData(IsolationLevel.Serializable)]
    public async Task Calls_AnyIsolationLevel_Succeed(IsolationLevel level)
    {
        SqlInstanceStore store = Database.Store();
        Guid loaded = await SavedAsync(store);
        DbTransaction transaction = await BeginAsync(level);
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            InstanceOwner owner = await OwnerAsync(bound);
            WorkflowIdentity identity = new("Later", new Version(1, 0), null);
            await bound.SaveAsync(
                owner,
                new InstanceSave { InstanceId = _id, Status = InstanceStatus.Idle, State = new byte[] { 1 }, DefinitionIdentity = identity, Unlock = true },
                None);
            StoredInstance stored = await bound.LoadAsync(owner, InstanceLoad.ById(loaded), None);
            await bound.SaveAsync(owner, Save(loaded, stored.LockVersion, 2, unlock: true), None);
        }

        await transaction.CommitAsync();
        await AssertThereAsync(1, 2);
        Assert.Equal(2, await StateAsync(store, loaded));
    }

    [Fact]
    public async Task SaveAsync_ConnectionBreaks_EndsTransaction()
    {
        SqlInstanceStore store = Database.Store();
        Guid saved = await SavedAsync(store);
        DbTransaction transaction = await BeginAsync();
        SqlTransactionStore bound = store.UseTransaction(transaction);
        InstanceOwner owner = await OwnerAsync(bound);
        await bound.SaveAsync(owner, Save(_id), None);
        await bound.LoadAsync(owner, InstanceLoad.ById(saved), None);
        await _database.CutAsync(transaction.Connection!, transaction);
        await Assert.ThrowsAsync<InstancePersistenceException>(() => bound.SaveAsync(owner, Save(_id, 1, 2), None));
        await Assert.ThrowsAsync<InstanceLockLostException>(() => bound.SaveAsync(owner, Save(_id, 1, 2), None));
        await bound.DisposeAsync();
        await AssertThereAsync(0, 1);
        Assert.Equal(1, await StateAsync(store, saved));
    }

    /// <summary>
    /// A statement of the application has failed, so that the transaction can only be rolled back. The store cannot save in it, and the rollback leaves
    /// nothing.
    /// </summary>
    [Fact]
    public async Task SaveAsync_TransactionFailed_Throws()
    {
        SqlInstanceStore store = Database.Store();
        DbTransaction transaction = await BeginAsync();
        SqlTransactionStore bound = store.UseTransaction(transaction);
        InstanceOwner owner = await OwnerAsync(bound);
        await bound.SaveAsync(owner, Save(_id), None);
        await Assert.ThrowsAnyAsync<DbException>(() => ExecuteAsync(transaction, "SET XACT_ABORT ON; INSERT INTO app_row VALUES (NULL)"));
        await Assert.ThrowsAnyAsync<InstancePersistenceException>(() => bound.SaveAsync(owner, Save(_id, 1, 2), None));
        await bound.DisposeAsync();
        await Record.ExceptionAsync(() => transaction.RollbackAsync());
        await AssertThereAsync(0, 0);
    }

    [Fact]
    public async Task SaveAsync_ReaderOpen_Throws()
    {
        SqlInstanceStore store = Database.Store();
        DbTransaction transaction = await BeginAsync();
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            InstanceOwner owner = await OwnerAsync(bound);
            await using (DbCommand command = transaction.Connection!.CreateCommand())
            {
                command.Transaction = transaction;
                command.CommandText = "SELECT id FROM app_row UNION ALL SELECT id FROM app_row";
                await using DbDataReader reader = await command.ExecuteReaderAsync();
                InstancePersistenceException failure = await Assert.ThrowsAsync<InstancePersistenceException>(() => bound.SaveAsync(owner, Save(_id), None));
                Assert.Contains("close readers", failure.Message, StringComparison.Ordinal);
            }

            await bound.SaveAsync(owner, Save(_id, unlock: true), None);
        }

        await transaction.CommitAsync();
        await AssertThereAsync(1, 1);
    }

    /// <summary>Other connections do not see an instance that was saved in an open transaction, and hosts that look for runnable instances skip it.</summary>
    [Fact]
    public async Task Transaction_Uncommitted_HidesInstances()
    {
        SqlInstanceStore store = Database.Store();
        InstanceOwner host = await OwnerAsync(store);
        DbTransaction transaction = await BeginAsync();
        await using (SqlTransactionStore bound = store.UseTransaction(transaction))
        {
            await bound.SaveAsync(
                await OwnerAsync(bound),
                new InstanceSave { InstanceId = _id, Status = InstanceStatus.Executing, State = new byte[] { 1 }, Unlock = true },
                None);
            Assert.Null(await store.TryLoadRunnableAsync(host, default, None));
            await Assert.ThrowsAsync<InstanceNotReadyException>(() => store.LoadAsync(host, InstanceLoad.ById(_id), None));
            await SavedAsync(store);
        }

        await transaction.CommitAsync();
        Assert.Equal(_id, (await store.TryLoadRunnableAsync(host, default, None))?.InstanceId);
    }

    [Fact]
    public async Task UseTransaction_OtherDriver_Throws()
    {
        await using SqliteFile file = new();
        await using SqliteConnection connection = new(file.ConnectionString);
        await connection.OpenAsync();
        await using DbTransaction transaction = await connection.BeginTransactionAsync();
        ArgumentException failure = Assert.Throws<ArgumentException>(() => Database.Store().UseTransaction(transaction));
        Assert.Contains(nameof(SqliteConnection), failure.Message, StringComparison.Ordinal);
        DbTransaction other = await BeginAsync();
        Assert.Throws<ArgumentException>(() => file.WithoutSchema().UseTransaction(other));
    }
}
