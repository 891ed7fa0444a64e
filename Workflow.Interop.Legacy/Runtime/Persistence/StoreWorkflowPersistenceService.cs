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
/// Saves instances in an <see cref="InstanceStore"/>, beside those of other workflows: queues for which activities wait are bookmarks there, timers are timers. While the runtime is
/// started, it loads instances whose timers are due, and instances that a runtime has left without saving them. Two runtimes with the same store never run the same instance. Safe
/// for all threads.
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

    /// <summary>Makes a service that leaves idle instances in the memory.</summary>
    /// <param name="store">The store. It takes part in transactions.</param>
    /// <exception cref="ArgumentException">The store takes no part in transactions.</exception>
    public StoreWorkflowPersistenceService(InstanceStore store)
        : this(store, unloadOnIdle: false)
    {
    }

    /// <summary>Makes a service.</summary>
    /// <param name="store">The store. It takes part in transactions.</param>
    /// <param name="unloadOnIdle">Whether instances are saved and unloaded whenever they are idle.</param>
    /// <exception cref="ArgumentException">The store takes no part in transactions.</exception>
    public StoreWorkflowPersistenceService(InstanceStore store, bool unloadOnIdle)
    {
        ArgumentNullException.ThrowIfNull(store);
        if (!store.SupportsTransactions)
        {
            throw new ArgumentException($"The store '{store}' takes no part in transactions, so the work of an instance could be done without its save; use one that does.", nameof(store));
        }

        _store = store;
        _unloadOnIdle = unloadOnIdle;
    }

    /// <summary>
    /// Names of public properties of workflows whose values are saved for queries, with the namespace of mapped variables; none by default. Values that are no numbers, texts or times
    /// are saved as text. Add to it before the runtime is started.
    /// </summary>
    public ICollection<string> PromotedProperties { get; } = [];

    private StoreOwners Owners => _owners ?? throw new InvalidOperationException("The persistence service is not started; add it to a runtime and start the runtime.");

    /// <summary>The instances in the store that have not been deleted, of the workflows that the runtime knows. The caller waits.</summary>
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
        // A service that is not the default one may have an ambient transaction that does not flow to other threads, to which a store may go.
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

    /// <summary>From now on, instances are loaded: all services are started.</summary>
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
            WorkflowEnvironment.WorkBatch.Add(this, new StoreUnlockWork(id, held, TextOf(SavedForm.LoadFailure), work => _ = Owners.RepeatAsync(held.Owner, () => work.WriteAsync(_store))));
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

    /// <summary>Nothing calls it: completed contexts are saved with their instance.</summary>
    /// <param name="activity">The activity with which the context begins.</param>
    /// <exception cref="NotSupportedException">Always.</exception>
    protected internal override void SaveCompletedContextActivity(Activity activity) => throw NoContexts();

    /// <summary>Nothing calls it: completed contexts are saved with their instance.</summary>
    /// <param name="scopeId">The id of the context.</param>
    /// <param name="outerActivity">The activity that has the context.</param>
    /// <exception cref="NotSupportedException">Always.</exception>
    protected internal override Activity LoadCompletedContextActivity(Guid scopeId, Activity outerActivity) => throw NoContexts();

    /// <inheritdoc/>
    protected internal override bool UnloadOnIdle(Activity activity) => _unloadOnIdle;

    /// <summary>Makes the owner of the instance, if there is none: in a file of SQLite it would wait for the end of the transaction.</summary>
    internal override void PrepareTransaction(Activity rootActivity) => Owners.Of(StoreSave.IdentityOf(rootActivity.GetType()));

    private static string? TextOf(Exception? failure) => failure?.ToString() is { Length: > LongestFailure } text ? text[..LongestFailure] : failure?.ToString();

    private static NotSupportedException NoContexts() => new("Completed contexts have no rows of their own; they are saved with their instance.");

    private (StoredInstance Instance, InstanceOwner Owner) Load(Guid instanceId)
    {
        try
        {
            return BlockingCall.Wait(() => LoadOrFindAsync(instanceId));
        }
        catch (Exception exception) when (exception is InstanceNotReadyException or InstanceCompleteException)
        {
            throw new InvalidOperationException($"There is no workflow instance '{instanceId}', or it has ended; use the id of an instance that has not.", exception);
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

    /// <summary>An instance that this runtime has locked, and that no thread of it has, is on its way: its timer was due, or it has steps to run.</summary>
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
                // Threads of this process are at work: they need real time, whatever the clock of the runtime is.
                await Task.Delay(OneWait, TimeProvider.System).ConfigureAwait(false);
            }
        }
    }

    /// <summary>The store says of which workflow the instance is, if no owner takes it.</summary>
    private async Task<(StoredInstance Instance, InstanceOwner Owner)> LoadAsync(Guid instanceId)
    {
        foreach (InstanceOwner owner in Owners.All)
        {
            try
            {
                return (await _store.LoadAsync(owner, instanceId, CancellationToken.None).ConfigureAwait(false), owner);
            }
            catch (VersionMismatchException)
            {
                // Another owner may take it.
            }
        }

        await foreach (InstanceSummary summary in _store.QueryAsync(new InstanceQuery { InstanceIds = [instanceId] }, CancellationToken.None).ConfigureAwait(false))
        {
            WorkflowIdentity? identity = summary.DefinitionIdentity;
            if (identity is null || Runtime!.DefinitionOf($"{identity.Package}|{identity.Name}") is null)
            {
                throw new PersistenceException(
                    $"The workflow instance '{instanceId}' is a '{identity?.ToString() ?? "workflow without identity"}', which the runtime does not know; add its type to the WorkflowTypes of the persistence service.");
            }

            InstanceOwner owner = Owners.Of(identity);
            return (await _store.LoadAsync(owner, instanceId, CancellationToken.None).ConfigureAwait(false), owner);
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
            // The runtime stops, or it has the instance: nothing has read what was found.
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
            // Another owner has it already.
        }

        Task CallAsync() => failure is null
            ? _store.UnlockAsync(owner, instance.InstanceId, instance.LockVersion, CancellationToken.None)
            : _store.UnlockFailedAsync(owner, instance.InstanceId, instance.LockVersion, failure, CancellationToken.None);
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
