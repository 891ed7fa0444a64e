extern alias WorkflowCore;
using System.Collections;
using System.Collections.Concurrent;
using System.Transactions;
using Workflow.Interop.Legacy.ComponentModel;
using WorkflowCore::Workflow.Persistence;
using VersionMismatchException = WorkflowCore::Workflow.VersionMismatchException;
using WorkflowIdentity = WorkflowCore::Workflow.WorkflowIdentity;

namespace Workflow.Interop.Legacy.Runtime.Hosting;

/// <summary>
/// Saves instances in an <see cref="InstanceStore"/>, together with the instances of other workflows. In the store, queues for which activities wait are
/// bookmarks, and timers are timers. While the runtime is started, the service loads instances whose timers are due, and instances that a runtime has abandoned
/// without saving them. Two runtimes with the same store never run the same instance. Thread-safe.
/// </summary>
public class StoreWorkflowPersistenceService : WorkflowPersistenceService, IPendingWork
{
    private const int LongestFailure = 2000;
    private const int MostWaits = 200;
    private static readonly TimeSpan OneWait = TimeSpan.FromMilliseconds(10);
    private readonly InstanceStore _store;
    private readonly bool _unloadOnIdle;
    private readonly ConcurrentDictionary<Guid, StoreLock> _held = new();
    private readonly ConcurrentDictionary<Guid, (StoredInstance Instance, InstanceOwner Owner)> _found = new();
    private StoreOwners? _owners;

    /// <summary>Creates a service that leaves idle instances in memory.</summary>
    /// <param name="store">The store. It must support transactions.</param>
    /// <exception cref="ArgumentException">The store does not support transactions.</exception>
    public StoreWorkflowPersistenceService(InstanceStore store)
        : this(store, unloadOnIdle: false)
    {
    }

    /// <summary>Creates a service.</summary>
    /// <param name="store">The store. It must support transactions.</param>
    /// <param name="unloadOnIdle">True to save and unload instances whenever they are idle.</param>
    /// <exception cref="ArgumentException">The store does not support transactions.</exception>
    public StoreWorkflowPersistenceService(InstanceStore store, bool unloadOnIdle)
    {
        ArgumentNullException.ThrowIfNull(store);
        if (!store.Capabilities.JoinsTransactions)
        {
            throw new ArgumentException(
                $"The store '{store}' takes no part in transactions, so the work of an instance could be done without its save; use one that does.",
                nameof(store));
        }

        _store = store;
        _unloadOnIdle = unloadOnIdle;
    }

    /// <summary>
    /// The names of public properties of workflows whose values are saved for queries, with the namespace of mapped variables. Empty by default. Values of
    /// complex types are saved as text. Add names before the runtime is started.
    /// </summary>
    public ICollection<string> PromotedProperties { get; } = [];

    private StoreOwners Owners => _owners
        ?? throw new InvalidOperationException("The persistence service is not started; add it to a runtime and start the runtime.");

    /// <summary>Returns the instances in the store that have not been deleted and whose workflows the runtime knows. Blocks the caller.</summary>
    /// <exception cref="InvalidOperationException">The service is not started.</exception>
    public IEnumerable<SqlPersistenceWorkflowInstanceDescription> GetAllWorkflows()
    {
        _ = Owners;
        return BlockingCall.WaitApart(() => StoreDescriptions.AllAsync(_store, Runtime!));
    }

    /// <inheritdoc/>
    public virtual bool MustCommit(ICollection items) => false;

    /// <inheritdoc/>
    public virtual void Commit(Transaction transaction, ICollection items)
    {
        ArgumentNullException.ThrowIfNull(transaction);
        ArgumentNullException.ThrowIfNull(items);
        // A custom service for work batches can have an ambient transaction that does not flow to other threads, which a store may use.
        bool isAmbient = Runtime?.CommitService.IsDefault == true && transaction.Equals(Transaction.Current);
        foreach (StoreWork work in items)
        {
            using TransactionScope? scope = isAmbient ? null : new(transaction, TransactionScopeAsyncFlowOption.Enabled);
            try
            {
                BlockingCall.Wait(() => work.WriteAsync(_store));
            }
            catch (Exception exception) when (exception is InstanceLockLostException or InstanceOwnerException)
            {
                throw new WorkflowOwnershipException(work.InstanceId, null, exception);
            }

            scope?.Complete();
        }
    }

    /// <inheritdoc/>
    public virtual void Complete(bool succeeded, ICollection items)
    {
        ArgumentNullException.ThrowIfNull(items);
        foreach (StoreWork work in items)
        {
            if (!work.Complete(succeeded))
            {
                _held.TryRemove(KeyValuePair.Create(work.InstanceId, work.Held));
            }
        }
    }

