using System.Data.Common;
using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Persistence.Sql;
using Workflow.Persistence.Sql.Tests.Servers;
using Workflow.Testing;
using TransactionScope = System.Transactions.TransactionScope;

namespace Workflow.Extensions.Hosting.Tests.Client;

/// <summary>Tests of calls that a client refuses before they have an effect, and of the scope of ids.</summary>
public abstract class RefusedCallTests(DatabaseStores stores) : IAsyncLifetime
{
    private readonly VirtualTimeProvider _time = new();
    private SqlInstanceStore _store = null!;

    public async Task InitializeAsync() => _store = (SqlInstanceStore)await stores.CreateAsync(_time);

    public Task DisposeAsync() => stores.DisposeAsync();

    [Fact]
    public async Task Calls_InAnAmbientTransaction_AreRefusedWithoutEffect()
    {
        await using HostRun run = await StartAsync();
        Guid id = await run.StartInstanceAsync("listen");
        await run.UntilWaitsAsync(id, "message");
        WorkflowReceipt receipt = await run.Client.ResumeAsync(id, "later", "value");
        Func<Task>[] calls =
        [
            () => run.Client.StartAsync("listen"),
            () => run.Client.ResumeAsync(id, "message", "value"),
            () => run.Client.WithdrawAsync(receipt),
            () => run.Client.CancelAsync(id),
            () => run.Client.TerminateAsync(id, "reason"),
            () => run.Client.SuspendAsync(id, "reason"),
            () => run.Client.ContinueAsync(id),
        ];
        using (new TransactionScope(TransactionScopeAsyncFlowOption.Enabled))
        {
            foreach (Func<Task> call in calls)
            {
                InvalidOperationException refusal = await Assert.ThrowsAsync<InvalidOperationException>(call);
                Assert.Contains("a rollback would not undo the call", refusal.Message, StringComparison.Ordinal);
            }

            Assert.NotNull(await run.Client.GetAsync(id));
        }

        Assert.Equal(1, (await run.Client.GetAsync(id))!.PendingMessageCount);
        Assert.Single(await run.Client.QueryAsync().ToListAsync());
    }

    [Fact]
    public async Task Calls_InATransactionOfTheApplication_WorkOrHaveNoEffect()
    {
        await using HostRun run = await StartAsync(runs: false);
        Guid id = await run.StartInstanceAsync("listen", null, new() { Key = "order/1" });
        WorkflowReceipt receipt = await run.Client.ResumeAsync(id, "message", "value");
        await using (DbConnection connection = stores.CreateConnection())
        {
            await connection.OpenAsync();
            await using DbTransaction transaction = await connection.BeginTransactionAsync();
            await using (SqlTransactionStore store = _store.UseTransaction(transaction))
            {
                WorkflowClient client = run.Client.WithStore(store);
                Func<Task>[] refused =
                [
                    () => client.WithdrawAsync(receipt),
                    () => client.ContinueAsync(id),
                    () => client.ContinueAsync("order/1"),
                    () => client.GetAsync(id),
                    () => client.GetDefinitionsAsync(),
                    () => client.WaitForCompletionAsync(id),
                    () => client.QueryAsync().ToListAsync().AsTask(),
                ];
                foreach (Func<Task> call in refused)
                {
                    await Assert.ThrowsAsync<NotSupportedException>(call);
                }

                await client.ResumeAsync("order/1", "message", "value", requestId: "1");
                Assert.True((await client.ResumeAsync("order/1", "message", "value", requestId: "1")).IsRepeated);
                await client.CancelAsync(id);
                await client.SuspendAsync("order/1", "reason");
                await client.TerminateAsync(id, "reason");
            }

            await transaction.CommitAsync();
        }

        Assert.Equal(5, (await run.Client.GetAsync(id))!.PendingMessageCount);
    }

    /// <summary>The parameter names the id, because the test runner cannot display half of a surrogate pair.</summary>
    [Theory]
    [InlineData("empty")]
    [InlineData("high half")]
    [InlineData("low half")]
    public async Task Id_ThatCannotBeDistinguished_IsRefused(string kind)
    {
        string id = kind switch { "empty" => string.Empty, "high half" => "half \ud800", _ => "\udc00 half" };
        await using HostRun run = await StartAsync(runs: false);
        Guid instance = await run.StartInstanceAsync("listen");
        await Assert.ThrowsAsync<ArgumentException>(() => run.Client.StartAsync("listen", null, new() { RequestId = id }));
        await Assert.ThrowsAsync<ArgumentException>(() => run.Client.StartAsync("listen", null, new() { Key = id }));
        await Assert.ThrowsAsync<ArgumentException>(() => run.Client.ResumeAsync(instance, "message", "value", requestId: id));
        await Assert.ThrowsAsync<ArgumentException>(() => run.Client.CancelAsync(instance, id));
        Assert.Throws<ArgumentException>(() => new WorkflowReference(id));
        Assert.Single(await run.Client.QueryAsync().ToListAsync());
        Assert.Equal(0, (await run.Client.GetAsync(instance))!.PendingMessageCount);
    }

