using System.Data.Common;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>Transactions of the application on PostgreSQL.</summary>
public static class PostgreSqlApplicationTransactionTests
{
    public sealed class Calls(PostgreSqlTestDatabase database)
        : ServerApplicationTransactionTests(() => On(database), database), IClassFixture<PostgreSqlTestDatabase>
    {
        /// <summary>The application repairs its transaction by a rollback to its own savepoint, and the store can use the transaction again.</summary>
        [Fact]
        public async Task RollbackToSavepoint_StatementFailed_KeepsStoreUsable()
        {
            SqlInstanceStore store = Database.Store();
            DbTransaction transaction = await BeginAsync();
            await using (SqlTransactionStore bound = store.UseTransaction(transaction))
            {
                InstanceOwner owner = await OwnerAsync(bound);
                await ExecuteAsync(transaction, "SAVEPOINT mine");
                await Assert.ThrowsAnyAsync<DbException>(() => ExecuteAsync(transaction, "INSERT INTO app_row VALUES (NULL)"));
                await Assert.ThrowsAsync<InstancePersistenceException>(() => bound.SaveAsync(owner, Save(Guid.NewGuid(), unlock: true), None));
                await ExecuteAsync(transaction, "ROLLBACK TO SAVEPOINT mine");
                await bound.SaveAsync(owner, Save(Guid.NewGuid(), unlock: true), None);
            }

            await transaction.CommitAsync();
            await AssertThereAsync(1, 1);
        }

        /// <summary>Another transaction locks the row. The call is canceled while it waits for the row, and its transaction stays usable.</summary>
        [Fact]
        public async Task LoadAsync_CanceledWhileWaiting_ChangesNothing()
        {
            SqlInstanceStore store = Database.Store();
            Guid id = await SavedAsync(store);
            DbTransaction other = await BeginAsync(), transaction = await BeginAsync();
            await ExecuteAsync(other, $"UPDATE {Database.SchemaName}.instance SET turn = turn");
            await using (SqlTransactionStore bound = store.UseTransaction(transaction))
            {
                InstanceOwner owner = await OwnerAsync(bound);
                using CancellationTokenSource cancel = new();
                Task<StoredInstance> load = bound.LoadAsync(owner, InstanceLoad.ById(id), cancel.Token);
                while ((long)(await Database.ReadAsync(
                    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"))[0][0]! == 0)
                {
                    Assert.False(load.IsCompleted);
                }

                await cancel.CancelAsync();
                await Assert.ThrowsAnyAsync<OperationCanceledException>(() => load);
                await bound.SaveAsync(owner, Save(Guid.NewGuid(), unlock: true), None);
            }

            await transaction.CommitAsync();
            await other.RollbackAsync();
            await AssertThereAsync(1, 2);
            Assert.Equal(1, await StateAsync(store, id));
        }
    }

    public sealed class Hosts(PostgreSqlTestDatabase database) : ApplicationHostTests(() => On(database)), IClassFixture<PostgreSqlTestDatabase>;
}
