using System.Transactions;

namespace Workflow.Persistence;

/// <summary>Where workflow instances are saved, and who holds which. The base of all stores; a store knows nothing of workflows.</summary>
/// <remarks>
/// <para><b>Thread safety.</b> All members may be called by many threads at once. A host makes at most one call about an instance that it holds at a time, except
/// that it may give an instance back while a call about it goes on that it has given up; saves of different instances come together, and a store may write them
/// together. No call blocks its thread.</para>
/// <para><b>Owners and leases.</b> Whoever works with instances does so as an owner. An owner lives until it is deleted or its lease expires; hosts renew
/// the lease each <see cref="InstanceOwner.RenewalPeriod"/>. The store's own clock, not the host's, decides when a lease has expired and a timer is due.
/// Each call by an owner that is deleted, expired or unknown is an <see cref="InstanceOwnerException"/>; an expired owner never comes back to life.</para>
/// <para><b>Locks.</b> A saved instance is locked for at most one owner. The first save and each load lock it; an unlock, a save that unlocks or
/// completes, and the end of the owner give it back. Each lock has a version, above that of all earlier locks of the instance; that of the first
/// save is <see cref="InstanceSave.FirstLockVersion"/>. A save or unlock that does not bring the version of the lock that its owner holds now is an <see cref="InstanceLockLostException"/> and changes nothing, whatever became of
/// the instance: so a host that slept cannot overwrite its successor. A store decides this in the same atomic step that writes.</para>
/// <para><b>Runnable.</b> An instance that has not completed is runnable if its last save or load locked it for an owner that is gone; or if it is not locked and
/// was either saved as <see cref="InstanceStatus.Executing"/>, or with a timer that is due. The one that has been so for the longest time is taken first; one that was
/// loaded and given back without a save goes behind those that are runnable then.</para>
/// <para><b>Failures.</b> A store counts how often hosts failed with an instance: with each <see cref="UnlockFailedAsync"/>, after which it is not runnable again
/// before a time that the owner's options say, <see cref="InstanceOwnerOptions.RetryDelayAfter"/>; and each time an owner goes that has loaded an instance and not saved it
/// since, for that may be what ended it. After <see cref="InstanceOwnerOptions.MaxFailures"/> it is set aside: not runnable until <see cref="ReleaseAsync"/>. Each save begins the count anew, for it shows that the instance gets on. Loads by id and by key are not put off. A store that locks an
/// instance and cannot read it gives it back as failed.</para>
/// <para><b>Transactions.</b> Where <see cref="SupportsTransactions"/> is true, a save or unlock that is called under a <see cref="Transaction"/> is checked at
/// once and takes effect when that commits; if it rolls back, the lock is what it was before, version included.</para>
/// <para><b>Cancellation.</b> A canceled call throws <see cref="OperationCanceledException"/>, and may have had its effect; so may one that fails with the medium, which is an
/// <see cref="InstancePersistenceException"/> around the cause. But a load that throws leaves no lock behind: a store that has locked gives the lock back. A call that does
/// not end when it is canceled holds nobody up: its host goes on, and gives back what it locks when it ends after all.</para>
/// </remarks>
public abstract class InstanceStore
{
    private StoreLease? _leaseOfDefaultOwner;

    /// <summary>Initializes the base of a store.</summary>
    protected InstanceStore()
    {
    }

    /// <summary>The owner that applications use which have none of their own; null, the default: each makes one for itself (rule 7.9.1).</summary>
    public InstanceOwner? DefaultOwner => LeaseOfDefaultOwner?.Owner;

    /// <summary>The instances that this process is giving back.</summary>
    internal PendingReleases Releases { get; } = new();

    internal StoreLease? LeaseOfDefaultOwner => Volatile.Read(ref _leaseOfDefaultOwner);

    /// <summary>The clock of this machine that hosts wait on to renew leases; the system's, unless a store overrides it.</summary>
    public virtual TimeProvider TimeProvider => TimeProvider.System;

    /// <summary>Whether saves and unlocks take part in the transaction they are called in; false unless a store overrides it.</summary>
    public virtual bool SupportsTransactions => false;

