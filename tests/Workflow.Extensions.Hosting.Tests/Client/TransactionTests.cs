using System.Data.Common;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Persistence.Sql;
using Workflow.Persistence.Sql.Tests.Servers;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Client;

/// <summary>Tests of client operations in a transaction of the application.</summary>
public abstract class TransactionTests(DatabaseStores stores) : IAsyncLifetime
{
    private readonly VirtualTimeProvider _time = new();
    private SqlInstanceStore _store = null!;

    public async Task InitializeAsync() => _store = (SqlInstanceStore)await stores.CreateAsync(_time);

    public Task DisposeAsync() => stores.DisposeAsync();

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task In_ATransactionOfTheApplication_TakesEffectWithIt(bool commits)
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition<Listen>("listen"), _store, _time);
        Guid waiting = await run.StartInstanceAsync("listen");
        await run.UntilWaitsAsync(waiting, "message");
        Guid started;
        await using (DbConnection connection = stores.CreateConnection())
        {
            await connection.OpenAsync();
            await using DbTransaction transaction = await connection.BeginTransactionAsync();
            await using (SqlTransactionStore store = _store.UseTransaction(transaction))
            {
                WorkflowClient client = run.Client.WithStore(store);
                started = (await client.StartAsync("listen", null, new() { Key = "order/1" })).InstanceId;
                await client.ResumeAsync(waiting, "message", "committed");
            }

            await (commits ? transaction.CommitAsync() : transaction.RollbackAsync());
        }

        await run.Client.ResumeAsync(waiting, "message", "end");
        Assert.Equal(commits ? 1 : 0, await run.Client.WaitForCompletionAsync<int>(waiting).WaitAsync(HangGuard.Limit));
        Assert.Equal(commits ? ["committed"] : [], run.Journal.Entries);
        Assert.Equal(commits ? started : null, (await run.Client.GetAsync("order/1"))?.InstanceId);
    }

    public sealed class Sqlite() : TransactionTests(new SqliteStores());

    public sealed class PostgreSql(PostgreSqlTestDatabase database) : TransactionTests(new ServerStores(database)), IClassFixture<PostgreSqlTestDatabase>;
}
