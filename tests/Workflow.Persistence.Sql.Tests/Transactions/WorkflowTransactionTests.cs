using System.Collections.Concurrent;
using System.Data.Common;
using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Statements;
using Scope = Workflow.Statements.TransactionScope;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>Tests of workflows whose transaction scopes write rows of the application. The rows and the state commit together (rule 10.3.1).</summary>
public abstract class WorkflowTransactionTests : IAsyncLifetime
{
    private static readonly TimeSpan Limit = HangGuard.Limit;

    private readonly ConcurrentQueue<string> _log = [];
    private readonly ConcurrentQueue<DbConnection> _connections = [];
    private bool _fails = true;

    /// <summary>The number of instances that run scopes concurrently.</summary>
    protected virtual int Concurrent => 20;

    public virtual Task InitializeAsync() => RunAsync("CREATE TABLE app_row (text VARCHAR(50) NOT NULL)");

    public abstract Task DisposeAsync();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Scope_CrashAfterCommit_IsNotRepeated(bool savesBefore)
    {
        SqlInstanceStore store = await StoreAsync();
        Activity root = new Sequence { Activities = { savesBefore ? new Persist() : new Sequence(), Scope(), Crash() } };
        Guid id = await CrashAsync(store, root);
        Assert.Equal(1L, await CountAsync("app_row"));
        Assert.Equal(1L, await CountAsync(Instances));
        await LoadAsync(store, root, id);
        Assert.Equal(["write", "after", "after"], _log);
        Assert.Equal(1L, await CountAsync("app_row"));
        Assert.Equal(0L, await CountAsync(Instances));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Scope_SaveFails_WritesNoRow(bool aborts)
    {
        SqlInstanceStore store = await StoreAsync();
        Variable<object> stream = new("stream", _ => new MemoryStream());
        Scope scope = Scope();
        scope.AbortInstanceOnTransactionFailure = aborts;
        TryCatch root = new()
        {
            Variables = { stream },
            Try = scope,
            Catches = { new Catch<TransactionAbortedException> { Action = new ActivityAction<TransactionAbortedException> { Handler = new Sequence() } } },
            Finally = new Assign<object> { To = stream, Value = new InArgument<object>(_ => null!) },
        };
        WorkflowApplication application = new(root) { InstanceStore = store };
        application.Run();
        Exception? failure = await Record.ExceptionAsync(() => application.Completion.WaitAsync(Limit));
        Assert.Equal(aborts, failure is WorkflowApplicationAbortedException);
        Assert.Equal(0L, await CountAsync("app_row"));
        Assert.Equal(0L, await CountAsync(Instances));
    }

    /// <summary>Regression 25: if the database refuses the row of the application, the transaction leaves neither the row nor a save of the instance.</summary>
    [Fact]
    public async Task Scopes_SomeFail_CountEachEffectOnce()
    {
        SqlInstanceStore store = await StoreAsync();
        Variable<int> number = new("number");
        Scope scope = Scope(failsAt: 3);
        scope.AbortInstanceOnTransactionFailure = false;
        While root = new(context => number.Get(context) < 6)
        {
            Variables = { number },
            Body = new Sequence
            {
                Activities =
                {
                    new TryCatch { Try = scope, Catches = { new Catch<Exception>() } },
                    new Assign<int> { To = number, Value = new InArgument<int>(context => number.Get(context) + 1) },
                },
            },
        };
        WorkflowApplication application = new(root) { InstanceStore = store };
        application.Run();
        await application.Completion.WaitAsync(Limit);
        Assert.Equal(4L, await CountAsync("app_row"));
        Assert.Equal(0L, await CountAsync(Instances));
    }

    [Fact]
    public async Task Scopes_Concurrent_CommitEachRow()
    {
        SqlInstanceStore store = await StoreAsync();
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, null, WorkflowIdentityFilter.Any, CancellationToken.None);
        await Task.WhenAll(Enumerable.Range(0, Concurrent).Select(_ => Task.Run(async () =>
        {
            WorkflowApplication application = new(new Sequence { Activities = { Scope(), Scope() } }) { InstanceStore = store };
            application.Run();
            await application.Completion.WaitAsync(Limit);
        })));
        Assert.Equal(2L * Concurrent, await CountAsync("app_row"));
        Assert.Equal(0L, await CountAsync(Instances));
        await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(store, CancellationToken.None);
    }

