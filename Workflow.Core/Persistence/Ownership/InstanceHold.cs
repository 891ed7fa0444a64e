namespace Workflow.Persistence;

/// <summary>One instance that this process has in a store, or is about to: who owns it there, and by which lock.</summary>
/// <remarks>
/// Uses the store's default owner, else an owner of its own that lives as long as the hold (rule 7.9). One call at a time; only
/// <see cref="Lose"/> comes from any thread.
/// </remarks>
internal sealed class InstanceHold
{
    private readonly OwnerLease _lease;
    private readonly bool _isOwnLease;
    private long _lockVersion;
    private Action<Exception>? _lost;
    private Exception? _loss;
    private bool _isClosed;

    private InstanceHold(OwnerLease lease, bool isOwnLease, Guid instanceId, StoredInstance? loaded)
    {
        _lease = lease;
        _isOwnLease = isOwnLease;
        InstanceId = instanceId;
        Loaded = loaded;
        _lockVersion = loaded?.LockVersion ?? 0;
    }

    public InstanceStore Store => _lease.Store;

    public Guid InstanceId { get; }

    /// <summary>What was loaded; null for an instance that began here.</summary>
    public StoredInstance? Loaded { get; }

    /// <summary>The version of its lock; 0 before the first save.</summary>
    public long LockVersion => _lockVersion;

    /// <summary>Whether there is a lock to give back.</summary>
    private bool IsLocked => _lockVersion != 0 && !_isClosed && Volatile.Read(ref _loss) is null;

    /// <summary>For an instance that is saved for the first time.</summary>
    public static Task<InstanceHold> OpenAsync(InstanceStore store, Guid instanceId, WorkflowIdentity? identity, CancellationToken cancellationToken) =>
        CreateAsync(store, ForDefinition(identity), _ => Task.FromResult<StoredInstance?>(null), instanceId, cancellationToken);

    /// <summary>Loads an instance of a definition.</summary>
    /// <exception cref="VersionMismatchException">It is of another definition; it is given back.</exception>
    public static async Task<InstanceHold> LoadAsync(InstanceStore store, Guid instanceId, WorkflowIdentity? identity, CancellationToken cancellationToken)
    {
        InstanceHold hold = await LoadAsync(store, ForDefinition(identity), instanceId, cancellationToken).ConfigureAwait(false);
        return await hold.CheckedAsync(identity).ConfigureAwait(false);
    }

    /// <summary>Loads an instance of whatever definition.</summary>
    public static Task<InstanceHold> LoadAnyAsync(InstanceStore store, Guid instanceId, CancellationToken cancellationToken) =>
        LoadAsync(store, ForAny(), instanceId, cancellationToken);

    /// <summary>Loads a runnable instance of a definition.</summary>
    /// <exception cref="InstanceNotReadyException">There is none.</exception>
    /// <exception cref="VersionMismatchException">The store's default owner takes others too, and one of them was found; it is given back.</exception>
    public static async Task<InstanceHold> LoadRunnableAsync(InstanceStore store, WorkflowIdentity? identity, CancellationToken cancellationToken)
    {
        InstanceHold hold = await LoadRunnableAsync(store, ForDefinition(identity), cancellationToken).ConfigureAwait(false);
        return await hold.CheckedAsync(identity).ConfigureAwait(false);
    }

    /// <summary>Loads a runnable instance of whatever definition the store's default owner takes; without one, of any.</summary>
    /// <exception cref="InstanceNotReadyException">There is none.</exception>
    public static Task<InstanceHold> LoadAnyRunnableAsync(InstanceStore store, CancellationToken cancellationToken) =>
        LoadRunnableAsync(store, ForAny(), cancellationToken);

    /// <summary>Has somebody told, once and on any thread, when the instance is no longer this process's; at once if it is not now.</summary>
    public void Watch(Action<Exception> lost)
    {
        Volatile.Write(ref _lost, lost);
        Interlocked.MemoryBarrier();
        if (Volatile.Read(ref _loss) is { } loss)
        {
            Tell(loss);
        }
    }

    /// <summary>The instance is no longer this process's.</summary>
    public void Lose(Exception reason)
    {
        if (Interlocked.CompareExchange(ref _loss, reason, null) is null)
        {
            Tell(reason);
        }
    }

    /// <summary>Writes the instance. The lock is given back with it if that is asked for, or it has completed.</summary>
    public Task SaveAsync(InstanceContent content, bool unlock, CancellationToken cancellationToken) => CallAsync(async () =>
    {
        InstanceSave save = new()
        {
            InstanceId = InstanceId,
            LockVersion = _lockVersion,
            DefinitionIdentity = content.DefinitionIdentity,
            Status = content.Status,
            State = content.State,
            Bookmarks = content.Bookmarks,
            DueIn = content.DueIn,
            WriteOnlyValues = content.WriteOnlyValues,
            InitialValues = _lockVersion == 0 ? content.InitialValues : new Dictionary<System.Xml.Linq.XName, object?>(),
            Unlock = unlock,
            Complete = content.IsCompleted,
        };
        _lockVersion = await Store.SaveAsync(_lease.Owner, save, cancellationToken).ConfigureAwait(false);
        _isClosed = unlock || content.IsCompleted;
    });

