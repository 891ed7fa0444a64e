using Workflow.Core.Tests.TestKit;
using Workflow.Persistence;
using Workflow.Testing;

namespace Workflow.Core.Tests.Stress;

/// <summary>
/// An in-memory store that often completes asynchronously and sometimes refuses a save. Reports each save to the subject of the instance. Its clock does not
/// advance, so leases do not expire.
/// </summary>
internal sealed class StressStore(StressRun run) : DelegatingInstanceStore(new InMemoryInstanceStore(new VirtualTimeProvider()))
{
    private int _calls;

    public override async Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken)
    {
        await HopAsync();
        return await base.CreateOwnerAsync(options, cancellationToken);
    }

    public override async Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        await HopAsync();
        await base.DeleteOwnerAsync(owner, cancellationToken);
    }

    public override async Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        Subject subject = run.Find(save.InstanceId);
        using IDisposable saving = subject.BeginSave();
        int call = await HopAsync();
        if (call % 97 == 0 && !subject.IsCalm)
        {
            subject.Current.MayAbort = true;
            throw new InjectedException("The store refuses.");
        }

        long version = await base.SaveAsync(owner, save, cancellationToken);
        subject.Save(isEnd: save.Complete);
        await HopAsync();
        return version;
    }

    public override async Task UnlockAsync(InstanceOwner owner, InstanceUnlock unlock, CancellationToken cancellationToken)
    {
        await HopAsync();
        await base.UnlockAsync(owner, unlock, cancellationToken);
    }

    public override async Task<StoredInstance> LoadAsync(InstanceOwner owner, InstanceLoad load, CancellationToken cancellationToken)
    {
        await HopAsync();
        return await base.LoadAsync(owner, load, cancellationToken);
    }

    /// <summary>Continues two of three calls on another thread.</summary>
    private async Task<int> HopAsync()
    {
        int call = Interlocked.Increment(ref _calls);
        if (call % 3 != 0)
        {
            await Task.Yield();
        }

        return call;
    }
}
