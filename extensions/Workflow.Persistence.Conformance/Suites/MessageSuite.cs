namespace Workflow.Persistence.Conformance;

/// <summary>Tests of stores that keep messages: sending, order and consumption.</summary>
internal sealed class MessageSuite(TestedStore tested) : StoreMessageSuite(tested)
{
    [Fact]
    public async Task Receive_ReturnsMessagesInOrder()
    {
        InstanceOwner owner = await OwnerAsync();
        (Guid id, _) = await HeldAsync(owner);
        MessageReceipt first = await Store.SendAsync(
            new InstanceMessage { InstanceId = id, BookmarkName = "a", Content = new byte[] { 1, 2 }, ExpiresIn = TimeSpan.FromMinutes(1) },
            None);
        MessageReceipt second = await Store.SendAsync(new InstanceMessage { InstanceId = id, Kind = MessageKind.Cancel, ExpiresIn = TimeSpan.MaxValue }, None);
        Assert.Equal((id, id, false, false), (first.InstanceId, second.InstanceId, first.IsRepeated, second.IsRepeated));
        Assert.True(first.Sequence > 0 && second.Sequence > first.Sequence);

        IReadOnlyList<StoredMessage> messages = await Store.ReceiveAsync(owner, new MessageQuery(id, 10), None);
        Assert.Equal(
            [(id, first.Sequence, MessageKind.Resume, "a"), (id, second.Sequence, MessageKind.Cancel, null)],
            messages.Select(message => (message.InstanceId, message.Sequence, message.Kind, message.BookmarkName)));
        Assert.Equal(new byte[] { 1, 2 }, messages[0].Content.ToArray());
        Assert.Equal(0, messages[1].Content.Length);
        Assert.Equal((messages[0].ReceivedAt + TimeSpan.FromMinutes(1), null), (messages[0].ExpiresAt, messages[1].ExpiresAt));
        Assert.Equal(second.Sequence, Assert.Single(await Store.ReceiveAsync(owner, new MessageQuery(id, 10) { After = first.Sequence }, None)).Sequence);
        Assert.Equal(first.Sequence, Assert.Single(await Store.ReceiveAsync(owner, new MessageQuery(id, 1), None)).Sequence);
        Assert.Empty(await Store.ReceiveAsync(owner, new MessageQuery(id, 1) { After = second.Sequence }, None));
        Assert.Empty(await Store.ReceiveAsync(owner, new MessageQuery(id, 1) { After = long.MaxValue }, None));
        Assert.Equal(2, (await SummaryAsync(id)).PendingMessageCount);
    }

