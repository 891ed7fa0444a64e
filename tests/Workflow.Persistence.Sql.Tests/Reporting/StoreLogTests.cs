using System.Reflection;
using System.Transactions;
using System.Xml.Linq;
using Microsoft.Extensions.Logging;
using Workflow.Persistence.Sql.Tests.Documents;
using Workflow.Persistence.Sql.Tests.Engines;

namespace Workflow.Persistence.Sql.Tests.Reporting;

/// <summary>Tests of the log messages of a store on SQLite.</summary>
public sealed class StoreLogTests
{
    private static readonly InstanceOwnerOptions Any = new() { Name = "host 1", Filter = WorkflowIdentityFilter.Any };

    private readonly RecordingLogger _log = new();

    private static CancellationToken None => CancellationToken.None;

    [Fact]
    public async Task EnsureSchemaAsync_NewFile_LogsOnce()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(Options());
        await store.EnsureSchemaAsync(None);
        LoggedEvent created = Assert.Single(_log.Events);
        Assert.Equal((1, "SchemaCreated", LogLevel.Information), (created.Id.Id, created.Id.Name!, created.Level));
        Assert.Equal($"The schema 'workflow' of the database 'main' on '{file.Name}' was created with version 1.", created.Message);
    }

    [Fact]
    public async Task SaveAsync_FileLocked_LogsRepetitions()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(Options(maxRetries: 1));
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        using (file.Lock())
        {
            await Assert.ThrowsAsync<InstancePersistenceException>(() => store.SaveAsync(owner, Idle(Guid.NewGuid()), None));
        }

        LoggedEvent repeated = Assert.Single(_log.Of(3));
        Assert.Equal(LogLevel.Warning, repeated.Level);
        Assert.Contains("is repeated, 1 of 1:", repeated.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task SaveAsync_UnusedPromotedName_LogsOnceAtCompletion()
    {
        await using SqliteFile file = new();
        SqlInstanceStoreOptions options = Options();
        options.Promotions["Order"] = new() { Texts = { "Customer", "Custmer", "City", "Result" } };
        SqlInstanceStore store = await file.StoreAsync(options);
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        for (int i = 0; i < 2; i++)
        {
            Guid id = Guid.NewGuid();
            InstanceSave first = new()
            {
                InstanceId = id,
                State = new byte[1],
                Status = InstanceStatus.Idle,
                WriteOnlyValues = Values("Customer"),
                InitialValues = Values("City")
            };
            long version = await store.SaveAsync(owner, first, None);
            Assert.Equal(i, _log.Of(9).Length);
            await store.SaveAsync(
                owner,
                new InstanceSave
                {
                    InstanceId = id,
                    LockVersion = version,
                    Status = InstanceStatus.Closed,
                    Complete = true,
                    WriteOnlyValues = Values("Result")
                },
                None);
        }

        LoggedEvent unseen = Assert.Single(_log.Of(9));
        Assert.StartsWith(
            $"No value with the name 'Custmer' of the promotion 'Order' was saved in the database 'main' on '{file.Name}' ",
            unseen.Message,
            StringComparison.Ordinal);

        static Dictionary<XName, object?> Values(string name) => new() { [name] = "x" };
    }

    [Fact]
    public async Task RenewOwnerAsync_LeaseExpired_LogsOwnerAndLocks()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(Options());
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        Guid id = Guid.NewGuid();
        long version = await store.SaveAsync(owner, Idle(id), None);
        file.Run("UPDATE workflow_owner SET lease_until = 1");
        await Assert.ThrowsAsync<InstanceOwnerException>(() => store.RenewOwnerAsync(owner, None));
        await Assert.ThrowsAsync<InstanceOwnerException>(() => store.UnlockAsync(owner, InstanceUnlock.Release(id, version), None));

        Assert.Equal(
            $"The owner 'host 1' ({owner.Id}) of the database 'main' on '{file.Name}' was deleted or its lease has expired, so other owners take its instances.",
            Assert.Single(_log.Of(5)).Message);
        Assert.StartsWith($"The instance '{id}' in the database 'main' ", Assert.Single(_log.Of(6)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Commit_LockLost_LogsLock()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(Options());
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        Guid id = Guid.NewGuid();
        long version = await store.SaveAsync(owner, Idle(id), None);
        TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled);
        await store.SaveAsync(owner, Idle(id, version), None);
        file.Run("UPDATE workflow_instance SET lock_version = lock_version + 1");
        scope.Complete();
        Assert.ThrowsAny<Exception>(scope.Dispose);
        Assert.Contains($"no longer holds the lock {version}.", Assert.Single(_log.Of(6)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task LoadAsync_RowDamaged_LogsNoContent()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(Options());
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        Guid id = Guid.NewGuid();
        await store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = id, Status = InstanceStatus.Executing, State = "the secret of a customer"u8.ToArray(), Unlock = true },
            None);
        file.Run("UPDATE workflow_instance SET encoding = 'the secret of a customer'");
        await Assert.ThrowsAsync<SnapshotException>(() => store.LoadAsync(owner, InstanceLoad.ById(id), None));
        Assert.Null(await store.TryLoadRunnableAsync(owner, default, None));
        file.Run("UPDATE workflow_instance SET encoding = 0, state_check = 0");
        await Assert.ThrowsAsync<SnapshotException>(() => store.LoadAsync(owner, InstanceLoad.ById(id), None));

        LoggedEvent[] damaged = _log.Of(7);
        Assert.Equal(3, damaged.Length);
        Assert.All(damaged, logged => Assert.Contains($"{id}", logged.Message, StringComparison.Ordinal));
        Assert.All(_log.Events, logged => Assert.DoesNotContain("secret", logged.Message + logged.Values, StringComparison.Ordinal));
    }

    [Fact]
    public async Task PurgeAsync_CompletedInstances_LogsCount()
    {
        await using SqliteFile file = new();
        SqlInstanceStoreOptions options = Options();
        options.CompletionAction = InstanceCompletionAction.DeleteNothing;
        SqlInstanceStore store = await file.StoreAsync(options);
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        for (int i = 0; i < 3; i++)
        {
            await store.SaveAsync(
                owner,
                new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Closed, Complete = true, Unlock = true },
                None);
        }

        await store.PurgeAsync(TimeSpan.Zero, None);
        await store.PurgeAsync(TimeSpan.Zero, None);
        Assert.EndsWith(": 3.", Assert.Single(_log.Of(8)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Logger_Throws_ChangesNothing()
    {
        await using SqliteFile file = new();
        SqlInstanceStore store = await file.StoreAsync(new SqlInstanceStoreOptions { Logger = new FailingLogger() });
        InstanceOwner owner = await store.CreateOwnerAsync(Any, None);
        await store.SaveAsync(owner, Idle(Guid.NewGuid()), None);
        await Assert.ThrowsAsync<InstanceLockLostException>(() => store.SaveAsync(owner, Idle(Guid.NewGuid(), 5), None));
    }

    [Fact]
    public void Events_AreDocumented()
    {
        string page = PersistenceSqlTests.Document("docs/host/observability.md");
        LoggerMessageAttribute[] messages =
        [
            .. typeof(StoreLog).GetMethods(BindingFlags.Public | BindingFlags.Static).Select(method => method.GetCustomAttribute<LoggerMessageAttribute>()!)
        ];
        Assert.Equal(Enumerable.Range(1, messages.Length), messages.Select(message => message.EventId).Order());
        Assert.All(messages, message => Assert.Contains($"| {message.EventId} | `{message.EventName}` | {message.Level} |", page, StringComparison.Ordinal));
    }

    private static InstanceSave Idle(Guid id, long version = 0) =>
        new() { InstanceId = id, LockVersion = version, Status = InstanceStatus.Idle, State = new byte[10] };

    private SqlInstanceStoreOptions Options(int maxRetries = 4) => new()
    {
        Logger = _log,
        MaxRetryAttempts = maxRetries,
        RetryDelay = TimeSpan.Zero,
        CommandTimeout = TimeSpan.FromSeconds(1),
    };

    private sealed class FailingLogger : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => throw new InvalidOperationException("The logger fails.");

        public bool IsEnabled(LogLevel logLevel) => throw new InvalidOperationException("The logger fails.");

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter) =>
            throw new InvalidOperationException("The logger fails.");
    }
}
