using System.Data.Common;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;
using Scope = Workflow.Statements.TransactionScope;

namespace Workflow.Persistence.Sql.Tests.Transactions;

/// <summary>Tests of the failure that an instance gets when its transaction conflicts with a transaction of the application.</summary>
public sealed class PostgreSqlContentionTests(PostgreSqlTestDatabase database) : IAsyncLifetime, IClassFixture<PostgreSqlTestDatabase>
{
    private readonly PostgreSqlStore _tested = new(database);

    public async Task InitializeAsync()
    {
        await _tested.InitializeAsync();
        await _tested.RunAsync("CREATE TABLE workflow.app_row (n bigint NOT NULL)");
    }

    public Task DisposeAsync() => _tested.DisposeAsync();

    /// <summary>
    /// Each of two serializable transactions counts the rows and adds one. The one of the application commits first, so the one of the instance cannot be
    /// saved or committed any more.
    /// </summary>
    [Fact]
    public async Task Scope_Conflict_ReasonNamesSqlStateAndIsolationLevel()
    {
        SqlInstanceStore store = _tested.Create(new SqlInstanceStoreOptions());
        string add = $"INSERT INTO {_tested.Schema}.app_row SELECT count(*) FROM {_tested.Schema}.app_row";
        AddRow body = new(add, () => _tested.RunAsync($"BEGIN ISOLATION LEVEL SERIALIZABLE; {add}; COMMIT"));
        WorkflowApplication application = new(new Scope { Body = body })
        {
            InstanceStore = store,
            OnUnhandledException = _ => UnhandledExceptionAction.Abort,
        };
        application.Run();
        WorkflowApplicationAbortedException aborted =
            await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => application.Completion.WaitAsync(HangGuard.Limit));
        Assert.True(store.IsContention(aborted));
        string reason = aborted.InnerException!.Message;
        Assert.Contains("(SQLSTATE 40001)", reason, StringComparison.Ordinal);
        Assert.Contains("isolation level 'Serializable'", reason, StringComparison.Ordinal);
        Assert.Contains("use a lower isolation level", reason, StringComparison.Ordinal);
        Assert.Equal(1L, await _tested.ReadValueAsync("SELECT count(*) FROM workflow.app_row"));
    }

    private sealed class AddRow(string text, Func<Task> then) : AsyncCodeActivity
    {
        protected override async Task ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
        {
            DbConnection connection = await context.GetExtension<TransactionConnections>()!.GetAsync(context, cancellationToken);
            await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The test itself defines the text.
            command.CommandText = text;
#pragma warning restore CA2100
            await command.ExecuteNonQueryAsync(cancellationToken);
            await then();
        }
    }
}
