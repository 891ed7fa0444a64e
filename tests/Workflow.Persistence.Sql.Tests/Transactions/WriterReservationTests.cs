using System.Data.Common;
using System.Transactions;
using Microsoft.Data.Sqlite;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Engines;
using Workflow.Testing;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>Tests of a transaction that locks the file exclusively, because the application writes in it.</summary>
public sealed class WriterReservationTests : IAsyncLifetime
{
    private static readonly TimeSpan Limit = HangGuard.Limit;

    private readonly SqliteFile _file = new();
    private readonly VirtualTimeProvider _time = new();
    private SqlInstanceStore _store = null!;
    private InstanceOwner _owner = null!;

    public async Task InitializeAsync()
    {
        _store = await _file.StoreAsync(new SqlInstanceStoreOptions { TimeProvider = _time });
        _owner = await OwnerAsync();
        _file.Run("CREATE TABLE app_row (text TEXT NOT NULL)");
    }

    public Task DisposeAsync() => _file.DisposeAsync().AsTask();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task RenewOwnerAsync_FileHeld_KeepsOwner(bool commits)
    {
        using (TransactionScope scope = new(TransactionScopeOption.Required, TimeSpan.Zero, TransactionScopeAsyncFlowOption.Enabled))
        {
            await WriteAsync();
            for (int i = 0; i < 4; i++)
            {
                _time.Advance(TimeSpan.FromSeconds(50));
                await OutsideAsync(() => _store.RenewOwnerAsync(_owner, CancellationToken.None)).WaitAsync(Limit);
            }

            if (commits)
            {
                scope.Complete();
            }
        }

        // The first call of another process deletes the owners whose leases have expired.
        SqlInstanceStore other = await _file.StoreAsync(new SqlInstanceStoreOptions { TimeProvider = _time });
        await other.CreateOwnerAsync(new InstanceOwnerOptions { Name = "other", Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);
        await _store.RenewOwnerAsync(_owner, CancellationToken.None);
        Assert.Equal(commits ? 1L : 0L, _file.ReadValue("SELECT count(*) FROM app_row"));
    }

    [Fact]
    public async Task RenewOwnerAsync_FileHeldAndOwnerLost_Throws()
    {
        _time.Advance(TimeSpan.FromSeconds(61));
        using TransactionScope scope = new(TransactionScopeOption.Required, TimeSpan.Zero, TransactionScopeAsyncFlowOption.Enabled);
        await WriteAsync();
        await Assert.ThrowsAsync<InstanceOwnerException>(() => OutsideAsync(() => _store.RenewOwnerAsync(_owner, CancellationToken.None)).WaitAsync(Limit));
    }

    /// <summary>The transaction may wait for the caller, through a helper in which the use of the transaction's connection is not known.</summary>
    [Fact]
    public async Task SendAsync_FileHeld_ThrowsAfterCommandTimeout()
    {
        using (TransactionScope scope = new(TransactionScopeOption.Required, TimeSpan.Zero, TransactionScopeAsyncFlowOption.Enabled))
        {
            await WriteAsync();
            Task send = OutsideAsync(() => _store.SendAsync(new InstanceMessage { InstanceId = Guid.NewGuid(), BookmarkName = "go" }, CancellationToken.None));
            Assert.False(send.IsCompleted);
            _time.Advance(TimeSpan.FromSeconds(31));
            InstancePersistenceException failure = await Assert.ThrowsAsync<InstancePersistenceException>(() => send.WaitAsync(Limit));
            Assert.Contains("is held by a transaction of this process", failure.Message, StringComparison.Ordinal);
        }

        await Assert.ThrowsAsync<InstanceNotReadyException>(
            () => _store.SendAsync(new InstanceMessage { InstanceId = Guid.NewGuid(), BookmarkName = "go" }, CancellationToken.None));
    }

    [Fact]
    public void IsContention_LockedFile_IsTrue()
    {
        Assert.True(_store.IsContention(new TransactionAbortedException("aborted", new AggregateException(new SqliteException("busy", 5)))));
        Assert.True(_store.IsContention(new SqliteException("locked", 6)));
        Assert.False(_store.IsContention(new SqliteException("constraint", 19)));
        Assert.False(_store.IsContention(new InvalidOperationException("other")));
    }

    private Task<InstanceOwner> OwnerAsync() =>
        _store.CreateOwnerAsync(new InstanceOwnerOptions { Name = "host", Filter = WorkflowIdentityFilter.Any }, CancellationToken.None);

    private async Task WriteAsync()
    {
        DbConnection connection = await _store.GetTransactionConnectionAsync(CancellationToken.None);
        await using DbCommand command = connection.CreateCommand();
        command.CommandText = "INSERT INTO app_row VALUES ('row')";
        await command.ExecuteNonQueryAsync();
    }

    /// <summary>Makes a call without the ambient transaction, as other code of the process does.</summary>
    private static Task OutsideAsync(Func<Task> call)
    {
        using AsyncFlowControl flow = ExecutionContext.SuppressFlow();
        Task<Task> running = Task.Run(() =>
        {
            Assert.Null(Transaction.Current);
            return Task.FromResult(call());
        });
#pragma warning disable RS0030, VSTHRD103, xUnit1031 // The call itself does not block, and the flow must be restored on this thread.
        return running.GetAwaiter().GetResult();
#pragma warning restore RS0030, VSTHRD103, xUnit1031
    }
}
