using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Persistence.Sql.Tests.Servers;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Client;

/// <summary>Tests of messages that exceed the memory limit of an instance. The host reads their contents on delivery.</summary>
public abstract class LargeInboxTests(TestStores stores) : IAsyncLifetime
{
    private const int Count = 12;
    private const int Size = 300_000;

    private readonly VirtualTimeProvider _time = new();
    private FaultyStore _first = null!, _second = null!;

    public async Task InitializeAsync()
    {
        InstanceStore store = await stores.CreateAsync(_time);

        // An in-memory store cannot be opened twice, so both hosts share one object.
        (_first, _second) = (new FaultyStore(store), new FaultyStore(store is InMemoryInstanceStore ? store : await stores.CreateAsync(_time)));
    }

    public Task DisposeAsync() => stores.DisposeAsync();

    /// <summary>The messages wait in the store for a bookmark that the instance creates later. Then the host delivers them in order, a few at a time.</summary>
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Messages_ForALaterBookmark_AreReadWhenItOpens(bool isUnloaded)
    {
        await using HostRun client = await ClientAsync();
        await using HostRun host = await HostAsync(_first, isUnloaded ? TimeSpan.Zero : Timeout.InfiniteTimeSpan);
        Guid id = await client.StartInstanceAsync("listen");
        await UntilAsync(client, id, info => info.Bookmarks.Contains("first"));
        await SendAllAsync(client, id);
        if (!isUnloaded)
        {
            await ReceivedAsync();
        }

        Assert.Equal(0, _first.BytesRead);
        Assert.Equal(Count, (await client.Client.GetAsync(id))!.PendingMessageCount);
        await client.Client.ResumeAsync(id, "first", "go");
        await client.Client.ResumeAsync(id, "message", "end");
        await EndAsync(client, id);
        Assert.Equal(Texts, host.Journal.Entries);
        Assert.InRange(_first.LargestRead, Size, 2 * WaitingContents.MaxBytes);
        Assert.InRange(_first.BytesRead, Count * Size, Count * (Size + 1000));
    }

    /// <summary>A host is lost between two batches, without a save. The next host delivers all messages again.</summary>
    [Fact]
    public async Task Messages_HostLostBetweenBatches_HaveTheirEffectsOnce()
    {
        await using HostRun client = await ClientAsync();
        Guid id = await client.StartInstanceAsync("listen");
        await client.Client.ResumeAsync(id, "first", "go");
        await SendAllAsync(client, id);
        await client.Client.ResumeAsync(id, "message", "end");
        _first.BeforeReceive = calls => _first.IsLost |= calls == 3;
        HostRun lost = await HostAsync(_first, TimeSpan.Zero);
        await Eventually.TrueAsync(() => _first.IsLost);
        int delivered = lost.Journal.Entries.Count;
        Assert.InRange(delivered, 1, Count - 1);
        await using HostRun host = await HostAsync(_second, TimeSpan.Zero);
        if (stores is ServerStores server)
        {
            await server.EndLeasesAsync();
        }

        // Time stops as soon as the second host has the instance: on a busy machine, its lease would expire, too.
        await Eventually.TrueAsync(() =>
        {
            bool isThere = host.Service.Loaded.Find(id) is not null || host.Journal.Entries.Count > 0;
            _time.Advance(isThere ? TimeSpan.Zero : TimeSpan.FromSeconds(1));
            return isThere;
        });
        await host.EndOfAsync(id);
        Assert.Equal(Texts, host.Journal.Entries);
        Assert.Equal(delivered, lost.Journal.Entries.Count);

        // The store call that never returns must not block the abort of the instance.
        await lost.StopInTimeAsync();
        await lost.DisposeAsync();
    }

    [Fact]
    public async Task Messages_BeyondTheMemoryLimit_AreReadAgain()
    {
        await using HostRun host = await HostAsync(_first, Timeout.InfiniteTimeSpan);
        Guid id = await host.StartInstanceAsync("listen");
        await UntilAsync(host, id, info => info.Bookmarks.Contains("first"));
        await Eventually.TrueAsync(() => host.Service.Loaded.Find(id) is not null);
        await SendAllAsync(host, id);
        await host.Client.ResumeAsync(id, "first", "go");
        await host.Client.ResumeAsync(id, "message", "end");
        await EndAsync(host, id);
        Assert.Equal(Texts, host.Journal.Entries);
        Assert.InRange(_first.BytesRead, Size, Count * (Size + 1000));
        Assert.InRange(_first.LargestRead, Size, 2 * WaitingContents.MaxBytes);
    }

