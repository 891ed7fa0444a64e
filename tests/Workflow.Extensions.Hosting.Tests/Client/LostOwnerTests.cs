using System.Xml.Linq;
using Microsoft.Extensions.Logging;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Persistence.Sql.Tests.Servers;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Client;

/// <summary>
/// Tests of starts in a process that was stopped for longer than its lease. The store refuses saves by the lost owner, and each start has its effect once.
/// </summary>
public abstract class LostOwnerTests(TestStores stores) : IAsyncLifetime
{
    private readonly VirtualTimeProvider _time = new();
    private FaultyStore _store = null!;

    public async Task InitializeAsync() => _store = new FaultyStore(await stores.CreateAsync(_time));

    public Task DisposeAsync() => stores.DisposeAsync();

    /// <summary>
    /// The failure of one save aborts all instances of the owner. The callers of the other saves must not get an exception that their outcome is unknown.
    /// </summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task StartAsync_OwnerLostDuringSaves_StartsEachInstanceOnce(bool isDelayed)
    {
        const int Count = 20;
        await using HostRun run = await StartAsync();
        InstanceOwner owner = await OwnerAsync(run);
        int saves = 0;
        TaskCompletionSource lost = new(TaskCreationOptions.RunContinuationsAsynchronously);
        _store.BeforeSave = async saving =>
        {
            int number = Interlocked.Increment(ref saves);
            if (number <= Count)
            {
                await _store.DeleteOwnerAsync(saving, CancellationToken.None);
                if (number == Count)
                {
                    lost.SetResult();
                }

                await lost.Task;
            }
        };
        WorkflowReceipt[] receipts = await Task.WhenAll(Enumerable.Range(0, Count).Select(
            number => run.Client.StartAsync("note", null, new() { Key = $"order/{number}", StartIn = isDelayed ? TimeSpan.FromHours(1) : null })))
            .WaitAsync(HangGuard.Limit);
        Assert.True(saves >= 2 * Count, $"The owner was not lost during the saves: {saves}.");
        Assert.DoesNotContain(receipts, receipt => receipt.IsRepeated);
        if (isDelayed)
        {
            // A delayed start saves with a separate owner, so the host still has its owner.
            await stores.PassAsync(_time, TimeSpan.FromHours(1));
        }
        else
        {
            await ReplaceAsync(run, owner);
        }

        foreach (WorkflowReceipt receipt in receipts)
        {
            await run.EndOfAsync(receipt.InstanceId);
        }

        Assert.Equal(
            receipts.Select(receipt => receipt.InstanceId).Order(),
            (await run.Client.QueryAsync().ToListAsync()).Select(info => info.InstanceId).Order());
        Assert.Equal(Count, run.Journal.Entries.Count);
    }

    /// <summary>The store answers only after the host has detected the loss and has the next owner, and later than the host waits for an answer.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task StartAsync_LeaseEndsBeforeTheAnswer_EndsWithTheAnswer(bool isWritten)
    {
        await using HostRun run = await StartAsync();
        InstanceOwner owner = await OwnerAsync(run);
        TaskCompletionSource reached = new(TaskCreationOptions.RunContinuationsAsynchronously),
            answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
        _store.BeforeSave = isWritten ? null : HoldAsync;
        _store.AfterSave = isWritten ? HoldAsync : null;
        Task<Guid> start = run.StartInstanceAsync("note");
        await reached.Task.WaitAsync(HangGuard.Limit);
        await _store.DeleteOwnerAsync(owner, CancellationToken.None);
        await ReplaceAsync(run, owner);
        if (isWritten)
        {
            // The next owner runs the instance. Its lease ends within the next minute, too, and an instance that is not saved by then would run again.
            await Eventually.TrueAsync(
                async () => (await run.Client.QueryAsync().ToListAsync()) is [{ State: WorkflowInstanceState.Completed }],
                () => "It has not ended.");
        }

        _time.Advance(TimeSpan.FromMinutes(1));
        Assert.False(start.IsCompleted);
        answer.SetResult();
        Guid id = await start.WaitAsync(HangGuard.Limit);
        await run.EndOfAsync(id);
        Assert.Equal(id, Assert.Single(await run.Client.QueryAsync().ToListAsync()).InstanceId);
        Assert.Equal(["note"], run.Journal.Entries);

        async Task HoldAsync(InstanceOwner saving)
        {
            _store.BeforeSave = null;
            _store.AfterSave = null;
            reached.SetResult();
            await answer.Task;
        }
    }

    [Fact]
    public async Task StartAsync_BeforeTheHostHasTheNextOwner_StartsTheInstance()
    {
        await using HostRun run = await StartAsync();
        InstanceOwner owner = await OwnerAsync(run);
        await _store.DeleteOwnerAsync(owner, CancellationToken.None);
        Guid id = await run.StartInstanceAsync("note");
        await ReplaceAsync(run, owner);
        await run.EndOfAsync(id);
        Assert.Equal(["note"], run.Journal.Entries);
    }