    /// <summary>The result contains all messages, so that a host knows the pending messages and their order, but not all contents.</summary>
    [Fact]
    public async Task Receive_WithLimit_OmitsContents()
    {
        const int Large = ContentLimit.SmallSize + 1;
        InstanceOwner owner = await OwnerAsync();
        (Guid id, _) = await HeldAsync(owner, "saved");
        long[] sent =
        [
            await OfAsync("other", Large),
            await OfAsync("other", Large - 1),
            await OfAsync("saved", Large),
            await OfAsync(null, Large),
            await OfAsync("named", Large),
            await OfAsync("saved", 0)
        ];
        Assert.Equal<int[]>([0, Large - 1, Large, Large, 0, 0], await ReadAsync(0, new ContentLimit(long.MaxValue, null)));
        Assert.Equal<int[]>([0, Large - 1, Large, Large, Large, 0], await ReadAsync(0, new ContentLimit(long.MaxValue, "named")));

        // Omitted contents also count against the limit, beginning with the first message of the call.
        Assert.Equal<int[]>([0, Large - 1, Large, 0, 0, 0], await ReadAsync(0, new ContentLimit((3 * Large) - 1, null)));
        Assert.Equal<int[]>([Large, 0, 0, 0], await ReadAsync(sent[1], new ContentLimit(Large, null)));
        Assert.Equal<int[]>([0, 0, 0, 0, 0, 0], await ReadAsync(0, new ContentLimit(0, null)));
        Assert.Equal<int[]>([Large, Large - 1, Large, Large, Large, 0], await ReadAsync(0, null));
        Assert.Equal<IEnumerable<int>>(
            [Large, Large - 1, Large, Large, Large, 0],
            (await Store.ReceiveAsync(owner, new MessageQuery(id, 10), None)).Select(message => message.Content.Length));
        Assert.All(await Store.ReceiveAsync(owner, new MessageQuery(id, 10), None), message => Assert.False(message.IsContentOmitted));

        // The withdrawal of a message does not change the others.
        Assert.True(await Store.WithdrawAsync(id, sent[0], None));
        Assert.Equal<int[]>([Large - 1, Large, 0, 0, 0], await ReadAsync(0, new ContentLimit(2 * Large, null)));

        async Task<long> OfAsync(string? bookmark, int size) => (await Store.SendAsync(
            new InstanceMessage
            {
                InstanceId = id,
                Kind = bookmark is null ? MessageKind.Terminate : MessageKind.Resume,
                BookmarkName = bookmark,
                Content = new byte[size]
            },
            None)).Sequence;

        async Task<int[]> ReadAsync(long after, ContentLimit? limit)
        {
            IReadOnlyList<StoredMessage> messages = await Store.ReceiveAsync(owner, new MessageQuery(id, 10) { After = after, ContentLimit = limit }, None);
            Assert.Equal(sent.Where(sequence => sequence > after).TakeLast(messages.Count), messages.Select(message => message.Sequence));
            Assert.All(messages, message => Assert.Equal(message.IsContentOmitted, message.Content.Length < message.ContentSize));
            return [.. messages.Select(message => message.Content.Length)];
        }
    }

    /// <summary>A host relies on the previous sequence number when it delivers a message that it keeps in memory.</summary>
    [Fact]
    public async Task Send_ReturnsPreviousSequence()
    {
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner);
        (Guid otherId, _) = await HeldAsync(owner);
        MessageReceipt first = await AnswerAsync();
        Assert.Equal(0, first.PreviousSequence);
        await SendAsync(otherId, "a");
        MessageReceipt second = await AnswerAsync(), third = await AnswerAsync();
        Assert.Equal((first.Sequence, second.Sequence), (second.PreviousSequence, third.PreviousSequence));

        // Consumed or withdrawn messages do not count as previous messages.
        await Store.SaveAsync(owner, Consuming(id, version, [first.Sequence, third.Sequence]), None);
        Assert.Equal(second.Sequence, (await AnswerAsync()).PreviousSequence);
        foreach (StoredMessage message in await Store.ReceiveAsync(owner, new MessageQuery(id, 10), None))
        {
            await Store.WithdrawAsync(id, message.Sequence, None);
        }

