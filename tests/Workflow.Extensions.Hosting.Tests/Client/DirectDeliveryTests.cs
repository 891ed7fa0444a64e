using Microsoft.Extensions.DependencyInjection;
using Workflow.Core.Tests.TestKit;
using Workflow.Extensions.Hosting.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Statements;
using Workflow.Testing;

namespace Workflow.Extensions.Hosting.Tests.Client;

/// <summary>
/// Tests of messages from a client to instances in its own process. The host takes such a message from memory if it knows all earlier messages;
/// otherwise it reads the messages from the database.
/// </summary>
public sealed class DirectDeliveryTests : IAsyncLifetime
{
    private readonly VirtualTimeProvider _time = new();
    private readonly SqliteStores _stores = new();
    private FaultyStore _store = null!;
    private InstanceStore _database = null!;

    public async Task InitializeAsync()
    {
        _database = await _stores.CreateAsync(_time);
        _store = new FaultyStore(_database);
    }

    public Task DisposeAsync() => _stores.DisposeAsync();

    [Fact]
    public async Task Messages_ToALoadedInstance_AreNotRead()
    {
        const int Count = 50;
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition<Listen>("listen"), _store, _time);
        Guid id = await LoadAsync(run);
        (int Receives, int Waits) before = (_store.Receives, _store.Waits);
        for (int i = 0; i < Count; i++)
        {
            await run.Client.ResumeAsync(id, "message", $"{i}");
        }