    [Fact]
    public async Task ResumeAsync_WithHalfOfASurrogatePair_IsRefused()
    {
        await using HostRun run = await StartAsync(runs: false);
        Guid id = await run.StartInstanceAsync("listen");
        WorkflowPayloadException refusal = await Assert.ThrowsAsync<WorkflowPayloadException>(() => run.Client.ResumeAsync(id, "message", "half \ud800"));
        Assert.Contains("half of a surrogate pair", refusal.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<WorkflowPayloadException>(() => run.Client.ResumeAsync(id, "message", new Dictionary<string, int> { ["\udc00"] = 1 }));
        Assert.Equal(0, (await run.Client.GetAsync(id))!.PendingMessageCount);
    }

    [Fact]
    public async Task ResumeAsync_RequestIdOfAnEarlierInstance_IsDelivered()
    {
        await using HostRun run = await StartAsync();
        Guid first = await run.StartInstanceAsync("listen", null, new() { Key = "order/1" });
        WorkflowReceipt receipt = await run.Client.ResumeAsync("order/1", "message", "end", requestId: "1");
        await run.EndOfAsync(first);
        Assert.Equal((first, true), Of(await run.Client.ResumeAsync("order/1", "message", "end", requestId: "1")));
        Guid second = await run.StartInstanceAsync("listen", null, new() { Key = "order/1" });
        await run.UntilWaitsAsync(second, "message");
        Assert.Equal((second, false), Of(await run.Client.ResumeAsync("order/1", "message", "one", requestId: "1")));
        Assert.Equal((second, true), Of(await run.Client.ResumeAsync("order/1", "message", "one", requestId: "1")));
        await run.Client.ResumeAsync("order/1", "message", "end", requestId: "2");
        Assert.Equal(1, (await run.EndOfAsync(second)).GetOutput<int>("Result"));
        Assert.Equal((first, false), Of(receipt));

        static (Guid, bool) Of(WorkflowReceipt receipt) => (receipt.InstanceId, receipt.IsRepeated);
    }

    [Fact]
    public async Task ResumeAsync_ValueTooLarge_ThrowsPayloadException()
    {
        await using HostRun run = await StartAsync(runs: false);
        Guid id = await run.StartInstanceAsync("listen");
        WorkflowPayloadException refusal = await Assert.ThrowsAsync<WorkflowPayloadException>(
            () => run.Client.ResumeAsync(id, "message", new string('x', 1 << 20)));
        Assert.Equal(typeof(string), refusal.Type);
        Assert.Contains("'MaxMessageBytes'", refusal.Message, StringComparison.Ordinal);
        await Assert.ThrowsAsync<ArgumentException>(() => run.Client.ResumeAsync(id, new string('b', InstanceMessage.MaxBookmarkNameLength + 1)));
    }

    [Fact]
    public async Task StartAsync_WithInputsThatHaveNoProperties_IsRefused()
    {
        await using HostRun run = await StartAsync(runs: false);
        foreach (object inputs in new object[] { (Name: "t", Amount: 1L), Tuple.Create("t"), new { }, new object(), new Fields() })
        {
            WorkflowInputException refusal = await Assert.ThrowsAsync<WorkflowInputException>(() => run.Client.StartAsync("listen", inputs));
            Assert.Contains("pass an object that has a property for each input", refusal.Message, StringComparison.Ordinal);
        }

        Assert.Empty(await run.Client.QueryAsync().ToListAsync());
    }

    private Task<HostRun> StartAsync(bool runs = true) =>
        HostRun.StartAsync(workflow => workflow.AddDefinition<Listen>("listen").Configure(options => options.RunInstances = runs), _store, _time);

    public sealed class Sqlite() : RefusedCallTests(new SqliteStores());

    public sealed class PostgreSql(PostgreSqlTestDatabase database) : RefusedCallTests(new ServerStores(database)), IClassFixture<PostgreSqlTestDatabase>;

    private sealed class Fields
    {
        public string Name = "t";

        public override string ToString() => Name;
    }
}