        Assert.Equal(0, (await AnswerAsync()).PreviousSequence);
        Guid request = Guid.NewGuid();
        await Store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "a", RequestId = request }, None);
        Assert.Null((await Store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "a", RequestId = request }, None)).PreviousSequence);

        Task<MessageReceipt> AnswerAsync() => Store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "a", WakesHosts = false }, None);
    }

    [Fact]
    public async Task Receive_NotHeld_ReturnsNothing()
    {
        InstanceOwner owner = await OwnerAsync(), other = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner);
        await SendAsync(id, "a");
        Assert.Empty(await Store.ReceiveAsync(other, new MessageQuery(id, 10), None));
        Assert.Empty(await Store.ReceiveAsync(other, new MessageQuery(Guid.NewGuid(), 10), None));
        await Store.UnlockAsync(owner, InstanceUnlock.Release(id, version), None);
        Assert.Empty(await Store.ReceiveAsync(owner, new MessageQuery(id, 10), None));
        await Store.DeleteOwnerAsync(other, None);
        await Assert.ThrowsAsync<InstanceOwnerException>(() => Store.ReceiveAsync(other, new MessageQuery(id, 10), None));
    }

    [Fact]
    public async Task Save_RemovesConsumedMessages()
    {
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner);
        (Guid otherId, _) = await HeldAsync(owner);
        long[] sent = [await SendAsync(id, "a"), await SendAsync(id, "b"), await SendAsync(id, "c")];
        long foreign = await SendAsync(otherId, "a");
        await Store.SaveAsync(owner, Consuming(id, version, [sent[0], sent[2], foreign, long.MaxValue]), None);
        Assert.Equal(sent[1], Assert.Single(await Store.ReceiveAsync(owner, new MessageQuery(id, 10), None)).Sequence);
        Assert.Equal(foreign, Assert.Single(await Store.ReceiveAsync(owner, new MessageQuery(otherId, 10), None)).Sequence);
        Assert.Equal(1, (await SummaryAsync(id)).PendingMessageCount);

        // A host repeats the save if the response was lost.
        await Store.SaveAsync(owner, Consuming(id, version, [sent[0], sent[2]]), None);
        Assert.Equal(1, (await SummaryAsync(id)).PendingMessageCount);
        await Store.SaveAsync(owner, Consuming(id, version, [sent[1]]), None);
        Assert.Equal((0, 1), ((await SummaryAsync(id)).PendingMessageCount, (await SummaryAsync(otherId)).PendingMessageCount));
    }

    [Fact]
    public async Task Save_Refused_ConsumesNothing()
    {
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner);
        long sent = await SendAsync(id, "a");
        await Assert.ThrowsAsync<InstanceLockLostException>(() => Store.SaveAsync(owner, Consuming(id, version + 1, [sent]), None));
        await Assert.ThrowsAsync<ArgumentException>(() => Store.SaveAsync(owner, Consuming(id, version, [sent], left: -1), None));
        Assert.Equal(sent, Assert.Single(await Store.ReceiveAsync(owner, new MessageQuery(id, 10), None)).Sequence);
    }

    [Fact]
    public async Task Completion_RemovesMessagesAndRefusesOthers()
    {
        UseStore(CreateStore(InstanceCompletionAction.DeleteNothing));
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner);
        long sent = await SendAsync(id, "a");
        await Store.SaveAsync(owner, Completion(id, version), None);
        Assert.Equal(0, (await SummaryAsync(id)).PendingMessageCount);
        Assert.Equal(id, (await Assert.ThrowsAsync<InstanceCompleteException>(() => SendAsync(id, "a"))).InstanceId);
        Assert.False(await Store.WithdrawAsync(id, sent, None));
    }

    [Fact]
    public async Task Send_UnknownInstance_Fails()
    {
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner);
        await SendAsync(id, "a");
        await Store.SaveAsync(owner, Completion(id, version), None);
        Assert.Equal(id, (await Assert.ThrowsAsync<InstanceNotReadyException>(() => SendAsync(id, "a"))).InstanceId);
        await Assert.ThrowsAsync<InstanceKeyNotReadyException>(() => Store.SendAsync(new InstanceMessage { Key = Guid.NewGuid(), BookmarkName = "a" }, None));

        // A new instance with the same id has no messages of the old one.
        await Store.SaveAsync(owner, Save(id), None);
        Assert.Empty(await Store.ReceiveAsync(owner, new MessageQuery(id, 10), None));
    }

    [Fact]
    public async Task Message_Invalid_IsRefused()
    {
        (Guid id, _) = await HeldAsync(await OwnerAsync());
        InstanceMessage[] bad =
        [
            new() { BookmarkName = "a" },
            new() { InstanceId = id, Key = id, BookmarkName = "a" },
            new() { InstanceId = id },
            new() { InstanceId = id, BookmarkName = string.Empty },
            new() { InstanceId = id, BookmarkName = new string('a', InstanceMessage.MaxBookmarkNameLength + 1) },
            new() { InstanceId = id, BookmarkName = "\0" },
            new() { InstanceId = id, BookmarkName = "\ud800" },
            new() { InstanceId = id, Kind = MessageKind.Cancel, BookmarkName = "a" },
            new() { InstanceId = id, Kind = (MessageKind)4 },
        ];
        foreach (InstanceMessage message in bad)
        {
            await Assert.ThrowsAsync<ArgumentException>(() => Store.SendAsync(message, None));
        }

        await Assert.ThrowsAsync<ArgumentNullException>(() => Store.SendAsync(null!, None));
        Assert.Equal(0, (await SummaryAsync(id)).PendingMessageCount);
        await SendAsync(id, new string('\u00e4', InstanceMessage.MaxBookmarkNameLength));
        await SendAsync(id, string.Concat(Enumerable.Repeat("\U0001f600", InstanceMessage.MaxBookmarkNameLength / 2)));
        Assert.Equal(2, (await SummaryAsync(id)).PendingMessageCount);
    }

    [Fact]
    public async Task Arguments_NullOrOutOfRange_AreRefused()
    {
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner);
        await Assert.ThrowsAsync<ArgumentNullException>(() => Store.ReceiveAsync(null!, new MessageQuery(id, 1), None));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => Store.ReceiveAsync(owner, new MessageQuery(id, 1) { After = -1 }, None));
        await Assert.ThrowsAsync<ArgumentOutOfRangeException>(() => Store.ReceiveAsync(owner, new MessageQuery(id, 0), None));
        await Assert.ThrowsAsync<ArgumentNullException>(() => Store.WaitForMessagesAsync(null!, null, None));
        await Assert.ThrowsAsync<ArgumentNullException>(() => Store.UnlockAsync(null!, InstanceUnlock.Suspension(id, version, "reason"), None));
        await Assert.ThrowsAsync<ArgumentNullException>(() => Store.UnlockAsync(owner, InstanceUnlock.Suspension(id, version, null!), None));
    }

    [Fact]
    public async Task Send_ByKey_ReachesCurrentHolder()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid key = Guid.NewGuid(), first = Guid.NewGuid(), second = Guid.NewGuid();
        long version = await Store.SaveAsync(owner, new InstanceSave { InstanceId = first, Status = InstanceStatus.Idle, KeysAdded = [key] }, None);
        await Store.SaveAsync(owner, Save(second), None);
        Assert.Equal(first, (await Store.SendAsync(new InstanceMessage { Key = key, BookmarkName = "a" }, None)).InstanceId);
        await Store.SaveAsync(owner, new InstanceSave { InstanceId = first, LockVersion = version, Status = InstanceStatus.Idle, KeysRemoved = [key] }, None);
        await Assert.ThrowsAsync<InstanceKeyNotReadyException>(() => Store.SendAsync(new InstanceMessage { Key = key, BookmarkName = "a" }, None));
        await Store.SaveAsync(
            owner,
            new InstanceSave { InstanceId = second, LockVersion = InstanceSave.FirstLockVersion, Status = InstanceStatus.Idle, KeysAdded = [key] },
            None);
        Assert.Equal(second, (await Store.SendAsync(new InstanceMessage { Key = key, BookmarkName = "a" }, None)).InstanceId);
        Assert.Equal(second, Assert.Single(await QueryAsync(new InstanceQuery { Key = key })).InstanceId);
        Assert.Empty(await QueryAsync(new InstanceQuery { Key = Guid.NewGuid() }));
        Assert.Empty(await QueryAsync(new InstanceQuery { Key = key, InstanceIds = [first] }));
    }

    [Fact]
    public async Task Send_RepeatedRequestId_StoresOneMessage()
    {
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner);
        InstanceMessage message = new() { InstanceId = id, BookmarkName = "a", RequestId = Guid.NewGuid() };
        MessageReceipt first = await Store.SendAsync(message, None), second = await Store.SendAsync(message, None);
        Assert.Equal((first.InstanceId, first.Sequence, true), (second.InstanceId, second.Sequence, second.IsRepeated));
        Assert.Equal(1, (await SummaryAsync(id)).PendingMessageCount);

        // The repetition is also detected after the message was consumed, and after the end of the instance.
        await Store.SaveAsync(owner, Consuming(id, version, [first.Sequence]), None);
        Assert.Equal(first.Sequence, (await Store.SendAsync(message, None)).Sequence);
        await Store.SaveAsync(owner, Completion(id, version), None);
        MessageReceipt last = await Store.SendAsync(message, None);
        Assert.Equal((id, first.Sequence, true), (last.InstanceId, last.Sequence, last.IsRepeated));
    }

    [Fact]
    public async Task Send_Failed_DoesNotStoreRequestId()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid id = Guid.NewGuid();
        InstanceMessage message = new() { InstanceId = id, BookmarkName = "a", RequestId = Guid.NewGuid() };
        await Assert.ThrowsAsync<InstanceNotReadyException>(() => Store.SendAsync(message, None));
        await Store.SaveAsync(owner, Save(id), None);
        Assert.False((await Store.SendAsync(message, None)).IsRepeated);
        Assert.True((await Store.SendAsync(message, None)).IsRepeated);
    }

    [Fact]
    public async Task FirstSave_RepeatedRequestId_StartsOneInstance()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid request = Guid.NewGuid(), first = Guid.NewGuid();
        long version = await Store.SaveAsync(owner, Start(first, request), None);
        await RefusedAsync(Guid.NewGuid());
        await RefusedAsync(first);

        // A later save of the instance may carry the same request id. Request ids of messages are a separate set.
        await Store.SaveAsync(owner, new InstanceSave { InstanceId = first, LockVersion = version, Status = InstanceStatus.Idle, RequestId = request }, None);
        Assert.False((await Store.SendAsync(new InstanceMessage { InstanceId = first, BookmarkName = "a", RequestId = request }, None)).IsRepeated);
        await Store.SaveAsync(owner, Completion(first, version), None);
        await RefusedAsync(Guid.NewGuid());
        Assert.Empty(await QueryAsync());

        async Task RefusedAsync(Guid id) =>
            Assert.Equal(first, (await Assert.ThrowsAsync<InstanceCollisionException>(() => Store.SaveAsync(owner, Start(id, request), None))).InstanceId);
    }

    [Fact]
    public async Task Message_Expired_IsMarked()
    {
        InstanceOwner owner = await OwnerAsync();
        (Guid id, _) = await HeldAsync(owner);
        await Store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "a", ExpiresIn = TimeSpan.FromSeconds(10) }, None);
        await Store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "a", ExpiresIn = TimeSpan.Zero }, None);
        await Store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "a", ExpiresIn = TimeSpan.MinValue }, None);
        Assert.Equal([false, true, true], await ExpiredAsync());
        await PassAsync(TimeSpan.FromSeconds(10));
        Assert.Equal([true, true, true], await ExpiredAsync());

        async Task<IEnumerable<bool>> ExpiredAsync() => (await Store.ReceiveAsync(owner, new MessageQuery(id, 10), None)).Select(message => message.IsExpired);
    }

    [Fact]
    public async Task Withdraw_RemovesAMessageOnce()
    {
        InstanceOwner owner = await OwnerAsync();
        (Guid id, _) = await HeldAsync(owner);
        (Guid otherId, _) = await HeldAsync(owner);
        long first = await SendAsync(id, "a"), second = await SendAsync(id, "a");
        Assert.False(await Store.WithdrawAsync(otherId, first, None));
        Assert.False(await Store.WithdrawAsync(id, 0, None));
        Assert.True(await Store.WithdrawAsync(id, first, None));
        Assert.False(await Store.WithdrawAsync(id, first, None));
        Assert.Equal(second, Assert.Single(await Store.ReceiveAsync(owner, new MessageQuery(id, 10), None)).Sequence);
        Assert.Equal(1, (await SummaryAsync(id)).PendingMessageCount);
    }

    [Fact]
    public async Task Send_AmbientTransaction_IsIgnored()
    {
        (Guid id, _) = await HeldAsync(await OwnerAsync());
        using (System.Transactions.TransactionScope scope = new(System.Transactions.TransactionScopeAsyncFlowOption.Enabled))
        {
            await SendAsync(id, "a");
        }

        Assert.Equal(1, (await SummaryAsync(id)).PendingMessageCount);
    }

    private static InstanceSave Start(Guid id, Guid request) => new() { InstanceId = id, Status = InstanceStatus.Idle, RequestId = request };
}