    [Fact]
    public async Task StartAsync_AllOwnersLost_FailsAndStoresNothing()
    {
        await using HostRun run = await StartAsync(options => options.RunInstances = false);
        _store.BeforeSave = owner => _store.DeleteOwnerAsync(owner, CancellationToken.None);
        await Assert.ThrowsAsync<InstanceOwnerException>(() => run.StartInstanceAsync("note"));
        Assert.Equal(3, _store.Saves);
        Assert.Empty(await run.Client.QueryAsync().ToListAsync());
    }

    /// <summary>The owner is lost after the first save, while the persistence participants save.</summary>
    [Fact]
    public async Task StartAsync_OwnerLostAfterTheSave_StartsOneInstance()
    {
        LosesItsOwner participant = new(_store);
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition("note", 1, new Note()).AddExtensions((_, extensions) => extensions.Add(participant)), _store, _time);
        InstanceOwner owner = await OwnerAsync(run);
        participant.Owner = owner;
        Guid id = await run.StartInstanceAsync("note");
        Assert.True(participant.HasWorked);
        await ReplaceAsync(run, owner);
        await run.EndOfAsync(id);
        Assert.Equal(id, Assert.Single(await run.Client.QueryAsync().ToListAsync()).InstanceId);
        Assert.Equal(["note"], run.Journal.Entries);
    }

    /// <summary>A process can lose its owner if, for example, a debugger stops it for minutes. The instances continue, and the log has one report.</summary>
    [Fact]
    public async Task Instances_OwnerLost_ContinueAndAreReportedOnce()
    {
        const int Count = 20;
        await using HostRun run = await HostRun.StartAsync(
            workflow => workflow.AddDefinition<Listen>("listen").Configure(options => options.TimeToUnload = Timeout.InfiniteTimeSpan), _store, _time);
        InstanceOwner owner = await OwnerAsync(run);
        Guid[] ids = await Task.WhenAll(Enumerable.Range(0, Count).Select(_ => run.StartInstanceAsync("listen")));
        await Task.WhenAll(ids.Select(id => run.Client.ResumeAsync(id, "message", "before")));
        await Eventually.TrueAsync(() => run.Journal.Entries.Count == Count);
        await Eventually.TrueAsync(
            async () => (await run.Client.QueryAsync().ToListAsync()).All(info => info.PendingMessageCount == 0),
            () => "The messages have not left the store.");
        await _store.DeleteOwnerAsync(owner, CancellationToken.None);
        await ReplaceAsync(run, owner);
        await Task.WhenAll(ids.Select(id => run.Client.ResumeAsync(id, "message", "end")));
        foreach (Guid id in ids)
        {
            await run.EndOfAsync(id);
        }

        Assert.Equal(Count, run.Journal.Entries.Count);
        LogLine report = Assert.Single(run.Log.Lines, line => line.Category == "Workflow.Host" && line.Level >= LogLevel.Warning);
        Assert.Contains($"lost its owner '{owner.Id}'", report.Text, StringComparison.Ordinal);
    }

    private Task<HostRun> StartAsync(Action<WorkflowHostOptions>? configure = null) =>
        HostRun.StartAsync(workflow => workflow.AddDefinition("note", 1, new Note()).Configure(configure ?? (_ => { })), _store, _time);

    private static async Task<InstanceOwner> OwnerAsync(HostRun run)
    {
        await Eventually.TrueAsync(() => run.Service.Owner.Current is not null);
        return run.Service.Owner.Current!;
    }

    /// <summary>Advances the clock until the host has another owner.</summary>
    private Task ReplaceAsync(HostRun run, InstanceOwner lost) => Eventually.TrueAsync(() =>
    {
        if (run.Service.Owner.Current != lost)
        {
            return run.Service.Owner.Current is not null;
        }

        _time.Advance(TimeSpan.FromSeconds(1));
        return false;
    });

    public sealed class Memory() : LostOwnerTests(new MemoryStores());

    public sealed class Sqlite() : LostOwnerTests(new SqliteStores());

    public sealed class PostgreSql(PostgreSqlTestDatabase database) : LostOwnerTests(new ServerStores(database)), IClassFixture<PostgreSqlTestDatabase>;

    private sealed class LosesItsOwner(InstanceStore store) : PersistenceIOParticipant(isSaveTransactionRequired: false, isLoadTransactionRequired: false)
    {
        public InstanceOwner? Owner { get; set; }

        public bool HasWorked { get; private set; }

        protected override async Task OnSaveAsync(
            IDictionary<XName, object?> readWriteValues, IDictionary<XName, object?> writeOnlyValues, CancellationToken cancellationToken)
        {
            if (!HasWorked)
            {
                HasWorked = true;
                await store.DeleteOwnerAsync(Owner!, cancellationToken);
            }
        }

        protected override void Abort()
        {
        }
    }
}