    [Fact]
    public async Task GetAsync_NoTransaction_Throws()
    {
        WorkflowApplication application = new(new Write(this, 0)) { InstanceStore = await StoreAsync() };
        application.Run();
        WorkflowCompletion completion = await application.Completion.WaitAsync(Limit);
        Assert.Contains("runs in no transaction", Assert.IsType<InvalidOperationException>(completion.TerminationException).Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task GetAsync_TransactionRolledBack_Throws()
    {
        Scope scope = new()
        {
            AbortInstanceOnTransactionFailure = false,
            Body = new Sequence { Activities = { new Crashing(() => Transaction.Current!.Rollback()), new Write(this, 0) } }
        };
        WorkflowApplication application = new(scope) { InstanceStore = await StoreAsync() };
        application.Run();
        WorkflowCompletion completion = await application.Completion.WaitAsync(Limit);
        Assert.IsAssignableFrom<TransactionException>(completion.TerminationException);
        Assert.Equal(0L, await CountAsync("app_row"));
    }

    [Fact]
    public async Task GetAsync_SameScope_ReturnsSameConnection()
    {
        Scope scope = new()
        {
            IsolationLevel = IsolationLevel.ReadCommitted,
            Body = new Sequence { Activities = { new Write(this, 0), new Write(this, 0), new Write(this, 0) } }
        };
        WorkflowApplication application = new(scope) { InstanceStore = await StoreAsync() };
        application.Run();
        await application.Completion.WaitAsync(Limit);
        Assert.Equal(3L, await CountAsync("app_row"));
        Assert.Single(_connections.Distinct());
    }

    /// <summary>The effect of such a call would survive a rollback. On SQLite, the call and the transaction would wait for each other.</summary>
    [Fact]
    public async Task GetAsync_ConnectionInUse_RefusesCallsOutsideTransaction()
    {
        SqlInstanceStore store = await StoreAsync();
        Guid id = Guid.NewGuid();
        Func<Task>[] calls =
        [
            () => store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "go" }, CancellationToken.None),
            () => store.WithdrawAsync(id, 1, CancellationToken.None),
            () => store.ContinueAsync(id, CancellationToken.None),
            () => store.TerminateAsync(id, CancellationToken.None),
            () => store.CreateOwnerAsync(new InstanceOwnerOptions { Name = "host", Filter = WorkflowIdentityFilter.Any }, CancellationToken.None),
        ];
        List<Exception?> refusals = [];
        Using activity = new(async _ =>
        {
            foreach (Func<Task> call in calls)
            {
                refusals.Add(await Record.ExceptionAsync(call).WaitAsync(Limit));
            }
        });
        WorkflowApplication application = new(new Scope { IsolationLevel = IsolationLevel.ReadCommitted, Body = activity }) { InstanceStore = store };
        application.Run();
        await application.Completion.WaitAsync(Limit);
        Assert.Equal(calls.Length, refusals.Count);
        Assert.All(
            refusals,
            refusal => Assert.Contains(
                "make the call after the transaction has ended",
                Assert.IsType<InvalidOperationException>(refusal).Message,
                StringComparison.Ordinal));
        Assert.False(await store.ContinueAsync(id, CancellationToken.None));
    }

    protected abstract string Instances { get; }

    /// <summary>Opens a store on the database, which has the schema.</summary>
    protected abstract Task<SqlInstanceStore> StoreAsync();

    protected abstract Task RunAsync(string text);

    protected abstract Task<object?> ReadAsync(string text);

    private async Task<long> CountAsync(string table) => (long)(await ReadAsync($"SELECT count(*) FROM {table}"))!;

    private Scope Scope(int failsAt = 0) => new() { IsolationLevel = IsolationLevel.ReadCommitted, Body = new Write(this, failsAt) };

    private Crashing Crash() => new(() =>
    {
        _log.Enqueue("after");
        if (_fails)
        {
            throw new InvalidOperationException("crash");
        }
    });

    private async Task<Guid> CrashAsync(SqlInstanceStore store, Activity root)
    {
        WorkflowApplication application = new(root) { InstanceStore = store, OnUnhandledException = _ => UnhandledExceptionAction.Abort };
        application.Run();
        WorkflowApplicationAbortedException aborted = await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(
            () => application.Completion.WaitAsync(Limit));
        Assert.Equal("crash", aborted.InnerException?.Message);
        _fails = false;
        return application.Id;
    }

    private static async Task LoadAsync(SqlInstanceStore store, Activity root, Guid id)
    {
        WorkflowApplication application = new(root) { InstanceStore = store };
        await application.LoadAsync(id).WaitAsync(Limit);
        application.Run();
        await application.Completion.WaitAsync(Limit);
    }

    private sealed class Crashing(Action action) : CodeActivity
    {
        protected override void Execute(CodeActivityContext context) => action();
    }

    private sealed class Using(Func<DbConnection, Task> action) : AsyncCodeActivity
    {
        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken) =>
            await action(await context.GetExtension<TransactionConnections>()!.GetAsync(context, cancellationToken));
    }

    private sealed class Write(WorkflowTransactionTests test, int failsAt) : AsyncCodeActivity
    {
        private int _count;

        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            test._log.Enqueue("write");
            DbConnection connection = await context.GetExtension<TransactionConnections>()!.GetAsync(context, cancellationToken);
            test._connections.Enqueue(connection);
            await using DbCommand command = connection.CreateCommand();
            int count = Interlocked.Increment(ref _count);
            command.CommandText = failsAt > 0 && count % failsAt == 0 ? "INSERT INTO app_row VALUES (NULL)" : "INSERT INTO app_row VALUES ('row')";
            await command.ExecuteNonQueryAsync(cancellationToken);
        }
    }
}
