using System.Diagnostics.CodeAnalysis;
using System.Transactions;

namespace Workflow.Persistence;

/// <summary>The base class of stores, which save and lock workflow instances. A store does not interpret the state of an instance.</summary>
/// <remarks>
/// <para><b>Thread safety.</b> All members are thread-safe. A host makes one call at a time for an instance that it holds, with one exception: it may
/// unlock the instance while a call that it has abandoned still runs. Saves of different instances may run at the same time, and a store may combine them.
/// No call blocks its thread, except <see cref="TryRenewOwner"/>.</para>
/// <para><b>Owners and leases.</b> Every save, load and unlock is made on behalf of an owner. An owner exists until it is deleted or its lease expires.
/// Hosts renew the lease each <see cref="InstanceOwner.RenewalPeriod"/>. The clock of the store, not that of the host, determines when a lease expires and
/// when a timer is due. A call by a deleted, expired or unknown owner fails with an <see cref="InstanceOwnerException"/>. An expired owner cannot be
/// renewed.</para>
/// <para><b>Locks.</b> A saved instance is locked for at most one owner. The first save and each load lock the instance. An unlock, a save that unlocks or
/// completes the instance, and the end of the owner unlock it. Each lock has a version, which is higher than the versions of all earlier locks of the
/// instance; the version of the first save is <see cref="InstanceSave.FirstLockVersion"/>. A save or unlock whose version is not that of the owner's
/// current lock fails with an <see cref="InstanceLockLostException"/> and changes nothing, whatever happened to the instance. So a host that was suspended
/// cannot overwrite the work of its successor. A store must check the version in the same atomic step in which it writes.</para>
/// <para><b>Runnable.</b> An instance that has not completed is runnable in two cases: its last save or load locked it for an owner that no longer exists;
/// or it is not locked, and either was saved as <see cref="InstanceStatus.Executing"/> or has a timer that is due. The instance that has been runnable for
/// the longest time is loaded first. An instance that was loaded and unlocked without a save is ordered after the instances that are runnable at that
/// time.</para>
/// <para><b>Failures.</b> If <see cref="StoreCapabilities.SuspendsInstances"/> is true, the store counts the failures of hosts with an instance. Each
/// <see cref="UnlockKind.Failure"/> is one; the instance is then not runnable for the time that the options of the owner define,
/// <see cref="InstanceOwnerOptions.RetryDelayAfter"/>. When a lease expires, each instance that the owner had loaded and not saved becomes a suspect,
/// because one of these instances may have ended the process. An owner gets only a few runnable suspects at the same time, and gets an instance with the
/// highest suspicion alone, <see cref="SuspectWindow"/>; if the lease expires while the owner has that instance loaded, the expiry counts as a failure of
/// the instance. The deletion of an owner is an orderly end and creates no suspects. After <see cref="InstanceOwnerOptions.MaxFailures"/> failures the
/// instance is suspended: it is not runnable until <see cref="ContinueAsync"/>, even if it is loaded by its id and its owner ends. Each save resets the
/// count and the suspicion, because it shows progress. Loads by id and by key have no delay. If a store has locked an instance and cannot read it, the store
/// unlocks it as failed.</para>
/// <para><b>Messages.</b> If <see cref="StoreCapabilities.KeepsMessages"/> is true, any process can send a message to a saved instance, whether or not the
/// instance is locked. The store keeps the messages of an instance in order until a save consumes them, <see cref="InstanceSave.MessagesConsumed"/>, so that
/// a message and its effect are one atomic step. An instance that is not locked becomes runnable when a message arrives that it can take: a message of
/// another kind than <see cref="MessageKind.Resume"/>, or a message for a bookmark of its last save. The host that holds an instance gets its messages with
/// <see cref="ReceiveAsync"/> and <see cref="WaitForMessagesAsync"/>; after a load, it receives all of them again. A save or unlock that unlocks the
/// instance makes it runnable if messages have arrived that the host does not know, <see cref="InstanceSave.PendingMessageCount"/>. The completion of an
/// instance removes its messages. An instance that was suspended is not runnable, and keeps its messages.</para>
/// <para><b>Transactions.</b> If <see cref="StoreCapabilities.JoinsTransactions"/> is true, a save or unlock in a <see cref="Transaction"/> is checked at
/// once and takes effect when the transaction commits. After a rollback the lock is as before, including its version.</para>
/// <para><b>Cancellation.</b> A canceled call throws <see cref="OperationCanceledException"/> and may have had its effect. The same holds for a call that
/// fails because of the storage medium, with an <see cref="InstancePersistenceException"/> that contains the cause. A load that throws leaves no lock: if
/// the store has locked the instance, it unlocks it. If a call does not end when it is canceled, the host continues without it, and releases the lock if
/// the abandoned call takes one later.</para>
/// <para><b>Derived classes.</b> Until version 1.1, members may be added that a store must implement, so the compiler reports WF9001 for each constructor of
/// a class that derives from this one directly. A class that changes some calls of another store derives from <see cref="DelegatingInstanceStore"/>.</para>
/// </remarks>
public abstract class InstanceStore
{
    private StoreLease? _leaseOfDefaultOwner;

