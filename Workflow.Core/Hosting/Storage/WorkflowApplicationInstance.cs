using System.Diagnostics;
using Workflow.Persistence;

namespace Workflow;

/// <summary>
/// A saved instance that was read and is locked for this process, but does not live yet: its identity says with which definition to make the
/// <see cref="WorkflowApplication"/> that loads it (rule 16.7).
/// </summary>
/// <remarks>Comes from <see cref="WorkflowApplication.GetInstanceAsync"/>; is either loaded by one application, or given back by <see cref="AbandonAsync"/>. Thread-safe.</remarks>
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

    /// <summary>The definition that it was started with; null: none was named.</summary>
    public WorkflowIdentity? DefinitionIdentity { get; }

    /// <summary>The store that it lies in.</summary>
    public InstanceStore InstanceStore { get; }

    /// <summary>Its id.</summary>
    public Guid InstanceId { get; }

    /// <summary>As <see cref="WorkflowApplication.GetRunnableInstanceAsync"/>, but without an exception if there is none, and without the instances of some definitions, so that a host can let definitions take turns.</summary>
    /// <param name="instanceStore">The store.</param>
    /// <param name="passed">The definitions to pass over, as in <see cref="InstanceStore.TryLoadRunnableAsync(InstanceOwner, IReadOnlyCollection{WorkflowIdentity}, CancellationToken)"/>; empty for none.</param>
    /// <param name="cancellationToken">Gives the call up.</param>
    /// <returns>The instance; null: none is runnable now.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    public static Task<WorkflowApplicationInstance?> TryGetRunnableAsync(InstanceStore instanceStore, IReadOnlyCollection<WorkflowIdentity> passed, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        ArgumentNullException.ThrowIfNull(passed);
        return LoadRunnableAsync(instanceStore, passed, cancellationToken);
    }

    /// <summary>An instance that the default owner of the store holds already, because a host has saved it for the first time and has not unlocked it.</summary>
    /// <param name="instanceStore">The store.</param>
    /// <param name="owner">The owner with which it was saved.</param>
    /// <param name="locked">The instance as a load would return it.</param>
    /// <returns>The instance.</returns>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="InstanceOwnerException">The owner is not the default owner of the store any more, so that another one may hold the instance.</exception>
    public static WorkflowApplicationInstance OfLocked(InstanceStore instanceStore, InstanceOwner owner, StoredInstance locked)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        ArgumentNullException.ThrowIfNull(owner);
        ArgumentNullException.ThrowIfNull(locked);
        return new WorkflowApplicationInstance(InstanceLock.OfLocked(instanceStore, owner, locked));
    }

    /// <summary>Gives it back unchanged, for others to load. Does nothing once it was loaded or given back.</summary>
    /// <param name="cancellationToken">Gives the call up before it has begun, and ends the wait for the store after that.</param>
    /// <returns>A task that ends with it. While the store fails, it is tried again after the end of the task.</returns>
    public Task AbandonAsync(CancellationToken cancellationToken = default)
    {
        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled(cancellationToken);
        }

        return Interlocked.Exchange(ref _lock, null) is { } instanceLock ? StoreCall.RunAsync(_ => instanceLock.ReleaseAsync(), cancellationToken) : Task.CompletedTask;
    }

    internal static async Task<WorkflowApplicationInstance> GetAsync(InstanceStore store, Guid instanceId, CancellationToken cancellationToken) =>
        new(await InstanceLock.LoadAnyAsync(store, instanceId, cancellationToken).ConfigureAwait(false));

    internal static async Task<WorkflowApplicationInstance> GetRunnableAsync(InstanceStore store, CancellationToken cancellationToken) =>
        await LoadRunnableAsync(store, [], cancellationToken).ConfigureAwait(false)
        ?? throw new InstanceNotReadyException("No saved instance is runnable now; wait for one with WaitForRunnableAsync of the store.");

    private static async Task<WorkflowApplicationInstance?> LoadRunnableAsync(InstanceStore store, IReadOnlyCollection<WorkflowIdentity> passed, CancellationToken cancellationToken) =>
        await InstanceLock.TryLoadAnyRunnableAsync(store, passed, cancellationToken).ConfigureAwait(false) is { } found ? new WorkflowApplicationInstance(found) : null;

    /// <summary>Hands it over to an application; once.</summary>
    /// <exception cref="VersionMismatchException">The application has another definition; the instance stays here.</exception>
    /// <exception cref="InvalidOperationException">It was loaded or given back before.</exception>
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
