using System.Runtime.CompilerServices;
using System.Transactions;
using Workflow.Foundation;

namespace Workflow.Persistence;

/// <summary>A store in the memory of the process, for tests and development. Its content exists as long as the object.</summary>
/// <remarks>
/// Contains only bytes and plain values, never an object of the application, so that code that works with it also works with a durable store. Supports
/// transactions. The lease of an owner lasts 30 seconds longer than <see cref="RenewalPeriod"/>. Thread-safe.
/// </remarks>
public sealed class InMemoryInstanceStore : InstanceStore
{
    /// <summary>How much later than the renewal period a lease expires.</summary>
    private static readonly TimeSpan Grace = TimeSpan.FromSeconds(30);

    private readonly Lock _gate = new();
    private readonly Dictionary<string, StoreTransaction> _transactions = [];
    private readonly RunnableWaiters _waiters;
    private readonly OwnerTable _owners;
    private readonly InstanceTable _instances;

    /// <summary>Creates an empty store that uses the system clock.</summary>
    public InMemoryInstanceStore()
        : this(TimeProvider.System)
    {
    }

    /// <summary>Creates an empty store that deletes completed instances, with a renewal period of 30 seconds.</summary>
    /// <param name="timeProvider">The clock by which leases expire and timers are due.</param>
    /// <exception cref="ArgumentNullException">The clock is null.</exception>
    public InMemoryInstanceStore(TimeProvider timeProvider)
        : this(timeProvider, InstanceCompletionAction.DeleteAll, TimeSpan.FromSeconds(30))
    {
    }

    /// <summary>Creates an empty store.</summary>
    /// <param name="timeProvider">The clock by which leases expire and timers are due.</param>
    /// <param name="completionAction">What the store does with completed instances.</param>
    /// <param name="renewalPeriod">How often hosts renew leases; above zero.</param>
    /// <exception cref="ArgumentNullException">The clock is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">The period is zero or negative.</exception>
    public InMemoryInstanceStore(TimeProvider timeProvider, InstanceCompletionAction completionAction, TimeSpan renewalPeriod)
    {
        ArgumentNullException.ThrowIfNull(timeProvider);
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(renewalPeriod, TimeSpan.Zero);
        TimeProvider = timeProvider;
        CompletionAction = completionAction;
        RenewalPeriod = renewalPeriod;
        _owners = new OwnerTable(renewalPeriod + Grace);
        _instances = new InstanceTable(_owners, completionAction == InstanceCompletionAction.DeleteNothing);
        _waiters = new RunnableWaiters(new Alarm(timeProvider, OnAlarm));
    }

    /// <inheritdoc/>
    public override TimeProvider TimeProvider { get; }

    /// <inheritdoc/>
    public override bool SupportsTransactions => true;

    /// <summary>What the store does with completed instances.</summary>
    public InstanceCompletionAction CompletionAction { get; }

    /// <summary>How often hosts renew leases.</summary>
    public TimeSpan RenewalPeriod { get; }