    /// <summary>The leases of the other owners that hosts of this process have created. Replaced, never changed; usually empty.</summary>
    private StoreLease[] _leases = [];

    /// <summary>Initializes a store.</summary>
    [Experimental(
        "WF9001",
        Message = "Until version 1.1, members may be added that a store must implement; a 'DelegatingInstanceStore' changes some calls of another store")]
    protected InstanceStore()
    {
    }

    /// <summary>
    /// The owner for applications that have no owner of their own. Null, the default, if each application creates its own owner (rule 7.9.1).
    /// </summary>
    public InstanceOwner? DefaultOwner => LeaseOfDefaultOwner?.Owner;

    /// <summary>The instances that this process is releasing.</summary>
    internal PendingReleases Releases { get; } = new();

    internal StoreLease? LeaseOfDefaultOwner => Volatile.Read(ref _leaseOfDefaultOwner);

    /// <summary>The clock of this machine, by which hosts renew leases; the system clock, unless a store overrides it.</summary>
    public virtual TimeProvider TimeProvider => TimeProvider.System;

    /// <summary>The optional parts of the contract that the store implements; <see cref="StoreCapabilities.None"/> unless a store overrides it.</summary>
    /// <remarks>The value is the same for the lifetime of the store. A host reads it for each save, so an override returns a stored object.</remarks>
    public virtual StoreCapabilities Capabilities => StoreCapabilities.None;

    /// <summary>An object that the activities of saved instances use with the store; null, the default, for none.</summary>
    /// <remarks>An application finds it by its type, like an extension, after its own extensions.</remarks>
    public virtual object? Extension => null;

