using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>A store for the first save of an instance.</summary>
/// <remarks>
/// The save uses the owner of the host, or an owner of its own. In both cases, the application is not notified when the lease of the host expires, because that
/// would abort the application while the store is still writing. The result of the save decides whether the instance exists.
/// </remarks>
/// <param name="store">Stores the instance.</param>
/// <param name="shared">The owner of the host; null if the save uses an owner of its own.</param>
/// <param name="delay">The delay until the instance starts to run, stored like a timer that the instance waits for; null for no delay.</param>
internal sealed class FirstSaveStore(InstanceStore store, InstanceOwner? shared, TimeSpan? delay) : DelegatingInstanceStore(store)
{
    private readonly Lock _gate = new();
    private StoredInstance? _kept;
    private bool _isTaken;

    /// <summary>True if the save keeps the lock, for the host of this process.</summary>
    public bool KeepsLock { get; set; }

    public override Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken) =>
        shared is null ? Inner.CreateOwnerAsync(options, cancellationToken) : Task.FromResult(shared);

    /// <summary>Ignores the shared owner, which the host renews and deletes.</summary>
    public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        owner == shared ? Task.CompletedTask : Inner.RenewOwnerAsync(owner, cancellationToken);

    public override bool TryRenewOwner(InstanceOwner owner) => owner == shared || Inner.TryRenewOwner(owner);

    public override Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) =>
        owner == shared ? Task.CompletedTask : Inner.DeleteOwnerAsync(owner, cancellationToken);

    public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(save);
        return KeepsLock ? SaveAndKeepAsync(owner, save, cancellationToken)
            : Inner.SaveAsync(
                owner, delay is { } time ? save with { Status = InstanceStatus.Idle, DueIn = time, Unlock = true } : save, cancellationToken);
    }

    /// <summary>Returns the instance whose lock a save has kept; null if there is none. A save that ends after this call releases the lock.</summary>
    public StoredInstance? TakeKept()
    {
        lock (_gate)
        {
            _isTaken = true;
            return _kept;
        }
    }

    /// <summary>Releases the lock. The host no longer gets the kept instance, because another host may load it after the release.</summary>
    public override Task UnlockAsync(InstanceOwner owner, InstanceUnlock unlock, CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            _kept = null;
        }

        return Inner.UnlockAsync(owner, unlock, cancellationToken);
    }

    private async Task<long> SaveAndKeepAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        long version = await Inner.SaveAsync(owner, save with { Unlock = false }, cancellationToken).ConfigureAwait(false);
        lock (_gate)
        {
            if (!_isTaken)
            {
                // The caller may reuse the bytes of the state after the save has ended, so they are copied.
                _kept = new StoredInstance
                {
                    InstanceId = save.InstanceId,
                    LockVersion = version,
                    DefinitionIdentity = save.DefinitionIdentity,
                    Status = save.Status,
                    State = save.State.ToArray(),
                    Keys = save.KeysAdded,
                };
                return version;
            }
        }

        // The caller no longer waits for the instance, so the lock is released and any host may load it.
        await Inner.UnlockAsync(owner, InstanceUnlock.Release(save.InstanceId, version), CancellationToken.None).ConfigureAwait(false);
        return version;
    }
}
