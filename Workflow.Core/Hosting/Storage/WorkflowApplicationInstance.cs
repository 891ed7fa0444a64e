using System.Diagnostics;
using Workflow.Persistence;

namespace Workflow;

/// <summary>
/// A saved instance that was read and is locked for this process, but does not run. Its identity selects the definition of the
/// <see cref="WorkflowApplication"/> that loads it (rule 16.7).
/// </summary>
/// <remarks>
/// Created by <see cref="WorkflowApplication.GetInstanceAsync"/>. One application must load it, or <see cref="AbandonAsync"/> must release it. Thread-safe.
/// </remarks>
[DebuggerDisplay("{InstanceId}")]
public sealed class WorkflowApplicationInstance
{
    private InstanceLock? _lock;

    private WorkflowApplicationInstance(InstanceLock instanceLock)
    {
        _lock = instanceLock;
        InstanceStore = instanceLock.Store;
        InstanceId = instanceLock.InstanceId;
        DefinitionIdentity = instanceLock.Loaded!.DefinitionIdentity;
    }

    /// <summary>The identity of the definition with which the instance was started; null if it has none.</summary>
    public WorkflowIdentity? DefinitionIdentity { get; }

    /// <summary>The store of the instance.</summary>
    public InstanceStore InstanceStore { get; }

    /// <summary>The id of the instance.</summary>
    public Guid InstanceId { get; }

    /// <summary>
    /// Reads and locks a runnable instance for an owner, without running it. A host calls this method with its own owner, so that several hosts of a
    /// process can use the same store object.
    /// </summary>
    /// <param name="instanceStore">The store.</param>
    /// <param name="owner">The owner, from <see cref="WorkflowApplication.CreateInstanceOwnerAsync"/>.</param>
    /// <param name="load">The instances to skip, with which a host alternates between definitions; none by default.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The instance; null if no instance that the owner loads is runnable now.</returns>
    /// <exception cref="ArgumentNullException">The store or the owner is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner was not created in this process for this store, or was deleted or lost.</exception>
    public static async Task<WorkflowApplicationInstance?> TryGetRunnableAsync(
        InstanceStore instanceStore, InstanceOwner owner, RunnableLoad load = default, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        ArgumentNullException.ThrowIfNull(owner);
        return await InstanceLock.TryLoadAnyRunnableAsync(instanceStore, owner, load, cancellationToken).ConfigureAwait(false) is { } found
            ? new WorkflowApplicationInstance(found)
            : null;
    }

    /// <summary>
    /// Returns an instance that an owner of this process already holds, because a host has saved it for the first time and has not unlocked it.
    /// </summary>
    /// <param name="instanceStore">The store.</param>
    /// <param name="owner">The owner with which the instance was saved, from <see cref="WorkflowApplication.CreateInstanceOwnerAsync"/>.</param>
    /// <param name="locked">The instance, as a load would return it.</param>
    /// <returns>The instance.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner was deleted or lost, so that another owner may hold the instance.</exception>
    public static WorkflowApplicationInstance OfLocked(InstanceStore instanceStore, InstanceOwner owner, StoredInstance locked)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        ArgumentNullException.ThrowIfNull(owner);
        ArgumentNullException.ThrowIfNull(locked);
        return new WorkflowApplicationInstance(InstanceLock.OfLocked(instanceStore, owner, locked));
    }

    /// <summary>Releases the lock of the instance, so that others can load it. Does nothing if the instance was loaded or abandoned before.</summary>
    /// <param name="cancellationToken">Cancels the call before it has begun, and afterwards the wait for the store.</param>
    /// <returns>A task that completes with the first attempt. If the store fails, further attempts follow after the task has completed.</returns>
    public Task AbandonAsync(CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled(cancellationToken);
        }

        return Interlocked.Exchange(ref _lock, null) is { } instanceLock
            ? StoreCall.RunAsync(_ => instanceLock.ReleaseAsync(), cancellationToken)
            : Task.CompletedTask;
    }

    internal static async Task<WorkflowApplicationInstance> GetAsync(InstanceStore store, Guid instanceId, CancellationToken cancellationToken) =>
        new(await InstanceLock.LoadAnyAsync(store, instanceId, cancellationToken).ConfigureAwait(false));

    internal static async Task<WorkflowApplicationInstance> GetRunnableAsync(InstanceStore store, CancellationToken cancellationToken) =>
        await InstanceLock.TryLoadAnyRunnableAsync(store, null, default, cancellationToken).ConfigureAwait(false) is { } found
            ? new WorkflowApplicationInstance(found)
            : throw new InstanceNotReadyException("No saved instance is runnable now; wait for one with WaitForRunnableAsync of the store.");

    /// <summary>Hands the lock over to an application, once.</summary>
    /// <exception cref="VersionMismatchException">The application has another definition; this object keeps the lock.</exception>
    /// <exception cref="InvalidOperationException">The instance was loaded or abandoned before.</exception>
    internal InstanceLock TakeFor(WorkflowIdentity? identity)
    {
        if (!Equals(identity, DefinitionIdentity))
        {
            throw new VersionMismatchException(identity, DefinitionIdentity);
        }

        return Interlocked.Exchange(ref _lock, null) ?? throw new InvalidOperationException(
            $"The instance '{InstanceId}' has already been loaded by an application or released; get it from the store again.");
    }
}