    /// <summary>Creates an owner and starts its lease.</summary>
    /// <param name="options">The options of the owner.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>The owner.</returns>
    /// <exception cref="ArgumentNullException">The options are null.</exception>
    public abstract Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken);

    /// <summary>Renews the lease of an owner.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>A task that completes with the operation.</returns>
    /// <exception cref="ArgumentNullException">The owner is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner was deleted, or its lease expired. Other owners may hold its instances.</exception>
    public abstract Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken);

    /// <summary>Renews the lease of an owner synchronously, without a thread of the pool.</summary>
    /// <remarks>
    /// A host calls this method on a dedicated thread when a renewal is late, because activities may block all threads of the pool. The method may block
    /// the calling thread until the store has answered. It has no effect other than the renewal.
    /// </remarks>
    /// <param name="owner">The owner.</param>
    /// <returns>True if the lease was renewed. False if the store does not support synchronous renewal, which is the default.</returns>
    /// <exception cref="ArgumentNullException">The owner is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner was deleted, or its lease expired.</exception>
    public virtual bool TryRenewOwner(InstanceOwner owner)
    {
        ArgumentNullException.ThrowIfNull(owner);
        return false;
    }

    /// <summary>Deletes an owner and releases its locks. An owner that does not exist is ignored.</summary>
    /// <remarks>The instances that the owner had loaded and not saved do not become suspects, because the process of the owner still runs.</remarks>
    /// <param name="owner">The owner.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>A task that completes with the operation.</returns>
    /// <exception cref="ArgumentNullException">The owner is null.</exception>
    public abstract Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken);

    /// <summary>Writes an instance as one atomic step: creates or updates it, and unlocks or completes it if requested.</summary>
    /// <param name="owner">The owner; the first save locks the instance for it.</param>
    /// <param name="save">The data to write.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>
    /// The version of the lock, for the next save. Only the first save changes the version, so that a save can be repeated if its answer was lost.
    /// </returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentException">The save is not valid; see <see cref="InstanceSave.Validate"/>.</exception>
    /// <exception cref="InstanceOwnerException">The owner was deleted, or its lease expired.</exception>
    /// <exception cref="InstanceLockLostException">The owner does not hold a lock with that version.</exception>
    /// <exception cref="InstanceCollisionException">The save is the first one, and the instance exists.</exception>
    /// <exception cref="InstanceKeyCollisionException">A key to add belongs to another instance.</exception>
    /// <exception cref="SnapshotException">A write-only or initial value is not plain; see <see cref="InstanceSave"/>.</exception>
    public abstract Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken);

    /// <summary>
    /// Unlocks an instance, and counts a failure or suspends the instance if <see cref="InstanceUnlock.Kind"/> requests it. Its saved state is unchanged.
    /// </summary>
    /// <param name="owner">The owner that holds the lock.</param>
    /// <param name="unlock">The lock and the reason.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>A task that completes with the operation.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner was deleted, or its lease expired.</exception>
    /// <exception cref="InstanceLockLostException">The owner does not hold a lock with that version.</exception>
    /// <exception cref="NotSupportedException">
    /// The kind is <see cref="UnlockKind.Suspension"/>, and <see cref="StoreCapabilities.SuspendsInstances"/> is false.
    /// </exception>
    public abstract Task UnlockAsync(InstanceOwner owner, InstanceUnlock unlock, CancellationToken cancellationToken);

    /// <summary>Resets the failures and the suspicion of an instance that is not locked. An instance that was suspended becomes runnable.</summary>
    /// <remarks>For administrators and tools. The call needs no owner. The default does nothing.</remarks>
    /// <param name="instanceId">The instance.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>
    /// True if failures were reset. False if there were none, if the instance is locked (its next save or failure then decides), or if it is not saved.
    /// </returns>
    public virtual Task<bool> ContinueAsync(Guid instanceId, CancellationToken cancellationToken) => Task.FromResult(false);

    /// <summary>Ends an instance with which hosts have failed, without running it.</summary>
    /// <remarks>
    /// For administrators and tools. The instance completes as <see cref="InstanceStatus.Faulted"/>, and the store keeps or deletes its data as for any
    /// other completed instance. The call needs no owner and does not read the state, which may be damaged. No activity of the instance is canceled or
    /// compensated. If the data is kept, queries still show the number of failures and the last one, but no bookmarks. All keys are removed. The default
    /// does nothing.
    /// </remarks>
    /// <param name="instanceId">The instance.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>
    /// True if the instance was ended. False if there were no failures since its last save, or if the instance is locked, has completed, or is not saved.
    /// To end an instance that can run, load it and terminate it.
    /// </returns>
    public virtual Task<bool> TerminateAsync(Guid instanceId, CancellationToken cancellationToken) => Task.FromResult(false);

    /// <summary>Locks and reads an instance.</summary>
    /// <param name="owner">The owner for which the instance is locked.</param>
    /// <param name="load">The id or a key of the instance.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>The instance.</returns>
    /// <exception cref="ArgumentNullException">The owner is null.</exception>
    /// <exception cref="ArgumentException">The load is not valid; see <see cref="InstanceLoad.Validate"/>.</exception>
    /// <exception cref="InstanceOwnerException">The owner was deleted, or its lease expired.</exception>
    /// <exception cref="InstanceNotReadyException">No such instance is saved; also if it has completed and the store deleted it.</exception>
    /// <exception cref="InstanceKeyNotReadyException">No instance has the key.</exception>
    /// <exception cref="InstanceCompleteException">The instance has completed, and the store keeps it.</exception>
    /// <exception cref="VersionMismatchException">
    /// The owner does not load instances of the definition; see <see cref="InstanceOwnerOptions.Admits"/>.
    /// </exception>
    /// <exception cref="InstanceLockedException">The instance is locked, by another owner or by this one.</exception>
    public abstract Task<StoredInstance> LoadAsync(InstanceOwner owner, InstanceLoad load, CancellationToken cancellationToken);

    /// <summary>Locks and reads the instance that has been runnable for the longest time, among those that the owner may load.</summary>
    /// <param name="owner">The owner for which the instance is locked.</param>
    /// <param name="load">The instances to skip; <c>default</c> for none.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>The instance; null if none is runnable.</returns>
    /// <exception cref="ArgumentNullException">The owner is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner was deleted, or its lease expired.</exception>
    public abstract Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, RunnableLoad load, CancellationToken cancellationToken);

    /// <summary>
    /// Waits asynchronously until the owner may find a runnable instance. Another owner may load the instance first; the next load then returns null.
    /// </summary>
    /// <param name="owner">The owner.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>A task that completes at that time; it is already complete if an instance is runnable now.</returns>
    /// <exception cref="ArgumentNullException">The owner is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner does not exist, or was deleted or expired during the wait.</exception>
    public abstract Task WaitForRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken);

    /// <summary>Stores a message for an instance. The call needs no owner, and does not take part in the ambient transaction.</summary>
    /// <param name="message">The message.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>The receipt. The message is durable, and the instance receives it unless the instance ends first.</returns>
    /// <exception cref="ArgumentNullException">The message is null.</exception>
    /// <exception cref="ArgumentException">The message is not valid; see <see cref="InstanceMessage.Validate"/>.</exception>
    /// <exception cref="InstanceNotReadyException">No such instance is saved; also if it has completed and the store deleted it.</exception>
    /// <exception cref="InstanceKeyNotReadyException">No instance has the key.</exception>
    /// <exception cref="InstanceCompleteException">The instance has completed, and the store keeps it.</exception>
    /// <exception cref="InstanceInboxFullException">The message resumes a bookmark, and too many messages wait for the instance already.</exception>
    /// <exception cref="NotSupportedException">The store does not support messages.</exception>
    public virtual Task<MessageReceipt> SendAsync(InstanceMessage message, CancellationToken cancellationToken) => throw NoMessages();

    /// <summary>Removes a message that waits for its instance.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="sequence">The number of the message, from its receipt.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>
    /// True if the message was removed. A host that has received it before may still deliver it. False if the message was consumed or does not exist.
    /// </returns>
    /// <exception cref="NotSupportedException">The store does not support messages.</exception>
    public virtual Task<bool> WithdrawAsync(Guid instanceId, long sequence, CancellationToken cancellationToken) => throw NoMessages();

    /// <summary>Reads the messages of an instance that the owner holds, in order, and only as much of their contents as the query allows.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="query">The messages to read.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>The messages, of which some may have <see cref="StoredMessage.IsContentOmitted"/>; none if the owner does not hold the instance.</returns>
    /// <exception cref="ArgumentNullException">The owner is null.</exception>
    /// <exception cref="ArgumentOutOfRangeException">A number of the query is out of range; see <see cref="MessageQuery.Validate"/>.</exception>
    /// <exception cref="InstanceOwnerException">The owner was deleted, or its lease expired.</exception>
    /// <exception cref="NotSupportedException">The store does not support messages.</exception>
    public virtual Task<IReadOnlyList<StoredMessage>> ReceiveAsync(InstanceOwner owner, MessageQuery query, CancellationToken cancellationToken) =>
        throw NoMessages();

    /// <summary>Waits asynchronously for messages to instances that the owner holds.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="known">
    /// The instances of the last answer, whose messages the host has received since; null for none. The store does not return these instances again until
    /// another message arrives. If an answer was lost, the host passes null and gets the same instances again.
    /// </param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    /// <returns>The instances with messages that arrived while the owner held them; at least one.</returns>
    /// <exception cref="ArgumentNullException">The owner is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner does not exist, or was deleted or expired during the wait.</exception>
    /// <exception cref="NotSupportedException">The store does not support messages.</exception>
    public virtual Task<IReadOnlyList<Guid>> WaitForMessagesAsync(
        InstanceOwner owner, IReadOnlyCollection<Guid>? known, CancellationToken cancellationToken) => throw NoMessages();

    /// <summary>Lists saved instances, oldest first, without locking them.</summary>
    /// <param name="query">The query.</param>
    /// <param name="cancellationToken">Cancels the listing.</param>
    /// <returns>
    /// The instances. Completed instances are included only if the store keeps them. The list need not be consistent: it may or may not contain instances
    /// that are saved while it is read. The data of one instance are those of one save.
    /// </returns>
    /// <exception cref="ArgumentNullException">The query is null.</exception>
    public abstract IAsyncEnumerable<InstanceSummary> QueryAsync(InstanceQuery query, CancellationToken cancellationToken);

    /// <summary>
    /// Determines whether a transaction failed only because of concurrent transactions, for example by a deadlock or a serialization failure. Such a
    /// transaction was rolled back completely, and may succeed when it is repeated. An instance that is aborted for this reason returns to its last save
    /// after a short time, and no failure is counted (rule 10.3.3).
    /// </summary>
    /// <param name="failure">The failure. Its inner exceptions are checked too.</param>
    /// <returns>True if the failure is such a conflict. False by default; a store in a database recognizes the errors of its database.</returns>
    /// <exception cref="ArgumentNullException">The failure is null.</exception>
    public virtual bool IsContention(Exception failure)
    {
        ArgumentNullException.ThrowIfNull(failure);
        return false;
    }

    private NotSupportedException NoMessages() => new($"The store '{GetType().Name}' does not keep messages; use a store whose capabilities have KeepsMessages.");

    /// <summary>Replaces the default owner; null for none. Returns false if the current default is not the expected one.</summary>
    /// <remarks>
    /// Two hosts may replace the default at the same time. Only one succeeds; the other must delete its owner, whose lease would otherwise be renewed
    /// forever.
    /// </remarks>
    internal bool TryReplaceDefault(StoreLease? current, StoreLease? next) => Interlocked.CompareExchange(ref _leaseOfDefaultOwner, next, current) == current;

    /// <summary>Returns the lease of an owner that this process renews; null if there is none.</summary>
    internal StoreLease? LeaseOf(InstanceOwner owner) => LeaseOfDefaultOwner is { } lease && lease.Owner == owner
        ? lease
        : Array.Find(Volatile.Read(ref _leases), other => other.Owner == owner);

    internal void AddLease(StoreLease lease) => ReplaceLeases(leases => [.. leases, lease]);

    /// <summary>Removes a lease. Returns false if it was removed before.</summary>
    internal bool RemoveLease(StoreLease lease) => ReplaceLeases(leases => Array.FindAll(leases, other => other != lease));

    private bool ReplaceLeases(Func<StoreLease[], StoreLease[]> change)
    {
        while (true)
        {
            StoreLease[] known = Volatile.Read(ref _leases), next = change(known);
            if (Interlocked.CompareExchange(ref _leases, next, known) == known)
            {
                return next.Length != known.Length;
            }
        }
    }
}
