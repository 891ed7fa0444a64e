extern alias WorkflowCore;
using Workflow.Core.Tests.TestKit;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Tests.TestKit;
using WorkflowCore::Workflow.Persistence;

namespace Workflow.Interop.Legacy.Tests.Persistence;

/// <summary>The renewal of owners while no thread of the pool is free for the timer or for the answer of the store.</summary>
public sealed class LateRenewalTests
{
    [Fact]
    public async Task Owner_RenewalHangs_IsRenewedOnOwnThread()
    {
        BlockedStore store = new();
        using (WorkflowRuntime runtime = new())
        {
            StoreWorkflowPersistenceService persistence = new(store, unloadOnIdle: true);
            persistence.WorkflowTypes.Add(typeof(Adding));
            runtime.AddService(persistence);
            runtime.StartRuntime();
            for (int i = 0; i < 3; i++)
            {
                Assert.False(await store.NextAsync());
            }
        }

        // One more renewal may have begun before the runtime stopped.
        int atEnd = store.Renewals + 1;
        await Task.Delay(TimeSpan.FromMilliseconds(200), TimeProvider.System);
        Assert.InRange(store.Renewals, 0, atEnd);
    }

    /// <summary>A store with the system clock whose asynchronous renewals never complete.</summary>
    private sealed class BlockedStore()
        : FailingStore(new InMemoryInstanceStore(new InMemoryInstanceStoreOptions { LeaseRenewalPeriod = TimeSpan.FromMilliseconds(20) }))
    {
        private readonly SemaphoreSlim _called = new(0);
        private int _renewals;
        private volatile bool _wasOnPool;

        public int Renewals => Volatile.Read(ref _renewals);

        /// <summary>Waits for the next synchronous renewal.</summary>
        /// <returns>True if a renewal has run on a thread of the pool.</returns>
        public async Task<bool> NextAsync()
        {
            Assert.True(await _called.WaitAsync(HangGuard.Limit));
            return _wasOnPool;
        }

        public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) => new TaskCompletionSource().Task;

        public override bool TryRenewOwner(InstanceOwner owner)
        {
            Interlocked.Increment(ref _renewals);
            _wasOnPool |= Thread.CurrentThread.IsThreadPoolThread;
            _called.Release();
            return true;
        }
    }
}