    /// <inheritdoc/>
    protected internal override void Start()
    {
        _owners = new StoreOwners(_store, Runtime!.Name, TakeFound, LoseInstances, exception => RaiseServicesExceptionNotHandledEvent(exception, Guid.Empty));
        base.Start();
    }

    /// <summary>Begins to load instances. All services are started at this time.</summary>
    protected override void OnStarted()
    {
        Owners.Add([.. WorkflowTypes.Distinct().Select(StoreSave.IdentityOf)]);
        base.OnStarted();
    }

    /// <inheritdoc/>
    protected internal override void Stop()
    {
        _owners?.Stop();
        base.Stop();
    }

    /// <inheritdoc/>
    protected internal override void SaveWorkflowInstanceState(Activity rootActivity, bool unlock)
    {
        ArgumentNullException.ThrowIfNull(rootActivity);
        Guid id = WorkflowEnvironment.WorkflowInstanceId;
        bool isEnded = GetWorkflowStatus(rootActivity) is WorkflowStatus.Completed or WorkflowStatus.Terminated;
        byte[] state = isEnded ? [] : GetDefaultSerializedForm(rootActivity);
        StoreLock held = _held.GetOrAdd(id, _ => new StoreLock(Owners.Of(StoreSave.IdentityOf(rootActivity.GetType())), 0));
        WorkflowEnvironment.WorkBatch.Add(this, new StoreSaveWork(id, held, StoreSave.Of(rootActivity, state, unlock, PromotedProperties), unlock || isEnded));
    }

    /// <inheritdoc/>
    protected internal override void UnlockWorkflowInstanceState(Activity rootActivity)
    {
        Guid id = WorkflowEnvironment.WorkflowInstanceId;
        if (_held.TryGetValue(id, out StoreLock? held) && (held.Version > 0 || held.IsInDoubt))
        {
            WorkflowEnvironment.WorkBatch.Add(
                this,
                new StoreUnlockWork(id, held, TextOf(InstanceSnapshot.LoadFailure), work => _ = Owners.RepeatAsync(held.Owner, () => work.WriteAsync(_store))));
        }
        else
        {
            _held.TryRemove(id, out _);
        }
    }

    /// <inheritdoc/>
    protected internal override Activity LoadWorkflowInstanceState(Guid instanceId)
    {
        (StoredInstance instance, InstanceOwner owner) = Load(instanceId);
        try
        {
            Activity root = RestoreFromDefaultSerializedForm(instance.State.ToArray(), null);
            _held[instanceId] = new StoreLock(owner, instance.LockVersion);
            return root;
        }
        catch (Exception exception)
        {
            _ = GiveBackAsync(instance, owner, TextOf(exception));
            throw;
        }
    }

    /// <summary>Not called by the runtime: completed contexts are saved with their instance.</summary>
    /// <param name="activity">The root activity of the context.</param>
    /// <exception cref="NotSupportedException">Always.</exception>
    protected internal override void SaveCompletedContextActivity(Activity activity) => throw NoContexts();

    /// <summary>Not called by the runtime: completed contexts are saved with their instance.</summary>
    /// <param name="scopeId">The id of the context.</param>
    /// <param name="outerActivity">The activity that has the context.</param>
    /// <exception cref="NotSupportedException">Always.</exception>
    protected internal override Activity LoadCompletedContextActivity(Guid scopeId, Activity outerActivity) => throw NoContexts();

    /// <inheritdoc/>
    protected internal override bool UnloadOnIdle(Activity activity) => _unloadOnIdle;

    /// <summary>
    /// Creates the owner of the instance if there is none. Within the transaction, the creation would wait for the end of the transaction if the store is a
    /// SQLite file.
    /// </summary>
    internal override void PrepareTransaction(Activity rootActivity) => Owners.Of(StoreSave.IdentityOf(rootActivity.GetType()));

    private static string? TextOf(Exception? failure) =>
        failure?.ToString() is { Length: > LongestFailure } text ? text[..LongestFailure] : failure?.ToString();

    private static NotSupportedException NoContexts() => new("Completed contexts have no rows of their own; they are saved with their instance.");

    private (StoredInstance Instance, InstanceOwner Owner) Load(Guid instanceId)
    {
        try
        {
            return BlockingCall.Wait(() => LoadOrFindAsync(instanceId));
        }
        catch (Exception exception) when (exception is InstanceNotReadyException or InstanceCompleteException)
        {
            throw new InvalidOperationException(
                $"There is no workflow instance '{instanceId}', or it has ended; use the id of an instance that has not.", exception);
        }
        catch (InstanceLockedException exception)
        {
            throw new WorkflowOwnershipException(instanceId, null, exception);
        }
        catch (Exception exception) when (exception is not PersistenceException)
        {
            throw new PersistenceException($"The workflow instance '{instanceId}' could not be loaded: {exception.Message}", exception);
        }
    }