    /// <summary>What was written since is not saved after all: its transaction has rolled back.</summary>
    public void GoBackTo(long lockVersion)
    {
        _lockVersion = lockVersion;
        _isClosed = false;
    }

    /// <summary>Gives the lock back; the instance stays as it was last saved.</summary>
    public Task UnlockAsync(CancellationToken cancellationToken) => CallAsync(async () =>
    {
        await Store.UnlockAsync(_lease.Owner, InstanceId, _lockVersion, cancellationToken).ConfigureAwait(false);
        _isClosed = true;
    });

    /// <summary>Lets go of the instance: gives back the lock if it is held still, and ends the owner if it is the instance's own. What fails of it ends with the lease.</summary>
    public async Task ReleaseAsync()
    {
        _lease.Remove(this);
        try
        {
            if (IsLocked)
            {
                await UnlockAsync(CancellationToken.None).ConfigureAwait(false);
            }

            if (_isOwnLease)
            {
                await _lease.EndAsync(CancellationToken.None).ConfigureAwait(false);
            }
        }
        catch (Exception)
        {
            // Others get the instance when the lease is over.
        }
    }

    private static InstanceOwnerOptions ForDefinition(WorkflowIdentity? identity) =>
        new() { Name = Environment.MachineName, Identities = identity is null ? [] : [identity] };

    private static InstanceOwnerOptions ForAny() => new() { Name = Environment.MachineName, Filter = WorkflowIdentityFilter.Any };

    private static Task<InstanceHold> LoadAsync(InstanceStore store, InstanceOwnerOptions options, Guid instanceId, CancellationToken cancellationToken) =>
        CreateAsync(store, options, async owner => await store.LoadAsync(owner, instanceId, cancellationToken).ConfigureAwait(false), instanceId, cancellationToken);

    private static Task<InstanceHold> LoadRunnableAsync(InstanceStore store, InstanceOwnerOptions options, CancellationToken cancellationToken) => CreateAsync(
        store,
        options,
        async owner => await store.TryLoadRunnableAsync(owner, cancellationToken).ConfigureAwait(false)
            ?? throw new InstanceNotReadyException("No saved instance is runnable now; wait for one with WaitForRunnableAsync of the store."),
        Guid.Empty,
        cancellationToken);

    private static async Task<InstanceHold> CreateAsync(
        InstanceStore store, InstanceOwnerOptions options, Func<InstanceOwner, Task<StoredInstance?>> load, Guid instanceId, CancellationToken cancellationToken)
    {
        OwnerLease? common = store.DefaultLease;
        OwnerLease lease = common ?? await OwnerLease.CreateAsync(store, options, cancellationToken).ConfigureAwait(false);
        try
        {
            StoredInstance? loaded = await load(lease.Owner).ConfigureAwait(false);
            InstanceHold hold = new(lease, common is null, loaded?.InstanceId ?? instanceId, loaded);
            lease.Add(hold);
            return hold;
        }
        catch
        {
            if (common is null)
            {
                await EndQuietlyAsync(lease).ConfigureAwait(false);
            }

            throw;
        }
    }

    private static async Task EndQuietlyAsync(OwnerLease lease)
    {
        try
        {
            await lease.EndAsync(CancellationToken.None).ConfigureAwait(false);
        }
        catch (Exception)
        {
            // What counts is why the owner is not needed. It expires.
        }
    }

    private async Task<InstanceHold> CheckedAsync(WorkflowIdentity? identity)
    {
        if (Equals(identity, Loaded!.DefinitionIdentity))
        {
            return this;
        }

        await ReleaseAsync().ConfigureAwait(false);
        throw new VersionMismatchException(identity, Loaded.DefinitionIdentity);
    }

    /// <summary>Calls the store; what it says about a lost lock or owner goes to whoever watches, too.</summary>
    private async Task CallAsync(Func<Task> call)
    {
        if (Volatile.Read(ref _loss) is { } loss)
        {
            throw new InstanceLockLostException($"The instance '{InstanceId}' is no longer held by this process; load it again.", InstanceId, loss);
        }

        try
        {
            await call().ConfigureAwait(false);
        }
        catch (InstanceOwnerException gone)
        {
            Lose(gone);
            _lease.Lose(gone);
            throw;
        }
        catch (InstanceLockLostException lost)
        {
            Lose(lost);
            throw;
        }
    }

    private void Tell(Exception loss) => Interlocked.Exchange(ref _lost, null)?.Invoke(loss);
}
