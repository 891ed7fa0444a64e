using System.Transactions;

namespace Workflow.Persistence.Conformance;

/// <summary>
/// Tests of stores that keep messages: the messages that make an instance runnable, and the notification of the host that holds it.
/// </summary>
internal sealed class MessageWakeSuite(TestedStore tested) : StoreMessageSuite(tested)
{
    [Fact]
    public async Task Message_ForBookmark_MakesUnlockedInstanceRunnable()
    {
        InstanceOwner owner = await OwnerAsync();
        Guid id = await WaitingAsync(owner, "a", "b");
        Assert.Null(await RunnableAsync(owner));
        Task waiting = Store.WaitForRunnableAsync(owner, None);
        await SendAsync(id, "c");
        await SendAsync(id, "A");
        await SendAsync(id, "b ");
        Assert.Null(await RunnableAsync(owner));
        Assert.False(waiting.IsCompleted);
        await SendAsync(id, "b");
        await waiting.WaitAsync(Limit);
        Assert.Equal(id, await RunnableAsync(owner));
        Assert.Equal(4, (await Store.ReceiveAsync(owner, new MessageQuery(id, 10), None)).Count);
    }

    [Theory]
    [InlineData(MessageKind.Cancel)]
    [InlineData(MessageKind.Terminate)]
    [InlineData(MessageKind.Suspend)]
    public async Task Message_OtherKind_MakesInstanceRunnable(MessageKind kind)
    {
        InstanceOwner owner = await OwnerAsync();
        Guid id = await WaitingAsync(owner);
        await Store.SendAsync(new InstanceMessage { InstanceId = id, Kind = kind }, None);
        Assert.Equal(id, await RunnableAsync(owner));
    }

    [Fact]
    public async Task Save_MoreMessagesWaitThanLeft_MakesInstanceRunnable()
    {
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner);
        long first = await SendAsync(id, "a");
        await SendAsync(id, "b");
        Assert.Null(await RunnableAsync(owner));

