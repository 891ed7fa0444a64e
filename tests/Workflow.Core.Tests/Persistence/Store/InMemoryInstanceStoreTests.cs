using System.Transactions;
using System.Xml.Linq;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Persistence.Conformance;
using Workflow.Testing;

namespace Workflow.Core.Tests.Persistence;

/// <summary>Runs the tests of all stores on the in-memory store, and tests of the behavior that only this store has.</summary>
public static class InMemoryInstanceStoreTests
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(30);

    [StoreTopics(StoreTopic.Saving)]
    public sealed class Saving() : StoreConformanceTests(new MemoryStore());

    [StoreTopics(StoreTopic.Owners)]
    public sealed class Owners() : StoreConformanceTests(new MemoryStore());

    [StoreTopics(StoreTopic.Runnable)]
    public sealed class Runnable() : StoreConformanceTests(new MemoryStore());

    [StoreTopics(StoreTopic.Failures)]
    public sealed class Failures() : StoreConformanceTests(new MemoryStore());

    [StoreTopics(StoreTopic.Suspects)]
    public sealed class Suspects() : StoreConformanceTests(new MemoryStore());

    [StoreTopics(StoreTopic.Queries)]
    public sealed class Queries() : StoreConformanceTests(new MemoryStore());

    [StoreTopics(StoreTopic.Transactions)]
    public sealed class Transactions() : StoreConformanceTests(new MemoryStore());

    [StoreTopics(StoreTopic.Scopes)]
    public sealed class Scopes() : StoreConformanceTests(new MemoryStore());

    [StoreTopics(StoreTopic.Races)]
    public sealed class Races() : StoreConformanceTests(new MemoryStore());

    [StoreTopics(StoreTopic.Messages)]
    public sealed class Messages() : StoreConformanceTests(new MemoryStore());

    [StoreTopics(StoreTopic.MessageWaits)]
    public sealed class MessageWaits() : StoreConformanceTests(new MemoryStore());

    [StoreTopics(StoreTopic.MessageRaces)]
    public sealed class MessageRaces() : StoreConformanceTests(new MemoryStore());

    public sealed class Itself
    {
        [Fact]
        public void Capabilities_AreAll() => Assert.Equal(
            new StoreCapabilities { KeepsMessages = true, JoinsTransactions = true, SuspendsInstances = true }, new InMemoryInstanceStore().Capabilities);

        [Fact]
        public async Task Wait_Canceled_LeavesNoTimer()
        {
            VirtualTimeProvider clock = new();
            InMemoryInstanceStore store = new(clock);
            InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
            using CancellationTokenSource cancel = new();
            Task waiting = store.WaitForRunnableAsync(owner, cancel.Token);
            Assert.Equal(1, clock.PendingTimers);
            await cancel.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting.WaitAsync(HangGuard.Limit));
            Assert.Equal(0, clock.PendingTimers);
        }

        [Fact]
        public async Task Bytes_ReturnedByQuery_AreCopies()
        {
            InMemoryInstanceStore store = new();
            InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
            byte[] given = [1, 2];
            Dictionary<XName, object?> values = new() { [XName.Get("a", "urn:test")] = given };
            await store.SaveAsync(
                owner, new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle, WriteOnlyValues = values }, CancellationToken.None);
            given[0] = 9;
            byte[] read = await ReadAsync();
            Assert.Equal([1, 2], read);
            read[0] = 9;
            Assert.Equal([1, 2], await ReadAsync());

            async Task<byte[]> ReadAsync()
            {
                InstanceSummary[] found = await store.QueryAsync(new InstanceQuery(), CancellationToken.None).ToArrayAsync();
                return Assert.IsType<byte[]>(Assert.Single(Assert.Single(found).Values).Value);
            }
        }

        [Fact]
        public async Task Save_EndedTransaction_IsRefused()
        {
            InMemoryInstanceStore store = new();
            InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
            InstanceSave save = new() { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle };
            using CommittableTransaction transaction = new();
            using (TransactionScope scope = new(transaction, TransactionScopeAsyncFlowOption.Enabled))
            {
                transaction.Rollback();
                await Assert.ThrowsAnyAsync<TransactionException>(() => store.SaveAsync(owner, save, CancellationToken.None));
            }

            await store.SaveAsync(owner, save, CancellationToken.None);
        }

        [Fact]
        public async Task Request_OfMessage_IsKeptForSevenDays()
        {
            VirtualTimeProvider clock = new();
            InMemoryInstanceStore store = new(clock);
            InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
            InstanceSave save = new() { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle, RequestId = Guid.NewGuid() };
            await store.SaveAsync(owner, save, CancellationToken.None);
            InstanceMessage message = new() { InstanceId = save.InstanceId, BookmarkName = "a", RequestId = Guid.NewGuid() };
            MessageReceipt first = await store.SendAsync(message, CancellationToken.None);
            clock.Advance(TimeSpan.FromDays(7) - TimeSpan.FromTicks(1));
            Assert.Equal(first.Sequence, (await store.SendAsync(message, CancellationToken.None)).Sequence);
            clock.Advance(TimeSpan.FromTicks(1));
            await store.SendAsync(new InstanceMessage { InstanceId = save.InstanceId, BookmarkName = "a", RequestId = Guid.NewGuid() }, CancellationToken.None);
            Assert.False((await store.SendAsync(message, CancellationToken.None)).IsRepeated);
        }

        [Fact]
        public async Task Messages_HundredThousand_AreConsumedSingly()
        {
            InMemoryInstanceStore store = new(new VirtualTimeProvider());
            InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None);
            Guid id = Guid.NewGuid();
            long version = await store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle }, CancellationToken.None);
            for (int i = 0; i < 100_000; i++)
            {
                await store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "a" }, CancellationToken.None);
            }

            for (int i = 100_000; i > 0; i--)
            {
                StoredMessage message = Assert.Single(await store.ReceiveAsync(owner, new MessageQuery(id, 1), CancellationToken.None));
                InstanceSave save = new()
                {
                    InstanceId = id,
                    LockVersion = version,
                    Status = InstanceStatus.Idle,
                    MessagesConsumed = [message.Sequence],
                    PendingMessageCount = i - 1
                };
                await store.SaveAsync(owner, save, CancellationToken.None);
            }

            Assert.Empty(await store.ReceiveAsync(owner, new MessageQuery(id, 1), CancellationToken.None));
        }

        [Fact]
        public async Task Store_Defaults_AreDeleteAllAndThirtySeconds()
        {
            InMemoryInstanceStore store = new();
            Assert.Same(TimeProvider.System, store.TimeProvider);
            Assert.Null(store.DefaultOwner);
            Assert.Equal(InstanceCompletionAction.DeleteAll, new InMemoryInstanceStoreOptions().CompletionAction);
            Assert.Equal(Period, (await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None)).RenewalPeriod);
        }

        [Fact]
        public void Store_WithoutClockOrPeriod_IsRefused()
        {
            Assert.Throws<ArgumentNullException>(() => new InMemoryInstanceStore((TimeProvider)null!));
            Assert.Throws<ArgumentNullException>(() => new InMemoryInstanceStore((InMemoryInstanceStoreOptions)null!));
            Assert.Throws<ArgumentOutOfRangeException>(() => new InMemoryInstanceStoreOptions { LeaseRenewalPeriod = TimeSpan.Zero });
        }
    }

    /// <summary>The limits of messages that wait for one instance. The stores in databases have the same tests with other limits.</summary>
    public sealed class Limits
    {
        private readonly VirtualTimeProvider _clock = new();

        private static CancellationToken None => CancellationToken.None;

        [Fact]
        public async Task Send_MaxWaitingMessages_IsRefusedUntilRemoved()
        {
            InMemoryInstanceStore store = new(new InMemoryInstanceStoreOptions { TimeProvider = _clock, MaxWaitingMessages = 3 });
            Guid id = await SavedAsync(store);
            MessageReceipt[] sent = [await SendAsync(store, id, 1), await SendAsync(store, id, 1), await SendAsync(store, id, 1)];
            await RefusedAsync(store, id, 1);

            // Removes a message in the middle, so that the sequence numbers no longer show the number of waiting messages.
            Assert.True(await store.WithdrawAsync(id, sent[1].Sequence, None));
            await SendAsync(store, id, 1);
            await RefusedAsync(store, id, 1);
            Assert.Equal(3, await WaitingAsync(store, id));
        }

        [Fact]
        public async Task Send_MaxWaitingBytes_IsRefusedUntilRemoved()
        {
            InMemoryInstanceStore store = new(new InMemoryInstanceStoreOptions { TimeProvider = _clock, MaxWaitingBytes = 100 });
            Guid id = await SavedAsync(store);

            // A message is accepted if no other message waits, so that a message larger than the limit can be sent.
            MessageReceipt first = await SendAsync(store, id, 150);
            await RefusedAsync(store, id, 1);
            await store.WithdrawAsync(id, first.Sequence, None);
            MessageReceipt[] sent = [await SendAsync(store, id, 30), await SendAsync(store, id, 30), await SendAsync(store, id, 40)];
            await RefusedAsync(store, id, 1);
            await store.WithdrawAsync(id, sent[1].Sequence, None);
            await SendAsync(store, id, 30);
            await RefusedAsync(store, id, 1);
            Assert.Equal(3, await WaitingAsync(store, id));
        }

        [Fact]
        public async Task Send_ConsumedMessages_DoNotCount()
        {
            InMemoryInstanceStore store = new(new InMemoryInstanceStoreOptions { TimeProvider = _clock, MaxWaitingMessages = 2, MaxWaitingBytes = 100 });
            InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), None);
            Guid id = Guid.NewGuid();
            long version = await store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle }, None);
            MessageReceipt[] sent = [await SendAsync(store, id, 60), await SendAsync(store, id, 40)];
            await RefusedAsync(store, id, 0);
            InstanceSave save = new()
            {
                InstanceId = id,
                LockVersion = version,
                Status = InstanceStatus.Idle,
                MessagesConsumed = [sent[0].Sequence],
                PendingMessageCount = 1,
            };
            await store.SaveAsync(owner, save, None);
            await RefusedAsync(store, id, 61);
            await SendAsync(store, id, 60);
            await RefusedAsync(store, id, 0);
        }

        [Fact]
        public async Task Send_InboxFull_AcceptsRequestsAndOtherInstances()
        {
            InMemoryInstanceStore store = new(new InMemoryInstanceStoreOptions { TimeProvider = _clock, MaxWaitingMessages = 1, MaxWaitingBytes = 1 });
            Guid id = await SavedAsync(store), other = await SavedAsync(store);
            InstanceMessage message = new() { InstanceId = id, BookmarkName = "a", RequestId = Guid.NewGuid() };
            MessageReceipt sent = await store.SendAsync(message, None);
            MessageReceipt repeated = await store.SendAsync(message, None);
            Assert.Equal((sent.Sequence, true), (repeated.Sequence, repeated.IsRepeated));
            await store.SendAsync(new InstanceMessage { InstanceId = id, Kind = MessageKind.Terminate }, None);
            await SendAsync(store, other, 1);
            Assert.Equal((2, 1), (await WaitingAsync(store, id), await WaitingAsync(store, other)));
        }

        [Fact]
        public void Limit_BelowOne_IsRefused()
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => new InMemoryInstanceStoreOptions { MaxWaitingMessages = 0 });
            Assert.Throws<ArgumentOutOfRangeException>(() => new InMemoryInstanceStoreOptions { MaxWaitingBytes = 0 });
        }

        private static async Task<Guid> SavedAsync(InMemoryInstanceStore store)
        {
            InstanceOwner owner = await store.CreateOwnerAsync(new InstanceOwnerOptions(), None);
            Guid id = Guid.NewGuid();
            await store.SaveAsync(owner, new InstanceSave { InstanceId = id, Status = InstanceStatus.Idle, Unlock = true }, None);
            return id;
        }

        private static Task<MessageReceipt> SendAsync(InMemoryInstanceStore store, Guid id, int size) =>
            store.SendAsync(new InstanceMessage { InstanceId = id, BookmarkName = "a", Content = new byte[size] }, None);

        private static async Task RefusedAsync(InMemoryInstanceStore store, Guid id, int size) =>
            Assert.Equal(id, (await Assert.ThrowsAsync<InstanceInboxFullException>(() => SendAsync(store, id, size))).InstanceId);

        private static async Task<int> WaitingAsync(InMemoryInstanceStore store, Guid id) =>
            Assert.Single(await store.QueryAsync(new InstanceQuery { InstanceIds = [id] }, None).ToListAsync(None)).PendingMessageCount;
    }

    private sealed class MemoryStore : TestedStore
    {
        public VirtualTimeProvider Clock { get; } = new();

        public override TimeSpan LeaseTime => 2 * Period;

        public override InstanceStore Create(InstanceCompletionAction completionAction) => new InMemoryInstanceStore(new InMemoryInstanceStoreOptions
        {
            TimeProvider = Clock,
            CompletionAction = completionAction,
            LeaseRenewalPeriod = Period,
        });

        public override Task PassAsync(TimeSpan time)
        {
            Clock.Advance(time);
            return Task.CompletedTask;
        }
    }
}