    /// <inheritdoc/>
    public override Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        InstanceOwner owner = new(Guid.NewGuid(), options, RenewalPeriod);
        return InTurn(now =>
        {
            _owners.Add(owner, now);
            return owner;
        }, cancellationToken);
    }

    /// <inheritdoc/>
    public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        return InTurn(now =>
        {
            _owners.Renew(owner, now);
            return owner;
        }, cancellationToken);
    }

    /// <inheritdoc/>
    public override Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        return InTurn(now =>
        {
            _instances.Abandon(_owners.Remove(owner.Id), now);
            return owner;
        }, cancellationToken);
    }

    /// <inheritdoc/>
    public override async Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        ArgumentNullException.ThrowIfNull(save);
        if (save.LockVersion != 0 && save.InitialValues.Count > 0)
        {
            throw new ArgumentException($"A later save of the instance '{save.InstanceId}' contains initial values; pass them to the first save.", nameof(save));
        }

        InstanceImage copy = InstanceImage.CopyOf(save);
        InstanceImage image = await WriteAsync(
            owner,
            save.InstanceId,
            (current, now) => InstanceLocks.BaseOf(owner, save, copy, current, now).With(save, copy, now),
            cancellationToken).ConfigureAwait(false);
        return image.LockVersion;
    }

    /// <inheritdoc/>
    public override Task UnlockAsync(InstanceOwner owner, Guid instanceId, long lockVersion, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        return WriteAsync(
            owner, instanceId, (current, now) => InstanceLocks.Held(owner, instanceId, lockVersion, current).Unlocked(now), cancellationToken);
    }

    /// <inheritdoc/>
    public override Task UnlockFailedAsync(InstanceOwner owner, Guid instanceId, long lockVersion, string failure, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        ArgumentNullException.ThrowIfNull(failure);
        return WriteAsync(
            owner,
            instanceId,
            (current, now) => InstanceLocks.Held(owner, instanceId, lockVersion, current).Failed(failure, owner.Options, now),
            cancellationToken);
    }

    /// <inheritdoc/>
    public override Task<bool> ReleaseAsync(Guid instanceId, CancellationToken cancellationToken) => InTurn(
        now =>
        {
            if (_instances.Find(instanceId) is not { Saved: { OwnerId: null, Failures: not null, IsCompleted: false } saved } row)
            {
                return false;
            }

            _instances.Set(row, saved.Released(now));
            return true;
        },
        cancellationToken);

    /// <inheritdoc/>
    public override Task<bool> TerminateAsync(Guid instanceId, CancellationToken cancellationToken) => InTurn(
        now =>
        {
            if (_instances.Find(instanceId) is not { Saved: { OwnerId: null, Failures: not null, IsCompleted: false } saved } row)
            {
                return false;
            }

            _instances.Set(row, saved.Terminated(now));
            return true;
        },
        cancellationToken);

    /// <inheritdoc/>
    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, Guid instanceId, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        return ReadAsync(InTurn(_ =>
        {
            _owners.Require(owner);
            return Load_NeedsLock(owner, _instances.Find(instanceId) ?? throw InstanceLocks.NotSaved(instanceId));
        }, cancellationToken));
    }

    /// <inheritdoc/>
    public override Task<StoredInstance> LoadByKeyAsync(InstanceOwner owner, Guid key, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        return ReadAsync(InTurn(_ =>
        {
            _owners.Require(owner);
            return Load_NeedsLock(
                owner, _instances.FindByKey(key) ?? throw new InstanceKeyNotReadyException($"The key '{key}' belongs to no saved instance.", key));
        }, cancellationToken));
    }

    /// <inheritdoc/>
    public override async Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        InstanceImage? loaded = await InTurn(now =>
        {
            _owners.Require(owner);
            return _instances.FirstRunnable(owner, now) is { } row ? Load_NeedsLock(owner, row) : null;
        }, cancellationToken).ConfigureAwait(false);
        return loaded?.ToStored();
    }

    /// <inheritdoc/>
    public override async Task WaitForRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        // InTurn adds the waiter and looks for runnable instances under one lock, so that an instance that becomes runnable at the same time is not missed.
        Task waiting = await InTurn(_ =>
        {
            _owners.Require(owner);
            return _waiters.Add(owner);
        }, cancellationToken).ConfigureAwait(false);
        try
        {
            await waiting.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            lock (_gate)
            {
                _waiters.Remove(waiting);
                Look_NeedsLock(TimeProvider.GetUtcNow());
            }
        }
    }

    /// <inheritdoc/>
    public override async IAsyncEnumerable<InstanceSummary> QueryAsync(
        InstanceQuery query, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(query);
        (InstanceImage Image, InstanceOwner? Owner)[] saved = await InTurn<(InstanceImage, InstanceOwner?)[]>(_ => [.. _instances.Saved.Select(image => (image, _owners.Find(image.OwnerId)))], cancellationToken).ConfigureAwait(false);
        IEnumerable<(InstanceImage Image, InstanceOwner? Owner)> found = saved.OrderBy(entry => entry.Image.Order).Where(entry => entry.Image.Matches(query));
        foreach ((InstanceImage image, InstanceOwner? owner) in found.Take(query.MaxCount ?? int.MaxValue))
        {
            cancellationToken.ThrowIfCancellationRequested();
            yield return image.ToSummary(owner);
        }
    }

    /// <summary>The first phase of a commit. Returns null if nothing can prevent the commit from now on, otherwise the reason why it cannot commit.</summary>
    internal InstanceLockLostException? Prepare(StoreTransaction transaction)
    {
        lock (_gate)
        {
            ExpireOwners_NeedsLock(TimeProvider.GetUtcNow());
            // The check and the flag are one step. If a load could come between them, it would lock an instance that this transaction is about to commit.
            if (transaction.Rows.FirstOrDefault(row => !row.IsPendingValid) is { } lost)
            {
                return new InstanceLockLostException(
                    $"The lock of the instance '{lost.InstanceId}' was lost before the transaction could commit; load the instance again.", lost.InstanceId);
            }

            transaction.IsPrepared = true;
            return null;
        }
    }

    internal void End(StoreTransaction transaction, bool isCommitted)
    {
        lock (_gate)
        {
            _transactions.Remove(transaction.Id);
            transaction.HasEnded = true;
            DateTimeOffset now = TimeProvider.GetUtcNow();
            foreach (InstanceRow row in transaction.Rows)
            {
                _instances.EndPending(row, isCommitted, now);
            }

            Look_NeedsLock(now);
        }

        transaction.End();
    }

    /// <summary>Runs a short operation under the lock after expired owners were removed, and then completes the waits that are over.</summary>
    private Task<T> InTurn<T>(Func<DateTimeOffset, T> action, CancellationToken cancellationToken)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled<T>(cancellationToken);
        }

        try
        {
            lock (_gate)
            {
                DateTimeOffset now = TimeProvider.GetUtcNow();
                ExpireOwners_NeedsLock(now);
                try
                {
                    return Task.FromResult(action(now));
                }
                finally
                {
                    Look_NeedsLock(now);
                }
            }
        }
        catch (Exception failure)
        {
            return Task.FromException<T>(failure);
        }
    }

    /// <summary>Writes an instance. If another active transaction has written it, the call waits for the end of that transaction, as in a database.</summary>
    private async Task<InstanceImage> WriteAsync(
        InstanceOwner owner, Guid instanceId, Func<InstanceImage?, DateTimeOffset, InstanceImage> change, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        StoreTransaction? transaction = Transaction.Current is { } ambient ? Enlist(ambient) : null;
        while (true)
        {
            (InstanceImage? image, Task? blocked) = await InTurn<(InstanceImage?, Task?)>(now =>
            {
                _owners.Require(owner);
                transaction?.ThrowIfEnded(instanceId);
                InstanceRow? row = _instances.Find(instanceId);
                if (row?.Transaction is { } other && other != transaction)
                {
                    return (null, other.Ended);
                }

                InstanceImage changed = change(row?.ImageFor(transaction), now);
                _instances.Write(changed, transaction);
                return (changed, null);
            }, cancellationToken).ConfigureAwait(false);
            if (image is not null)
            {
                return image;
            }

            await blocked!.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    private StoreTransaction Enlist(Transaction ambient)
    {
        StoreTransaction transaction;
        lock (_gate)
        {
            string id = ambient.TransactionInformation.LocalIdentifier;
            if (_transactions.TryGetValue(id, out StoreTransaction? known))
            {
                return known;
            }

            transaction = new StoreTransaction(this, id);
            _transactions.Add(id, transaction);
        }

        // Outside the lock: the call runs code of the transaction manager, which may end the transaction on another thread, and End needs the lock.
        try
        {
            ambient.EnlistVolatile(transaction, EnlistmentOptions.None);
            return transaction;
        }
        catch
        {
            End(transaction, isCommitted: false);
            throw;
        }
    }

    /// <summary>Copies loaded data, outside the lock.</summary>
    private static async Task<StoredInstance> ReadAsync(Task<InstanceImage> load) => (await load.ConfigureAwait(false)).ToStored();

    private InstanceImage Load_NeedsLock(InstanceOwner owner, InstanceRow row)
    {
        InstanceImage saved = row.Saved ?? throw InstanceLocks.NotSaved(row.InstanceId);
        InstanceImage loaded = InstanceLocks.Load(owner, row, saved, _owners);
        _instances.Set(row, loaded);
        return loaded;
    }

    private void ExpireOwners_NeedsLock(DateTimeOffset now)
    {
        while (_owners.FirstExpired(now) is { } expired)
        {
            _instances.Abandon(_owners.Remove(expired.Id), now);
        }
    }

    private void Look_NeedsLock(DateTimeOffset now) => _waiters.Look(_owners, _instances, now);

    private void OnAlarm()
    {
        lock (_gate)
        {
            DateTimeOffset now = TimeProvider.GetUtcNow();
            ExpireOwners_NeedsLock(now);
            Look_NeedsLock(now);
        }
    }
}