        // Another message arrives after the host has received the messages.
        await SendAsync(id, "c");
        await Store.SaveAsync(owner, Consuming(id, version, [first], left: 1, unlock: true), None);
        StoredInstance? loaded = await Store.TryLoadRunnableAsync(owner, default, None);
        Assert.Equal(id, loaded?.InstanceId);
        await Store.SaveAsync(owner, Consuming(id, loaded!.LockVersion, [], left: 2, unlock: true, bookmarks: ["d"]), None);
        Assert.Null(await RunnableAsync(owner));
        await SendAsync(id, "e");
        Assert.Null(await RunnableAsync(owner));
        await SendAsync(id, "d");
        Assert.Equal(id, await RunnableAsync(owner));
        Assert.Equal(4, (await SummaryAsync(id)).PendingMessageCount);
    }

    [Fact]
    public async Task Unlock_MessageSinceSave_MakesInstanceRunnable()
    {
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner);
        await SendAsync(id, "a");
        await Store.SaveAsync(owner, Consuming(id, version, [], left: 1), None);
        await Store.UnlockAsync(owner, InstanceUnlock.Release(id, version), None);
        Assert.Null(await RunnableAsync(owner));
        version = (await Store.LoadAsync(owner, InstanceLoad.ById(id), None)).LockVersion;
        await SendAsync(id, "b");
        await Store.UnlockAsync(owner, InstanceUnlock.Release(id, version), None);
        Assert.Equal(id, await RunnableAsync(owner));
    }

    [Fact]
    public async Task Withdraw_WithoutHost_HidesNoOtherMessage()
    {
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner);
        long received = await SendAsync(id, "a");
        Assert.True(await Store.WithdrawAsync(id, received, None));
        await SendAsync(id, "b");
        await Store.SaveAsync(owner, Consuming(id, version, [], left: 1), None);
        await Store.SaveAsync(owner, Consuming(id, version, [], left: 1, unlock: true), None);
        StoredInstance? loaded = await Store.TryLoadRunnableAsync(owner, default, None);
        Assert.Equal(id, loaded?.InstanceId);
        await Store.SaveAsync(owner, Consuming(id, loaded!.LockVersion, [], left: 1, unlock: true, bookmarks: ["c"]), None);
        Assert.Null(await RunnableAsync(owner));

        // The same for an instance that is not locked.
        long idle = await SendAsync(id, "d");
        Assert.True(await Store.WithdrawAsync(id, idle, None));
        Assert.Null(await RunnableAsync(owner));
        await SendAsync(id, "c");
        Assert.Equal(id, await RunnableAsync(owner));
    }

    [Fact]
    public async Task Messages_OwnerDeleted_AreReceivedBySuccessor()
    {
        InstanceOwner owner = await OwnerAsync(), successor = await OwnerAsync();
        (Guid id, _) = await HeldAsync(owner);
        long sent = await SendAsync(id, "a");
        await Store.DeleteOwnerAsync(owner, None);
        StoredInstance? loaded = await Store.TryLoadRunnableAsync(successor, default, None);
        Assert.Equal(id, loaded?.InstanceId);
        Assert.Equal(sent, Assert.Single(await Store.ReceiveAsync(successor, new MessageQuery(id, 10), None)).Sequence);
    }

    [Fact]
    public async Task Message_FailedInstance_WaitsForRetry()
    {
        Require(new StoreCapabilities { SuspendsInstances = true });
        TimeSpan delay = new InstanceOwnerOptions().RetryDelayAfter(1);
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner, "a");
        await Store.UnlockAsync(owner, InstanceUnlock.Failure(id, version, "failure"), None);
        await SendAsync(id, "a");
        Assert.Null(await RunnableAsync(owner));
        await PassAsync(delay);
        Assert.Equal(id, await RunnableAsync(owner));
    }

    [Fact]
    public async Task Suspend_KeepsMessagesUntilContinued()
    {
        Require(new StoreCapabilities { SuspendsInstances = true });
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner, "a");
        await SendAsync(id, "a");
        await Assert.ThrowsAsync<InstanceLockLostException>(() => Store.UnlockAsync(owner, InstanceUnlock.Suspension(id, version + 1, "reason"), None));
        await Store.UnlockAsync(owner, InstanceUnlock.Suspension(id, version, "reason"), None);
        await SendAsync(id, "a");
        InstanceSummary summary = await SummaryAsync(id);
        Assert.Equal(
            (true, "reason", 0, 2, null, null),
            (summary.IsSuspended, summary.LastFailure, summary.FailureCount, summary.PendingMessageCount, summary.OwnerId, summary.RetryAt));
        Assert.Single(await QueryAsync(new InstanceQuery { IsSuspended = true }));
        Assert.Null(await RunnableAsync(owner));
        Assert.True(await Store.ContinueAsync(id, None));
        Assert.False((await SummaryAsync(id)).IsSuspended);
        Assert.Equal(id, await RunnableAsync(owner));
    }

    [Fact]
    public async Task Suspend_WithFailures_KeepsTheirCount()
    {
        Require(new StoreCapabilities { SuspendsInstances = true });
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner);
        await Store.UnlockAsync(owner, InstanceUnlock.Failure(id, version, "failure"), None);
        version = (await Store.LoadAsync(owner, InstanceLoad.ById(id), None)).LockVersion;
        await Store.UnlockAsync(owner, InstanceUnlock.Suspension(id, version, "reason"), None);
        InstanceSummary summary = await SummaryAsync(id);
        Assert.Equal((true, "reason", 1), (summary.IsSuspended, summary.LastFailure, summary.FailureCount));

        // The instance can be loaded by its id, and a save ends the suspension.
        version = (await Store.LoadAsync(owner, InstanceLoad.ById(id), None)).LockVersion;
        await Store.SaveAsync(owner, Save(id, version, unlock: true), None);
        Assert.False((await SummaryAsync(id)).IsSuspended);
    }

    [Fact]
    public async Task Terminate_RemovesMessages()
    {
        Require(new StoreCapabilities { SuspendsInstances = true });
        UseStore(CreateStore(InstanceCompletionAction.DeleteNothing));
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner);
        await SendAsync(id, "a");
        await Store.UnlockAsync(owner, InstanceUnlock.Suspension(id, version, "reason"), None);
        Assert.True(await Store.TerminateAsync(id, None));
        Assert.Equal((0, InstanceStatus.Faulted), ((await SummaryAsync(id)).PendingMessageCount, (await SummaryAsync(id)).Status));
        await Assert.ThrowsAsync<InstanceCompleteException>(() => SendAsync(id, "a"));
    }

    [Fact]
    public async Task WaitForMessages_InstanceNotKnown_ReturnsItAgain()
    {
        InstanceOwner owner = await OwnerAsync(), other = await OwnerAsync();
        (Guid id, _) = await HeldAsync(owner);
        (Guid otherId, _) = await HeldAsync(other);
        Task<IReadOnlyList<Guid>> waiting = Store.WaitForMessagesAsync(owner, null, None);
        await SendAsync(otherId, "a");
        Assert.False(waiting.IsCompleted);
        await SendAsync(id, "a");
        Assert.Equal(id, Assert.Single(await waiting.WaitAsync(Limit)));

        // The response was lost.
        Assert.Equal(id, Assert.Single(await Store.WaitForMessagesAsync(owner, null, None).WaitAsync(Limit)));
        Assert.Single(await Store.ReceiveAsync(owner, new MessageQuery(id, 10), None));

        // The message may have arrived after the host received the others, so the call reports a known instance once more.
        await SendAsync(id, "b");
        Assert.Equal(id, Assert.Single(await Store.WaitForMessagesAsync(owner, [id], None).WaitAsync(Limit)));
        waiting = Store.WaitForMessagesAsync(owner, [id, otherId], None);
        Assert.False(waiting.IsCompleted);
        await SendAsync(id, "c");
        Assert.Equal(id, Assert.Single(await waiting.WaitAsync(Limit)));
        Assert.Equal(otherId, Assert.Single(await Store.WaitForMessagesAsync(other, null, None).WaitAsync(Limit)));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task WaitForMessages_OwnerEnds_Fails(bool expires)
    {
        InstanceOwner owner = await OwnerAsync();
        Task waiting = Store.WaitForMessagesAsync(owner, null, None);
        await (expires ? PassAsync(LeaseTime) : Store.DeleteOwnerAsync(owner, None));
        await Assert.ThrowsAsync<InstanceOwnerException>(() => waiting.WaitAsync(Limit));
        await Assert.ThrowsAsync<InstanceOwnerException>(() => Store.WaitForMessagesAsync(owner, null, None).WaitAsync(Limit));
    }

    [Fact]
    public async Task WaitForMessages_Canceled_Ends()
    {
        InstanceOwner owner = await OwnerAsync();
        using CancellationTokenSource cancel = new();
        Task canceled = Store.WaitForMessagesAsync(owner, null, cancel.Token);
        await cancel.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => canceled.WaitAsync(Limit));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Save_InTransaction_ConsumesAtCommit(bool commits)
    {
        Require(new StoreCapabilities { JoinsTransactions = true });
        InstanceOwner owner = await OwnerAsync();
        (Guid id, long version) = await HeldAsync(owner, "a");
        long first = await SendAsync(id, "a"), second = await SendAsync(id, "a");
        Guid request = Guid.NewGuid(), started = Guid.NewGuid();
        using (TransactionScope scope = new(TransactionScopeAsyncFlowOption.Enabled))
        {
            await Store.SaveAsync(owner, Consuming(id, version, [first]), None);
            await Store.SaveAsync(owner, Consuming(id, version, [second], unlock: true), None);
            await Store.SaveAsync(owner, new InstanceSave { InstanceId = started, Status = InstanceStatus.Idle, RequestId = request, Unlock = true }, None);
            if (commits)
            {
                scope.Complete();
            }
        }

        Assert.Equal(commits ? 0 : 2, (await SummaryAsync(id)).PendingMessageCount);
        Assert.Null(await RunnableAsync(owner));
        InstanceSave again = new() { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle, RequestId = request };
        if (commits)
        {
            Assert.Equal(started, (await Assert.ThrowsAsync<InstanceCollisionException>(() => Store.SaveAsync(owner, again, None))).InstanceId);
        }
        else
        {
            await Store.SaveAsync(owner, again, None);
        }
    }
}
