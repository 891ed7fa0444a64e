using System.Transactions;
using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Core.Tests.Persistence;

/// <summary>The store in memory passes the tests of all stores; and what is its own.</summary>
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
        public async Task Wait_ThatIsOver_LeavesNoTimer()
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

    public sealed class Queries() : InstanceStoreQueryTests(new MemoryStore())
    {
        [Fact]
        public async Task Bytes_ThatAQueryReturned_AreTheCallersOwn()
        {
            InstanceOwner owner = await OwnerAsync();
            byte[] given = [1, 2];
            await Store.SaveAsync(owner, new InstanceSave { InstanceId = Guid.NewGuid(), Status = InstanceStatus.Idle, WriteOnlyValues = Values("a", given) }, None);
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
        public async Task Transaction_ThatHasEnded_TakesNoSave()
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

    public sealed class Itself
    {
        [Fact]
        public async Task Store_ByDefault_DeletesWhatHasCompletedAndRenewsEachHalfMinute()
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