    /// <summary>
    /// Takes an instance that the service has found, or loads it. An instance that this runtime has locked but not loaded yet is about to be found: its timer
    /// was due, or it has steps to run.
    /// </summary>
    private async Task<(StoredInstance Instance, InstanceOwner Owner)> LoadOrFindAsync(Guid instanceId)
    {
        for (int i = 0; ; i++)
        {
            if (_found.TryRemove(instanceId, out (StoredInstance Instance, InstanceOwner Owner) found))
            {
                return found;
            }

            try
            {
                return await LoadAsync(instanceId).ConfigureAwait(false);
            }
            catch (InstanceLockedException exception) when (i < MostWaits && Owners.All.Any(owner => owner.Id == exception.InstanceOwnerId))
            {
                // Other threads of this process are about to provide the instance. They need real time, regardless of the clock of the runtime.
                await Task.Delay(OneWait, TimeProvider.System).ConfigureAwait(false);
            }
        }
    }

    /// <summary>
    /// Loads an instance with an existing owner. If no owner accepts the instance, the store provides the workflow for which an owner is created.
    /// </summary>
    private async Task<(StoredInstance Instance, InstanceOwner Owner)> LoadAsync(Guid instanceId)
    {
        foreach (InstanceOwner owner in Owners.All)
        {
            try
            {
                return (await _store.LoadAsync(owner, InstanceLoad.ById(instanceId), CancellationToken.None).ConfigureAwait(false), owner);
            }
            catch (VersionMismatchException)
            {
                // Another owner may accept the instance.
            }
        }

        await foreach (InstanceSummary summary in _store
            .QueryAsync(new InstanceQuery { InstanceIds = [instanceId] }, CancellationToken.None)
            .ConfigureAwait(false))
        {
            WorkflowIdentity? identity = summary.DefinitionIdentity;
            if (identity is null || Runtime!.DefinitionOf($"{identity.Package}|{identity.Name}") is null)
            {
                throw new PersistenceException(
                    $"The workflow instance '{instanceId}' is a '{identity?.ToString() ?? "workflow without identity"}', which the runtime does not know; add its type to the WorkflowTypes of the persistence service.");
            }

            InstanceOwner owner = Owners.Of(identity);
            return (await _store.LoadAsync(owner, InstanceLoad.ById(instanceId), CancellationToken.None).ConfigureAwait(false), owner);
        }

        throw new InstanceNotReadyException($"The store has no instance '{instanceId}'; use the id of an instance that was saved.");
    }

    private void TakeFound(StoredInstance instance, InstanceOwner owner)
    {
        _found[instance.InstanceId] = (instance, owner);
        try
        {
            _ = Runtime!.GetWorkflow(instance.InstanceId);
        }
        catch (Exception exception)
        {
            RaiseServicesExceptionNotHandledEvent(exception, instance.InstanceId);
        }

        if (_found.TryRemove(instance.InstanceId, out _))
        {
            // The runtime stops, or already has the instance, so the found instance was not used.
            _ = GiveBackAsync(instance, owner, failure: null);
        }
    }

    private async Task GiveBackAsync(StoredInstance instance, InstanceOwner owner, string? failure)
    {
        try
        {
            await CallAsync().ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is not (InstanceLockLostException or InstanceOwnerException))
        {
            await Owners.RepeatAsync(owner, CallAsync).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // Another owner already has the instance.
        }

        Task CallAsync() => failure is null
            ? _store.UnlockAsync(owner, InstanceUnlock.Release(instance.InstanceId, instance.LockVersion), CancellationToken.None)
            : _store.UnlockAsync(owner, InstanceUnlock.Failure(instance.InstanceId, instance.LockVersion, failure), CancellationToken.None);
    }

    private void LoseInstances(InstanceOwner owner, Exception reason)
    {
        foreach ((Guid id, StoreLock held) in _held.Where(pair => ReferenceEquals(pair.Value.Owner, owner)))
        {
            if (_held.TryRemove(KeyValuePair.Create(id, held)))
            {
                RaiseServicesExceptionNotHandledEvent(new WorkflowOwnershipException(id, null, reason), id);
                Runtime!.Find(id)?.TryRequest(new InstanceRequest(InstanceChange.Aborted), isOptional: true);
            }
        }
    }
}