    /// <summary>Makes an owner; its lease begins.</summary>
    /// <param name="options">Who it is, and which instances it takes.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <returns>The owner.</returns>
    /// <exception cref="ArgumentNullException">The options are null.</exception>
    public abstract Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken);

    /// <summary>Begins the lease of an owner anew.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <returns>A task that ends with it.</returns>
    /// <exception cref="ArgumentNullException">The owner is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner is gone; others may have its instances.</exception>
    public abstract Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken);

    /// <summary>Ends an owner. What it still holds is free for others, as if the lease had expired. One that is gone is ignored.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <returns>A task that ends with it.</returns>
    /// <exception cref="ArgumentNullException">The owner is null.</exception>
    public abstract Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken);

    /// <summary>Writes an instance, the whole save or nothing: creates or updates it, and gives its lock back or completes it if that is asked for.</summary>
    /// <param name="owner">The owner; the first save locks the instance for it.</param>
    /// <param name="save">What to write.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <returns>The version of the lock, for the next save. One that is not the first keeps the version it came with, so that it can be repeated when its answer was lost.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentException">It is not the first save, and brings initial values.</exception>
    /// <exception cref="InstanceOwnerException">The owner is gone.</exception>
    /// <exception cref="InstanceLockLostException">The owner does not hold the lock of that version.</exception>
    /// <exception cref="InstanceCollisionException">It is a first save, and the instance exists.</exception>
    /// <exception cref="InstanceKeyCollisionException">A key to add stands for another instance.</exception>
    /// <exception cref="SnapshotException">A write-only or initial value is not plain, see <see cref="InstanceSave"/>.</exception>
    public abstract Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken);

    /// <summary>Gives the lock of an instance back; the instance stays as it was last saved.</summary>
    /// <param name="owner">The owner that holds it.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="lockVersion">The version of the lock.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <returns>A task that ends with it.</returns>
    /// <exception cref="ArgumentNullException">The owner is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner is gone.</exception>
    /// <exception cref="InstanceLockLostException">The owner does not hold the lock of that version.</exception>
    public abstract Task UnlockAsync(InstanceOwner owner, Guid instanceId, long lockVersion, CancellationToken cancellationToken);

    /// <summary>Gives back an instance that its host has failed with, as <see cref="UnlockAsync"/> does, and counts that.</summary>
    /// <remarks>A store that does not override it does not count.</remarks>
    /// <param name="owner">The owner that holds it.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="lockVersion">The version of the lock.</param>
    /// <param name="failure">What happened, for <see cref="InstanceSummary.LastFailure"/>; hosts bring at most 2000 characters.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <returns>A task that ends with it.</returns>
    /// <exception cref="ArgumentNullException">The owner or the failure is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner is gone.</exception>
    /// <exception cref="InstanceLockLostException">The owner does not hold the lock of that version.</exception>
    public virtual Task UnlockFailedAsync(InstanceOwner owner, Guid instanceId, long lockVersion, string failure, CancellationToken cancellationToken) =>
        UnlockAsync(owner, instanceId, lockVersion, cancellationToken);

    /// <summary>Forgets the failures of an instance that nobody holds; one that was set aside is runnable again.</summary>
    /// <remarks>For people and their tools: it needs no owner. A store that does not override it sets nothing aside.</remarks>
    /// <param name="instanceId">The instance.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <returns>Whether there was anything to forget; false also when somebody holds the instance, whose save or failure counts then, and when it is not saved.</returns>
    public virtual Task<bool> ReleaseAsync(Guid instanceId, CancellationToken cancellationToken) => Task.FromResult(false);

    /// <summary>Locks and reads an instance.</summary>
    /// <param name="owner">The owner to lock it for.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <returns>The instance.</returns>
    /// <exception cref="ArgumentNullException">The owner is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner is gone.</exception>
    /// <exception cref="InstanceNotReadyException">No such instance is saved; also if it has completed and the store deleted it.</exception>
    /// <exception cref="InstanceCompleteException">It has completed, and the store keeps it.</exception>
    /// <exception cref="VersionMismatchException">The owner does not take instances of its definition, see <see cref="InstanceOwnerOptions.Admits"/>.</exception>
    /// <exception cref="InstanceLockedException">It is locked, for another owner or for this one.</exception>
    public abstract Task<StoredInstance> LoadAsync(InstanceOwner owner, Guid instanceId, CancellationToken cancellationToken);

    /// <summary>Locks and reads the instance that a key stands for.</summary>
    /// <param name="owner">The owner to lock it for.</param>
    /// <param name="key">The key.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <returns>The instance.</returns>
    /// <exception cref="ArgumentNullException">The owner is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner is gone.</exception>
    /// <exception cref="InstanceKeyNotReadyException">The key stands for no instance.</exception>
    /// <exception cref="VersionMismatchException">The owner does not take instances of its definition.</exception>
    /// <exception cref="InstanceLockedException">It is locked, for another owner or for this one.</exception>
    public abstract Task<StoredInstance> LoadByKeyAsync(InstanceOwner owner, Guid key, CancellationToken cancellationToken);

    /// <summary>Locks and reads one of the runnable instances that the owner takes, the one that has been runnable for the longest time first.</summary>
    /// <param name="owner">The owner to lock it for.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <returns>The instance; null when none is runnable now.</returns>
    /// <exception cref="ArgumentNullException">The owner is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner is gone.</exception>
    public abstract Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken);

    /// <summary>Waits, without a thread, until the owner may find a runnable instance. Another owner may be faster, so that a load then finds none.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="cancellationToken">Ends the waiting.</param>
    /// <returns>A task that ends then; at once if there is one already.</returns>
    /// <exception cref="ArgumentNullException">The owner is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner is gone, or goes while this waits.</exception>
    public abstract Task WaitForRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken);

    /// <summary>Lists saved instances, oldest first, without locking them.</summary>
    /// <param name="query">Which.</param>
    /// <param name="cancellationToken">Ends the listing.</param>
    /// <returns>
    /// The instances, completed ones only if the store keeps them. The list need not be of one moment: what is saved while it is read may be in it or not.
    /// </returns>
    /// <exception cref="ArgumentNullException">The query is null.</exception>
    public abstract IAsyncEnumerable<InstanceSummary> QueryAsync(InstanceQuery query, CancellationToken cancellationToken);

    /// <summary>Makes another owner the default, or none; false when the default is not the one that is to be replaced.</summary>
    internal bool TryReplaceDefault(StoreLease? current, StoreLease? next) => Interlocked.CompareExchange(ref _leaseOfDefaultOwner, next, current) == current;
}
