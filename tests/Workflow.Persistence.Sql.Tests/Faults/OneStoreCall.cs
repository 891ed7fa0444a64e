using Workflow.Core.Tests.TestKit;

namespace Workflow.Persistence.Sql.Tests.Faults;

/// <summary>One call of a store for one instance.</summary>
internal sealed class OneStoreCall(SqlInstanceStore store, InstanceOwner owner, StoreCallKind kind)
{
    private readonly Guid _id = Guid.NewGuid(), _key = Guid.NewGuid();

    private long _sent;

    private static CancellationToken None => CancellationToken.None;

    public static InstanceSave Save(Guid id, long version, bool unlock = false, Guid? key = null) => new()
    {
        InstanceId = id,
        LockVersion = version,
        State = new byte[] { version == 0 ? (byte)0 : (byte)1 },
        Status = InstanceStatus.Executing,
        Bookmarks = [new SavedBookmark { Name = version == 0 ? "first" : "later", OwnerDisplayName = "o" }],
        KeysAdded = key is { } added ? [added] : [],
        Unlock = unlock,
    };

    /// <summary>Creates the state that the call needs.</summary>
    public async Task PrepareAsync()
    {
        if (kind is not (StoreCallKind.FirstSave or StoreCallKind.Start or StoreCallKind.CompletedStart))
        {
            await store.SaveAsync(owner, Save(_id, 0, unlock: kind is StoreCallKind.Load or StoreCallKind.LoadByKey or StoreCallKind.LoadRunnable, _key), None);
        }

        if (kind == StoreCallKind.Purge)
        {
            await CompleteAsync();
        }

        if (kind is StoreCallKind.ConsumingSave or StoreCallKind.Receive)
        {
            _sent = (await SendAsync(byKey: false, null)).Sequence;
            await SendAsync(byKey: true, null);
        }
    }

    /// <summary>Makes the call, and returns its result as a text. A save follows each load, to check that the caller has the valid lock version.</summary>
    public async Task<string> RunAsync()
    {
        Task<string> running = kind switch
        {
            StoreCallKind.FirstSave => TextAsync(store.SaveAsync(owner, Save(_id, 0, key: _key), None)),
            StoreCallKind.LaterSave => TextAsync(store.SaveAsync(owner, Save(_id, 1), None)),
            StoreCallKind.Completion => TextAsync(CompleteAsync()),
            StoreCallKind.Unlock => TextAsync(store.UnlockAsync(owner, InstanceUnlock.Release(_id, 1), None)),
            StoreCallKind.UnlockFailed => TextAsync(store.UnlockAsync(owner, InstanceUnlock.Failure(_id, 1, "failure"), None)),
            StoreCallKind.Load => SavedAsync(store.LoadAsync(owner, InstanceLoad.ById(_id), None)),
            StoreCallKind.LoadByKey => SavedAsync(store.LoadAsync(owner, InstanceLoad.ByKey(_key), None)),
            StoreCallKind.LoadRunnable => SavedAsync(LoadRunnableAsync()),
            StoreCallKind.Renew => TextAsync(store.RenewOwnerAsync(owner, None)),
            StoreCallKind.DeleteOwner => TextAsync(store.DeleteOwnerAsync(owner, None)),
            StoreCallKind.Start => TextAsync(
                store.SaveAsync(owner, new InstanceSave { InstanceId = _id, Status = InstanceStatus.Idle, RequestId = _key }, None)),
            StoreCallKind.CompletedStart => TextAsync(
                store.SaveAsync(owner, new InstanceSave { InstanceId = _id, Status = InstanceStatus.Closed, Complete = true, RequestId = _key }, None)),
            StoreCallKind.Send => TextAsync(SendAsync(byKey: false, null)),
            StoreCallKind.SendByKey => TextAsync(SendAsync(byKey: true, null)),
            StoreCallKind.SendWithRequest => TextAsync((Task)SendAsync(byKey: false, _key)),
            StoreCallKind.ConsumingSave => TextAsync(store.SaveAsync(
                owner,
                new InstanceSave
                {
                    InstanceId = _id,
                    LockVersion = 1,
                    Status = InstanceStatus.Idle,
                    MessagesConsumed = [_sent],
                    PendingMessageCount = 1,
                    Unlock = true
                },
                None)),
            StoreCallKind.Suspend => TextAsync(store.UnlockAsync(owner, InstanceUnlock.Suspension(_id, 1, "reason"), None)),
            StoreCallKind.Receive => TextAsync(store.ReceiveAsync(owner, new MessageQuery(_id, 10), None)),
            _ => TextAsync((Task)store.PurgeAsync(TimeSpan.Zero, None)),
        };
        return await running;
    }

    private static async Task<string> TextAsync(Task task)
    {
        await task;
        return "done";
    }

    private static async Task<string> TextAsync(Task<long> task) => $"version {await task}";

    private static async Task<string> TextAsync(Task<MessageReceipt> task) => $"repeated {(await task).IsRepeated}";

    private static async Task<string> TextAsync(Task<IReadOnlyList<StoredMessage>> task) => $"messages {(await task).Count}";

    private Task<MessageReceipt> SendAsync(bool byKey, Guid? request) =>
        store.SendAsync(new InstanceMessage { InstanceId = byKey ? null : _id, Key = byKey ? _key : null, BookmarkName = "first", RequestId = request }, None);

    private Task<long> CompleteAsync() => store.SaveAsync(
        owner,
        new InstanceSave { InstanceId = _id, LockVersion = 1, Status = InstanceStatus.Closed, Complete = true },
        None);

    /// <summary>
    /// Searches until the instance is found. The server may not yet have noticed the end of a connection whose statement locks the row, and a search skips
    /// locked rows.
    /// </summary>
    private async Task<StoredInstance> LoadRunnableAsync()
    {
        using CancellationTokenSource limit = new(HangGuard.Limit, TimeProvider.System);
        while (true)
        {
            if (await store.TryLoadRunnableAsync(owner, default, limit.Token) is { } loaded)
            {
                return loaded;
            }

            await Task.Delay(TimeSpan.FromMilliseconds(10), TimeProvider.System, limit.Token);
        }
    }

    private async Task<string> SavedAsync(Task<StoredInstance> load)
    {
        StoredInstance loaded = await load;
        Assert.Equal(_id, loaded.InstanceId);
        Assert.Equal(loaded.LockVersion, await store.SaveAsync(owner, Save(_id, loaded.LockVersion), None));
        return "saved";
    }
}
