using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Core.Tests.Persistence;

/// <summary>Runs the tests of all stores on the in-memory store, and tests of the behavior that only this store has.</summary>
public static class InMemoryInstanceStoreTests
{
    private static readonly TimeSpan Period = TimeSpan.FromSeconds(30);

    public sealed class Saving() : InstanceStoreTests(new MemoryStore());

    public sealed class Owners() : InstanceStoreOwnerTests(new MemoryStore());

    public sealed class Runnable : InstanceStoreRunnableTests
    {
        private readonly VirtualTimeProvider _clock;

        public Runnable()
            : this(new MemoryStore())
        {
        }

        private Runnable(MemoryStore store)
            : base(store) => _clock = store.Clock;

        [Fact]
        public async Task Wait_Canceled_LeavesNoTimer()
        {
            InstanceOwner owner = await OwnerAsync();
            using CancellationTokenSource cancel = new();
            Task waiting = Store.WaitForRunnableAsync(owner, cancel.Token);
            Assert.Equal(1, _clock.PendingTimers);
            await cancel.CancelAsync();
            await Assert.ThrowsAnyAsync<OperationCanceledException>(() => waiting.WaitAsync(HangGuard.Limit));
            Assert.Equal(0, _clock.PendingTimers);
        }
    }

    public sealed class Failures() : InstanceStoreFailureTests(new MemoryStore());

    public sealed class Suspects() : InstanceStoreSuspectTests(new MemoryStore());

    public sealed class Queries() : InstanceStoreQueryTests(new MemoryStore())
    {
        [Fact]
        public async Task Bytes_ReturnedByQuery_AreCopies()
        {
            InstanceOwner owner = await OwnerAsync();
            byte[] given = [1, 2];
            await Store.SaveAsync(
                owner,
                new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle, WriteOnlyValues = Values("a", given) },
                None);
            given[0] = 9;
            byte[] read = Assert.IsType<byte[]>(Assert.Single(Assert.Single(await QueryAsync()).Values).Value);
            Assert.Equal([1, 2], read);
            read[0] = 9;
            Assert.Equal(new byte[] { 1, 2 }, Assert.Single(Assert.Single(await QueryAsync()).Values).Value);
        }
    }

    public sealed class Transactional() : InstanceStoreTransactionTests(new MemoryStore())
    {
        [Fact]
        public async Task Save_EndedTransaction_IsRefused()
        {
            InstanceOwner owner = await OwnerAsync();
            Guid id = Guid.NewGuid();
            using CommittableTransaction transaction = new();
            using (TransactionScope scope = new(transaction, TransactionScopeAsyncFlowOption.Enabled))
            {
                transaction.Rollback();
                await Assert.ThrowsAnyAsync<TransactionException>(() => Store.SaveAsync(owner, Save(id), None));
            }

            await Store.SaveAsync(owner, Save(id), None);
        }
    }

    public sealed class Scopes() : InstanceStoreScopeTests(new MemoryStore());

    public sealed class Races() : InstanceStoreRaceTests(new MemoryStore());

    public sealed class Messages() : InstanceStoreMessageTests(new MemoryStore());

    public sealed class MessageWaits() : InstanceStoreMessageWakeTests(new MemoryStore());

    public sealed class MessageRaces() : InstanceStoreMessageRaceTests(new MemoryStore());

    public sealed class Itself
    {
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
                StoredMessage message = Assert.Single(await store.ReceiveAsync(owner, id, 0, 1, CancellationToken.None));
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

            Assert.Empty(await store.ReceiveAsync(owner, id, 0, 1, CancellationToken.None));
        }

        [Fact]
        public async Task Store_Defaults_AreDeleteAllAndThirtySeconds()
        {
            InMemoryInstanceStore store = new();
            Assert.Same(TimeProvider.System, store.TimeProvider);
            Assert.Equal((InstanceCompletionAction.DeleteAll, Period, null), (store.CompletionAction, store.RenewalPeriod, store.DefaultOwner));
            Assert.Equal(Period, (await store.CreateOwnerAsync(new InstanceOwnerOptions(), CancellationToken.None)).RenewalPeriod);
        }

        [Fact]
        public void Store_WithoutClockOrPeriod_IsRefused()
        {
            Assert.Throws<ArgumentNullException>(() => new InMemoryInstanceStore(null!));
            Assert.Throws<ArgumentOutOfRangeException>(() => new InMemoryInstanceStore(TimeProvider.System, InstanceCompletionAction.DeleteAll, TimeSpan.Zero));
        }
    }

    private sealed class MemoryStore : TestedStore
    {
        public VirtualTimeProvider Clock { get; } = new();

        public override TimeSpan LeaseTime => 2 * Period;

        public override InstanceStore Create(InstanceCompletionAction completionAction) => new InMemoryInstanceStore(Clock, completionAction, Period);

        public override Task PassAsync(TimeSpan time)
        {
            Clock.Advance(time);
            return Task.CompletedTask;
        }
    }
}