        await Eventually.TrueAsync(() => run.Journal.Entries.Count == Count);
        Assert.Equal(before, (_store.Receives, _store.Waits));
        Assert.Equal(Enumerable.Range(0, Count).Select(i => $"{i}"), run.Journal.Entries);
        await run.Client.ResumeAsync(id, "message", "end");
        Assert.Equal(Count, await run.Client.WaitForCompletionAsync<int>(id).WaitAsync(HangGuard.Limit));
    }

    /// <summary>The host does not know the message of the other process, and must not skip it.</summary>
    [Fact]
    public async Task Message_AfterAMessageOfAnotherProcess_KeepsTheOrder()
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition<Listen>("listen"), _store, _time);
        Guid id = await LoadAsync(run);
        InstanceStore other = await _stores.CreateAsync(_time);
        await using HostRun sender = await HostRun.StartAsync(workflow => workflow.Configure(options => options.RunInstances = false), other, _time);
        await sender.Client.ResumeAsync(id, "message", "first");
        int before = _store.Receives;
        await run.Client.ResumeAsync(id, "message", "second");
        await Eventually.TrueAsync(() => run.Journal.Entries.Count == 2);
        Assert.Equal(["first", "second"], run.Journal.Entries);
        Assert.True(_store.Receives > before);

        // The host knows all messages again and reads none from the store.
        before = _store.Receives;
        await run.Client.ResumeAsync(id, "message", "third");
        await Eventually.TrueAsync(() => run.Journal.Entries.Count == 3);
        Assert.Equal(before, _store.Receives);
    }

    [Fact]
    public async Task Messages_OfManySendersAtOnce_AreDeliveredOnceInTheirOrder()
    {
        const int Count = 200;
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition<Listen>("listen"), _store, _time);
        Guid id = await LoadAsync(run);
        InstanceStore other = await _stores.CreateAsync(_time);
        await using HostRun sender = await HostRun.StartAsync(workflow => workflow.Configure(options => options.RunInstances = false), other, _time);
        (long Sequence, string Text)[] sent = await Task.WhenAll(Enumerable.Range(0, Count).Select(async i =>
        {
            WorkflowReceipt receipt = await (i % 5 == 0 ? sender : run).Client.ResumeAsync(id, "message", $"{i}");
            return (receipt.Sequence, $"{i}");
        }));
        await run.Client.ResumeAsync(id, "message", "end");
        Assert.Equal(Count, await run.Client.WaitForCompletionAsync<int>(id).WaitAsync(HangGuard.Limit));
        Assert.Equal(sent.OrderBy(message => message.Sequence).Select(message => message.Text), run.Journal.Entries);
    }

    /// <summary>
    /// The clock of the store decides whether a message has expired, and the first call of a repeated message may have lost its answer.
    /// The host therefore reads such messages from the store.
    /// </summary>
    [Fact]
    public async Task Messages_ThatExpireOrWereSentBefore_AreRead()
    {
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition<Listen>("listen"), _store, _time);
        Guid id = await LoadAsync(run);
        int before = _store.Receives;
        await run.Client.ResumeAsync(id, "message", "short", expiresIn: TimeSpan.FromMinutes(1));
        await Eventually.TrueAsync(() => run.Journal.Entries.Count == 1);
        Assert.True(_store.Receives > before);

        // The call that stored this message neither returned to the client nor notified a host.
        InstanceMessage lost = new()
        {
            InstanceId = id,
            RequestId = RequestIds.OfMessage(id, "Resume", "message", "d"),
            BookmarkName = "message",
            Content = run.Services.GetRequiredService<MessageContent>().Write("lost"),
            WakesHosts = false,
        };
        await _database.SendAsync(lost, CancellationToken.None);
        Assert.True((await run.Client.ResumeAsync(id, "message", "lost", requestId: "d")).IsRepeated);
        await Eventually.TrueAsync(() => run.Journal.Entries.Count == 2);
        Assert.Equal(["short", "lost"], run.Journal.Entries);
    }

    /// <summary>
    /// The sender stalls after the store has its message. Meanwhile the instance is loaded for the message, receives it, is unloaded, and is loaded again for a
    /// timer. It must not receive the message a second time.
    /// </summary>
    [Fact]
    public async Task Message_SenderStalled_IsDeliveredOnce()
    {
        Workflow.Statements.Parallel both = new()
        {
            Branches = { new Listen(), new Sequence { Activities = { new Delay { Duration = TimeSpan.FromMinutes(20) }, new Note { Text = "timer" } } } },
        };
        await using HostRun run = await HostRun.StartAsync(workflow => workflow.AddDefinition("both", 1, both), _store, _time);
        Guid id = await run.StartInstanceAsync("both");
        await run.UntilWaitsAsync(id, "message");
        await UnloadAsync();
        TaskCompletionSource held = new(TaskCreationOptions.RunContinuationsAsynchronously);
        _store.HoldsSends = held.Task;
        Task<WorkflowReceipt> sender = run.Client.ResumeAsync(id, "message", "once");
        await Eventually.TrueAsync(() => run.Journal.Entries.Count == 1);
        await UnloadAsync();
        await PassAsync(() => run.Journal.Entries.Count == 2);
        await Eventually.TrueAsync(() => run.Service.Loaded.Find(id) is { IdleSince: not null });
        held.SetResult();
        await sender.WaitAsync(HangGuard.Limit);
        _store.HoldsSends = null;
        await run.Client.ResumeAsync(id, "message", "end");
        await run.EndOfAsync(id);
        Assert.Equal(["once", "timer"], run.Journal.Entries);

        async Task UnloadAsync()
        {
            await Eventually.TrueAsync(() => run.Service.Loaded.Find(id) is { IdleSince: not null });
            await PassAsync(() => run.Service.Loaded.Count == 0);
        }

        // Small steps give the host the chance to renew its owner before the lease expires.
        Task PassAsync(Func<bool> condition) => Eventually.TrueAsync(() =>
        {
            bool isTrue = condition();
            _time.Advance(isTrue ? TimeSpan.Zero : TimeSpan.FromSeconds(5));
            return isTrue;
        });
    }

    /// <summary>The process is lost between the delivery of a message from memory and the next save. The next host reads the message from the store.</summary>
    [Fact]
    public async Task Message_TakenByALostProcess_IsDeliveredToTheNextHost()
    {
        HostRun first = await HostRun.StartAsync(
            workflow => workflow.AddDefinition<Listen>("listen").Configure(options => options.TimeToPersist = TimeSpan.FromHours(1)), _store, _time);
        Guid id = await LoadAsync(first);
        await first.Client.ResumeAsync(id, "message", "1");
        await Eventually.TrueAsync(() => first.Journal.Entries.Count == 1);
        _store.IsLost = true;
        await using HostRun second = await HostRun.StartAsync(workflow => workflow.AddDefinition<Listen>("listen"), await _stores.CreateAsync(_time), _time);
        _time.Advance(TimeSpan.FromMinutes(2));
        await second.Client.ResumeAsync(id, "message", "end");
        Assert.Equal(1, await second.Client.WaitForCompletionAsync<int>(id).WaitAsync(HangGuard.Limit));
        Assert.Equal(["1"], second.Journal.Entries);
        _store.IsLost = false;
        await first.StopInTimeAsync();
        await first.DisposeAsync();
    }

    /// <summary>Starts an instance and waits until it is loaded and idle.</summary>
    private static async Task<Guid> LoadAsync(HostRun run)
    {
        Guid id = await run.StartInstanceAsync("listen");
        await Eventually.TrueAsync(() => run.Service.Loaded.Find(id) is { IdleSince: not null });
        return id;
    }
}
