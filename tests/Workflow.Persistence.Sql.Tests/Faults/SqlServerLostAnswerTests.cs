using System.Data.Common;
using Microsoft.Data.SqlClient;
using Workflow.Persistence.Sql.Tests.Conformance;
using Workflow.Persistence.Sql.Tests.Servers;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>
/// Ends connections to SQL Server at each step of sends, of starts with requests, and of saves: before the server receives a request, and after the server
/// has executed it, so that the answer is lost.
/// </summary>
public sealed class SqlServerLostAnswerTests(SqlServerTestDatabase database) : IClassFixture<SqlServerTestDatabase>, IAsyncLifetime
{
    private const string Rows =
        """
        SELECT i.status, CASE WHEN o.owner_id IS NULL THEN 0 ELSE 1 END, i.is_unsaved, i.failures, i.is_suspended, CASE WHEN i.completed IS NULL THEN 0 ELSE 1 END, i.state,
            (SELECT COUNT(*) FROM workflow.bookmark b WHERE b.instance_sid = i.instance_sid),
            (SELECT COUNT(*) FROM workflow.instance_key k WHERE k.instance_sid = i.instance_sid),
            i.inbox, i.inbox_idle, (SELECT COUNT(*) FROM workflow.message m WHERE m.instance_sid = i.instance_sid)
        FROM workflow.instance i LEFT JOIN workflow.owner o ON o.owner_sid = i.lock_owner
        """;

    private readonly SqlServerStore _tested = new(database);
    private SqlServerProxy? _proxy;
    private DbDataSource? _source;

    public async Task InitializeAsync()
    {
        await _tested.InitializeAsync();
        _proxy = new SqlServerProxy(database.ConnectionString);
        _source = SqlClientFactory.Instance.CreateDataSource(_proxy.ConnectionString);
    }

    public async Task DisposeAsync()
    {
        await _tested.DisposeAsync();
        using (SqlConnection connection = new(_proxy!.ConnectionString))
        {
            SqlConnection.ClearPool(connection);
        }

        await _source!.DisposeAsync();
        await _proxy.DisposeAsync();
    }

    [Theory]
    [InlineData(StoreCallKind.LaterSave)]
    [InlineData(StoreCallKind.Start)]
    [InlineData(StoreCallKind.CompletedStart)]
    [InlineData(StoreCallKind.Send)]
    [InlineData(StoreCallKind.SendWithRequest)]
    [InlineData(StoreCallKind.ConsumingSave)]
    [InlineData(StoreCallKind.Suspend)]
    [InlineData(StoreCallKind.Receive)]
    public async Task Call_ConnectionEndsAtAnyStep_TakesEffectOnce(StoreCallKind kind)
    {
        InstanceCompletionAction completion = kind == StoreCallKind.CompletedStart
            ? InstanceCompletionAction.DeleteAll
            : InstanceCompletionAction.DeleteNothing;
        SqlInstanceStore store = _tested.Create(
            new SqlInstanceStoreOptions { MaxRetryAttempts = 5, RetryDelay = TimeSpan.Zero, CompletionAction = completion },
            _source!);
        await new LostAnswers(_tested, _proxy!, store, Rows).AssertOneEffectAsync(kind);
    }
}
