namespace Workflow.Persistence;

/// <summary>Acquires the lock of an instance for this process: with the store's default owner, or with a new owner.</summary>
internal static class LockAcquisition
{
    public static Task<InstanceLock> OpenAsync(InstanceStore store, Guid instanceId, WorkflowIdentity? identity, CancellationToken cancellationToken) =>
        TakeAsync(store, null, ForDefinition(identity), static (_, _) => Task.FromResult<StoredInstance?>(null), instanceId, cancellationToken)!;

    public static async Task<InstanceLock> LoadAsync(InstanceStore store, Guid instanceId, WorkflowIdentity? identity, CancellationToken cancellationToken) =>
        Checked(await LoadAsync(store, ForDefinition(identity), instanceId, cancellationToken).ConfigureAwait(false), identity);

    public static Task<InstanceLock> LoadAnyAsync(InstanceStore store, Guid instanceId, CancellationToken cancellationToken) =>
        LoadAsync(store, ForAny(), instanceId, cancellationToken);

    public static async Task<InstanceLock> LoadRunnableAsync(InstanceStore store, WorkflowIdentity? identity, CancellationToken cancellationToken) =>
        Checked(
            await TryLoadRunnableAsync(store, null, ForDefinition(identity), default, cancellationToken).ConfigureAwait(false)
                ?? throw new InstanceNotReadyException("No saved instance is runnable now; wait for one with WaitForRunnableAsync of the store."),
            identity);

    public static Task<InstanceLock?> TryLoadAnyRunnableAsync(
        InstanceStore store, InstanceOwner? owner, RunnableLoad load, CancellationToken cancellationToken) =>
        TryLoadRunnableAsync(store, owner, owner?.Options ?? ForAny(), load, cancellationToken);

    private static InstanceOwnerOptions ForDefinition(WorkflowIdentity? identity) =>
        new() { Name = Environment.MachineName, Identities = identity is null ? [] : [identity] };

    private static InstanceOwnerOptions ForAny() => new() { Name = Environment.MachineName, Filter = WorkflowIdentityFilter.Any };

    private static async Task<InstanceLock> LoadAsync(InstanceStore store, InstanceOwnerOptions options, Guid instanceId, CancellationToken cancellationToken)
    {
        Task released = store.Releases.EndOf(instanceId);
        if (!released.IsCompletedSuccessfully)
        {
            await StoreCall.RunAsync(_ => released, cancellationToken).ConfigureAwait(false);
        }

        // Must be read before the attempt: an abandoned load may hold the lock during the attempt, and end before the attempt fails. A read after the
        // attempt would miss that load, and the instance would be reported as locked although it is free.
        Task? late = store.Releases.LateLoadOf(instanceId);
        try
        {
            return await TakeByIdAsync(store, options, instanceId, cancellationToken).ConfigureAwait(false);
        }
        catch (InstanceLockedException) when (late is not null)
        {
            await StoreCall.RunAsync(_ => late, cancellationToken).ConfigureAwait(false);
            return await TakeByIdAsync(store, options, instanceId, cancellationToken).ConfigureAwait(false);
        }
    }

    private static Task<InstanceLock> TakeByIdAsync(
        InstanceStore store, InstanceOwnerOptions options, Guid instanceId, CancellationToken cancellationToken) =>
        TakeAsync(store, null, options, (owner, token) => store.LoadAsync(owner, InstanceLoad.ById(instanceId), token)!, instanceId, cancellationToken)!;

    private static Task<InstanceLock?> TryLoadRunnableAsync(
        InstanceStore store, InstanceOwner? given, InstanceOwnerOptions options, RunnableLoad load, CancellationToken cancellationToken) =>
        TakeAsync(store, given, options, (owner, token) => store.TryLoadRunnableAsync(owner, load, token), Guid.Empty, cancellationToken);

    /// <summary>
    /// Creates the lock of the instance that a load returns, or of a new instance that will be saved under the given id; null if nothing was loaded and the
    /// id is empty. Uses the given owner, or the default owner, or creates an owner with the options.
    /// </summary>
    private static async Task<InstanceLock?> TakeAsync(
        InstanceStore store,
        InstanceOwner? given,
        InstanceOwnerOptions options,
        Func<InstanceOwner, CancellationToken, Task<StoredInstance?>> load,
        Guid instanceId,
        CancellationToken cancellationToken)
    {
        OwnerLease? common = given is null ? store.DefaultLease : store.RequireLease(given);
        OwnerLease lease = common ?? await OwnerLease.CreateAsync(store, options, cancellationToken).ConfigureAwait(false);
        bool isAbandoned = false;
        try
        {
            StoredInstance? loaded = await StoreCall.RunAsync(
                token => load(lease.Owner, token),
                cancellationToken,
                late =>
                {
                    isAbandoned = true;
                    store.Releases.AddLateLoad(instanceId, GiveBackAsync(lease, common is null, late));
                }).ConfigureAwait(false);
            if (loaded is null && instanceId == Guid.Empty)
            {
                _ = common is null ? lease.CloseAsync() : Task.CompletedTask;
                return null;
            }

            InstanceLock instanceLock = new(lease, common is null, loaded?.InstanceId ?? instanceId, loaded);
            lease.Add(instanceLock);
            return instanceLock;
        }
        catch when (common is null && !isAbandoned)
        {
            _ = lease.CloseAsync();
            throw;
        }
    }

    /// <summary>Handles the end of an abandoned load, which may have locked an instance that has no caller in this process.</summary>
    private static async Task GiveBackAsync(OwnerLease lease, bool isOwnLease, Task<StoredInstance?> late)
    {
        if (isOwnLease)
        {
            // If the load never ends, the expiry of the lease unlocks the instance.
            lease.Retire();
        }

        try
        {
            if (await late.ConfigureAwait(false) is { } loaded)
            {
                await lease.GiveBackAsync(InstanceUnlock.Release(loaded.InstanceId, loaded.LockVersion)).ConfigureAwait(false);
            }
        }
        catch (Exception)
        {
            // The load failed, so it has not locked anything.
        }

        if (isOwnLease)
        {
            await lease.CloseAsync().ConfigureAwait(false);
        }
    }

    private static InstanceLock Checked(InstanceLock instanceLock, WorkflowIdentity? identity)
    {
        WorkflowIdentity? found = instanceLock.Loaded!.DefinitionIdentity;
        if (Equals(identity, found))
        {
            return instanceLock;
        }

        // A different definition is not a failure of the instance: a host with the right definition may load it at once.
        _ = instanceLock.ReleaseAsync();
        throw new VersionMismatchException(identity, found);
    }
}
