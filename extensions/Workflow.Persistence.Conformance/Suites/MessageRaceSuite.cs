namespace Workflow.Persistence.Conformance;

/// <summary>Runs senders and hosts concurrently: no message is lost, duplicated, reordered or overlooked.</summary>
internal sealed class MessageRaceSuite(TestedStore tested) : StoreMessageSuite(tested)
{
    /// <summary>The number of messages that each sender sends.</summary>
    private int Messages => Math.Max(1, Tested.Repetitions / 2);

    /// <summary>
    /// Two senders send while two hosts load the instance whenever it is runnable, receive messages, consume them in a save, and unlock the instance.
    /// </summary>
    [Fact]
    public async Task Messages_TwoSendersTwoHosts_AreConsumedOnceInOrder()
    {
        InstanceOwner[] owners = [await OwnerAsync("first"), await OwnerAsync("second")];
        Guid id = await WaitingAsync(owners[0], "a");
        List<(long Sequence, byte Sender, byte Number)> consumed = [];
        await Task.WhenAll([.. owners.Select(HostAsync), SendAsync(0), SendAsync(1)]).WaitAsync(Limit);

        Assert.Equal(2 * Messages, consumed.Count);
        Assert.Equal(consumed.OrderBy(message => message.Sequence), consumed);
        foreach (byte sender in new byte[] { 0, 1 })
        {
            Assert.Equal(
                Enumerable.Range(0, Messages).Select(number => (byte)number),
                consumed.Where(message => message.Sender == sender).Select(message => message.Number));
        }

        Assert.Equal(0, (await SummaryAsync(id)).PendingMessageCount);

        async Task SendAsync(byte sender)
        {
            for (int number = 0; number < Messages; number++)
            {
                await Task.Yield();
                await Store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "a", Content = new[] { sender, (byte)number } }, None);
            }
        }

        async Task HostAsync(InstanceOwner owner)
        {
            while (Volatile.Read(ref consumed).Count < 2 * Messages)
            {
                await Task.Yield();
                if (await Store.TryLoadRunnableAsync(owner, default, None) is not { } loaded)
                {
                    continue;
                }

                // No synchronization of the list: the lock of the instance orders the two hosts.
                IReadOnlyList<StoredMessage> received = await Store.ReceiveAsync(owner, new MessageQuery(id, 3), None);
                await Store.SaveAsync(owner, Consuming(id, loaded.LockVersion, [.. received.Select(message => message.Sequence)], bookmarks: ["a"]), None);
                consumed.AddRange(received.Select(message => (message.Sequence, message.Content.Span[0], message.Content.Span[1])));
                await Store.UnlockAsync(owner, InstanceUnlock.Release(id, loaded.LockVersion), None);
            }
        }
    }

    /// <summary>A message arrives during the save that unlocks the instance. In either order, the instance is runnable afterwards.</summary>
    [Fact]
    public async Task Message_DuringUnlockingSave_IsNotLost()
    {
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner, "a");
        for (int round = 0; round < Messages; round++)
        {
            long held = version;
            Task<long> sent = Task.Run(() => SendAsync(id, "a"));
            Task<long> saved = Task.Run(() => Store.SaveAsync(owner, Consuming(id, held, [], unlock: true, bookmarks: ["a"]), None));
            await Task.WhenAll(sent, saved).WaitAsync(Limit);
            StoredInstance? loaded = await Store.TryLoadRunnableAsync(owner, default, None);
            Assert.Equal((round, id), (round, loaded?.InstanceId));
            Assert.Equal(await sent, Assert.Single(await Store.ReceiveAsync(owner, new MessageQuery(id, 10), None)).Sequence);
            version = loaded!.LockVersion;
            await Store.SaveAsync(owner, Consuming(id, version, [await sent], bookmarks: ["a"]), None);
        }
    }

    [Fact]
    public async Task Message_DuringCompletion_IsRefusedOrRemoved()
    {
        InstanceOwner owner = await OwnerAsync();
        for (int round = 0; round < Messages / 5; round++)
        {
            (Guid id, long version) = await HeldAsync(owner, "a");
            InstanceMessage message = new() { InstanceId = id, BookmarkName = "a", RequestId = Guid.NewGuid() };
            Task<bool> sent = Task.Run(() => IsSentAsync(message));
            Task saved = Task.Run(() => Store.SaveAsync(owner, Completion(id, version), None));
            await Task.WhenAll(sent, saved).WaitAsync(Limit);
            Assert.Equal(await sent, await IsSentAsync(message));
            Assert.Empty(await QueryAsync(new InstanceQuery { InstanceIds = [id] }));
            await Store.SaveAsync(owner, Save(id), None);
            Assert.Empty(await Store.ReceiveAsync(owner, new MessageQuery(id, 10), None));
        }

        async Task<bool> IsSentAsync(InstanceMessage message)
        {
            try
            {
                await Store.SendAsync(message, None);
                return true;
            }
            catch (InstanceNotReadyException)
            {
                return false;
            }
        }
    }

    [Fact]
    public async Task Request_ManySenders_StoresOneMessage()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid id = await WaitingAsync(owner, "a"), otherId = await WaitingAsync(owner, "a");
        for (int round = 1; round <= 5; round++)
        {
            Guid request = Guid.NewGuid();

            // The same request id is also sent to another instance, which is a caller error.
            MessageReceipt[] receipts = await ManyAsync(number => Store.SendAsync(
                new InstanceMessage { InstanceId = number % 2 == 0 ? id : otherId, BookmarkName = "a", RequestId = request }, None));
            Assert.Single(receipts, receipt => !receipt.IsRepeated);
            Assert.Single(receipts.Select(receipt => (receipt.InstanceId, receipt.Sequence)).Distinct());
            Assert.Equal(round, (await QueryAsync()).Sum(summary => summary.PendingMessageCount));
        }
    }

    [Fact]
    public async Task Request_ManyFirstSaves_StartsOneInstance()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid request = Guid.NewGuid();
        Guid[] started = await ManyAsync(async _ =>
        {
            Guid id = Guid.NewGuid();
            try
            {
                await Store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, RequestId = request }, None);
                return id;
            }
            catch (InstanceCollisionException collision)
            {
                return collision.InstanceId;
            }
        });
        Assert.Equal(started.Distinct().Single(), Assert.Single(await QueryAsync()).InstanceId);
    }

    /// <summary>A key moves between two instances while a sender uses it. Each message reaches one of the instances or is refused.</summary>
    [Fact]
    public async Task Message_ByMovingKey_ReachesOneInstance()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid key = Guid.NewGuid();
        (Guid Id, long Version)[] holders = [await HeldAsync(owner), await HeldAsync(owner)];
        int sent = 0;
        Task sending = Task.Run(async () =>
        {
            for (int i = 0; i < Messages; i++)
            {
                try
                {
                    await Store.SendAsync(new InstanceMessage { Key = key, BookmarkName = "a" }, None);
                    sent++;
                }
                catch (InstanceKeyNotReadyException)
                {
                }
            }
        });
        for (int turn = 0; !sending.IsCompleted; turn++)
        {
            (Guid id, long version) = holders[turn % 2];
            await Store.SaveAsync(owner, new InstanceSave { InstanceId = id, LockVersion = version, Status = InstanceStatus.Idle, KeysAdded = [key] }, None);
            await Task.Yield();
            await Store.SaveAsync(owner, new InstanceSave { InstanceId = id, LockVersion = version, Status = InstanceStatus.Idle, KeysRemoved = [key] }, None);
        }

        await sending.WaitAsync(Limit);
        Assert.Equal(sent, (await QueryAsync()).Sum(summary => summary.PendingMessageCount));
    }

    private static Task<T[]> ManyAsync<T>(Func<int, Task<T>> work) =>
        Task.WhenAll(Enumerable.Range(0, 8).Select(number => Task.Run(() => work(number)))).WaitAsync(Limit);
}
