using System.Data.Common;
using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;
using Workflow.Statements;
using Scope = Workflow.Statements.TransactionScope;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>Tests of messages that arrive while a transaction of their instance reads an older snapshot.</summary>
public sealed class PostgreSqlScopeMessageTests(PostgreSqlTestDatabase database) : IAsyncLifetime, IClassFixture<PostgreSqlTestDatabase>
{
    private static readonly TimeSpan Limit = HangGuard.Limit;

    private readonly PostgreSqlStore _tested = new(database);
    private SqlInstanceStore _store = null!;

    public async Task InitializeAsync()
    {
        await _tested.InitializeAsync();
        await _tested.RunAsync("CREATE TABLE workflow.app_row (text VARCHAR(50) NOT NULL)");
        _store = _tested.Create(new SqlInstanceStoreOptions());
    }

    public Task DisposeAsync() => _tested.DisposeAsync();

    [Theory]
    [InlineData(IsolationLevel.Serializable)]
    [InlineData(IsolationLevel.RepeatableRead)]
    [InlineData(IsolationLevel.ReadCommitted)]
    public async Task Scope_MessageArrives_CommitsAndDeliversMessage(IsolationLevel level)
    {
        Guid id = Guid.Empty;
        ReadAndSend read = new(async connection =>
        {
            await RunOnAsync(connection, $"INSERT INTO {_tested.Schema}.app_row SELECT count(*)::text FROM {_tested.Schema}.app_row");
            await SendOutsideAsync(id, "go");
            await SendOutsideAsync(id, "other");
        });
        Activity root = new Sequence { Activities = { new Persist(), new Scope { IsolationLevel = level, Body = read }, new Wait("go") } };
        WorkflowApplication application = new(root) { InstanceStore = _store, PersistableIdle = _ => PersistableIdleAction.Unload };
        id = application.Id;
        TaskCompletionSource unloaded = new(TaskCreationOptions.RunContinuationsAsynchronously);
        application.Unloaded = _ => unloaded.TrySetResult();
        application.Run();
        await Task.WhenAny(unloaded.Task, application.Completion).WaitAsync(Limit);
        await unloaded.Task.WaitAsync(Limit);
        Assert.Equal(1L, await _tested.ReadValueAsync("SELECT count(*) FROM workflow.app_row"));
        Assert.Equal(2, await _tested.ReadValueAsync("SELECT messages FROM workflow.instances"));

        // One of the two messages is for the bookmark at which the instance waits, so the instance is runnable.
        WorkflowApplication next = new(root) { InstanceStore = _store };
        await next.LoadRunnableAsync(CancellationToken.None).WaitAsync(Limit);
        await next.UnloadAsync().WaitAsync(Limit);
    }

    [Fact]
    public async Task SaveAsync_UnseenMessage_AbortsWithContention()
    {
        InstanceOwner owner = await _store.CreateOwnerAsync(
            new InstanceOwnerOptions { Name = "host", Filter = WorkflowIdentityFilter.Any },
            CancellationToken.None);
        Guid id = Guid.NewGuid();
        long version = await _store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, State = new byte[] { 1 } },
            CancellationToken.None);
        TransactionAbortedException aborted = await Assert.ThrowsAsync<TransactionAbortedException>(async () =>
        {
            using System.Transactions.TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled);
            DbConnection connection = await _store.GetTransactionConnectionAsync(CancellationToken.None);
            await RunOnAsync(connection, $"INSERT INTO {_tested.Schema}.app_row SELECT count(*)::text FROM {_tested.Schema}.app_row");
            await SendOutsideAsync(id, "go");
            await _store.SaveAsync(
                owner,
                new InstanceSave { InstanceId = id, LockVersion = version, Status = InstanceStatus.Idle, State = new byte[] { 2 }, Unlock = true },
                CancellationToken.None);
            scope.Complete();
        });
        Assert.True(_store.IsContention(aborted));
        await _store.UnlockAsync(owner, InstanceUnlock.Release(id, version), CancellationToken.None);
        Assert.NotNull(await _store.TryLoadRunnableAsync(owner, default, CancellationToken.None));
    }

    /// <summary>The transaction conflicts with a lost lock, not with the update of the row by a sender.</summary>
    [Fact]
    public async Task SaveAsync_LockLost_AbortsWithoutContention()
    {
        InstanceOwner owner = await _store.CreateOwnerAsync(
            new InstanceOwnerOptions { Name = "host", Filter = WorkflowIdentityFilter.Any },
            CancellationToken.None);
        Guid id = Guid.NewGuid();
        long version = await _store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, State = new byte[] { 1 } },
            CancellationToken.None);
        TransactionAbortedException aborted = await Assert.ThrowsAsync<TransactionAbortedException>(async () =>
        {
            using System.Transactions.TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled);
            DbConnection connection = await _store.GetTransactionConnectionAsync(CancellationToken.None);
            await RunOnAsync(connection, $"SELECT count(*) FROM {_tested.Schema}.app_row");
            await _store.SaveAsync(
                owner,
                new InstanceSave { InstanceId = id, LockVersion = version, Status = InstanceStatus.Idle, State = new byte[] { 2 } },
                CancellationToken.None);
            await _tested.RunAsync("UPDATE workflow.instance SET lock_version = lock_version + 1");
            scope.Complete();
        });
        Assert.IsType<InstanceLockLostException>(aborted.InnerException);
        Assert.False(_store.IsContention(aborted));
    }

    private static async Task RunOnAsync(DbConnection connection, string text)
    {
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The test itself defines the text.
        command.CommandText = text;
#pragma warning restore CA2100
        await command.ExecuteNonQueryAsync();
    }

    private Task SendOutsideAsync(Guid id, string bookmark)
    {
        using AsyncFlowControl flow = ExecutionContext.SuppressFlow();
        return Task.Run(() => _store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = bookmark }, CancellationToken.None));
    }

    private sealed class ReadAndSend(Func<DbConnection, Task> action) : AsyncCodeActivity
    {
        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
            await action(await context.GetExtension<TransactionConnections>()!.GetAsync(context, cancellationToken));
    }

    private sealed class Wait(string bookmark) : NativeActivity
    {
        protected override bool CanInduceIdle => true;

        protected override void Execute(NativeActivityContext context) => context.CreateBookmark(bookmark);
    }
}
