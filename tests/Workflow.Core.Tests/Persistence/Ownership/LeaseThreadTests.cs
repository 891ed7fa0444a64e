using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;

namespace Workflow.Core.Tests.Persistence;

/// <summary>Tests the renewal of a lease while the thread pool has no free thread for the timer or for the response of the store.</summary>
public sealed class LeaseThreadTests
{
    private static readonly InstanceOwnerOptions Options = new() { Filter = WorkflowIdentityFilter.Any };

    [Fact]
    public async Task Lease_RenewalBlocked_IsRenewedOnDedicatedThread()
    {
        BlockedStore store = new();
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, Options);
        Assert.False(await store.WasOnPool.WaitAsync(HangGuard.Limit));
        Assert.NotNull(store.DefaultOwner);
        await WorkflowApplication.DeleteDefaultInstanceOwnerAsync(store);
    }

    [Fact]
    public async Task Lease_Lost_AbortsInstances()
    {
        BlockedStore store = new() { IsLost = true };
        await WorkflowApplication.CreateDefaultInstanceOwnerAsync(store, Options);
        WorkflowApplication application = new(new Wait(new Log(), "w")) { InstanceStore = store };
        Exception? refusal = await Record.ExceptionAsync(() => application.PersistAsync().WaitAsync(HangGuard.Limit));
        await store.WasOnPool.WaitAsync(HangGuard.Limit);

        // The loss may come before the instance was saved.
        if (refusal is null)
        {
            await Assert.ThrowsAsync<WorkflowApplicationAbortedException>(() => application.Completion.WaitAsync(HangGuard.Limit));
        }
    }

    [Theory]
    [InlineData(0.1, 0.025)]
    [InlineData(30, 7.5)]
    [InlineData(600, 10)]
    public void Slack_IsShorterThanLeaseReserve(double period, double slack) =>
        Assert.Equal(TimeSpan.FromSeconds(slack), LeaseThread.Slack(TimeSpan.FromSeconds(period)));

    /// <summary>A store with the system clock whose renewals on the thread pool never complete.</summary>
    private sealed class BlockedStore()
        : DelegatingInstanceStore(new InMemoryInstanceStore(new InMemoryInstanceStoreOptions { LeaseRenewalPeriod = TimeSpan.FromMilliseconds(20) }))
    {
        private readonly TaskCompletionSource<bool> _wasOnPool = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task<bool> WasOnPool => _wasOnPool.Task;

        public bool IsLost { get; init; }

        public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) => new TaskCompletionSource().Task;

        public override bool TryRenewOwner(InstanceOwner owner)
        {
            _wasOnPool.TrySetResult(Thread.CurrentThread.IsThreadPoolThread);
            return IsLost ? throw new InstanceOwnerException("Lost.", owner.Id) : base.TryRenewOwner(owner);
        }
    }
}