    [Fact]
    public async Task Message_WithdrawnBeforeItIsRead_IsSkipped()
    {
        await using HostRun client = await ClientAsync();
        await using HostRun host = await HostAsync(_first, Timeout.InfiniteTimeSpan);
        Guid id = await client.StartInstanceAsync("listen");
        await UntilAsync(client, id, info => info.Bookmarks.Contains("first"));
        long[] sent = await SendAllAsync(client, id);
        await ReceivedAsync();
        Assert.True(await _second.WithdrawAsync(id, sent[0], CancellationToken.None));
        await client.Client.ResumeAsync(id, "first", "go");
        await client.Client.ResumeAsync(id, "message", "end");
        await EndAsync(client, id);
        Assert.Equal(Texts.Skip(1), host.Journal.Entries);
    }

    [Fact]
    public async Task Message_UnreadableContent_SuspendsTheInstance()
    {
        await using HostRun client = await ClientAsync();
        await using HostRun host = await HostAsync(_first, TimeSpan.Zero);
        Guid id = await client.StartInstanceAsync("listen");
        await UntilAsync(client, id, info => info.Bookmarks.Contains("first"));
        MessageReceipt sent = await _second.SendAsync(
            new InstanceMessage { InstanceId = id, BookmarkName = "message", Content = new byte[Size] }, CancellationToken.None);
        await client.Client.ResumeAsync(id, "first", "go");
        await UntilAsync(client, id, info => info.State == WorkflowInstanceState.Suspended);
        WorkflowInstanceInfo info = (await client.Client.GetAsync(id))!;
        Assert.Contains($"The message {sent.Sequence} for the bookmark 'message' cannot be read", info.Reason, StringComparison.Ordinal);
        Assert.Equal((1, true), (info.PendingMessageCount, info.Bookmarks.Contains("message")));
    }

    private static IEnumerable<string> Texts => Enumerable.Range(0, Count).Select(TextOf);

    private static string TextOf(int number) => $"{number} {new string('x', Size)}";

    /// <summary>Waits until the host has read all messages for the loaded instance.</summary>
    private Task ReceivedAsync() => Eventually.TrueAsync(() =>
    {
        _time.Advance(TimeSpan.FromSeconds(1));
        return _first.MessagesRead == Count;
    });

    private static async Task<long[]> SendAllAsync(HostRun client, Guid id)
    {
        List<long> sent = [];
        for (int i = 0; i < Count; i++)
        {
            sent.Add((await client.Client.ResumeAsync(id, "message", TextOf(i))).Sequence);
        }

        return [.. sent];
    }

    private Task<HostRun> ClientAsync() => HostRun.StartAsync(workflow => Define(workflow).Configure(options => options.RunInstances = false), _second, _time);

    private Task<HostRun> HostAsync(FaultyStore store, TimeSpan timeToUnload) => HostRun.StartAsync(
        workflow => Define(workflow).Configure(options =>
        {
            options.TimeToPersist = TimeSpan.Zero;
            options.TimeToUnload = timeToUnload;
        }),
        store,
        _time);

    private static WorkflowHostBuilder Define(WorkflowHostBuilder workflow) => workflow.AddDefinition<FirstThenListen>("listen");

    private Task EndAsync(HostRun run, Guid id) => UntilAsync(run, id, info => info.State == WorkflowInstanceState.Completed);

    /// <summary>Waits for a condition and advances the clock, because stores poll for changes of other processes.</summary>
    private Task UntilAsync(HostRun run, Guid id, Func<WorkflowInstanceInfo, bool> condition)
    {
        WorkflowInstanceInfo? info = null;
        return Eventually.TrueAsync(
            async () =>
            {
                _time.Advance(TimeSpan.FromSeconds(1));
                return (info = await run.Client.GetAsync(id)) is not null && condition(info);
            },
            () => $"{info?.State} {info?.Reason} {info?.PendingMessageCount} {info?.OwnerName}; {run.Log}");
    }

    /// <summary>A workflow that waits for one message at the bookmark "first" and then runs <see cref="Listen"/>.</summary>
    public sealed class FirstThenListen : Activity<int>
    {
        public FirstThenListen() => Implementation = () => new Sequence
        {
            Activities = { new WaitFor { Bookmark = "first" }, new Listen { Result = new OutArgument<int>(context => Result!.Get(context)) } },
        };
    }

    public sealed class Memory() : LargeInboxTests(new MemoryStores());

    public sealed class Sqlite() : LargeInboxTests(new SqliteStores());

    public sealed class PostgreSql(PostgreSqlTestDatabase database) : LargeInboxTests(new ServerStores(database)), IClassFixture<PostgreSqlTestDatabase>;

    public sealed class SqlServer(SqlServerTestDatabase database) : LargeInboxTests(new ServerStores(database)), IClassFixture<SqlServerTestDatabase>;
}
