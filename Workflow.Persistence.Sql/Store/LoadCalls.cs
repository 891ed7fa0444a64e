namespace Workflow.Persistence.Sql;

/// <summary>Loads instances and decodes their states. Thread-safe.</summary>
internal sealed class LoadCalls(SqlEngine engine, SqlInstanceStoreOptions options, InstanceCodec codec)
{
    /// <summary>Loads a runnable instance, without suspects beyond the limit of the owner; null if there is none.</summary>
    public async Task<StoredInstance?> TryLoadRunnableAsync(SqlOwner owner, IReadOnlyCollection<WorkflowIdentity> excluded, CancellationToken cancellationToken)
    {
        LoadRequest request = new(owner, null, null) { Excluded = excluded, Suspicion = owner.BeginLoad() };
        StoreResult? result = null;
        try
        {
            result = await LoadAsync(request, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            if (request.Suspicion > 0)
            {
                owner.EndLoad(result?.Loaded is { } loaded ? (loaded.InstanceId, loaded.Suspicion) : null);
            }
        }

        return result.Outcome switch
        {
            StoreOutcome.Done => await DecodeAsync(request.Owner, result.Loaded!).ConfigureAwait(false),
            StoreOutcome.OwnerGone => throw StoreErrors.OwnerGone(owner),
            _ => null,
        };
    }

    /// <summary>Loads an instance by its id or by a key, and waits for its lock as configured in the options.</summary>
    public async Task<StoredInstance> LoadLockedAsync(LoadRequest request, CancellationToken cancellationToken)
    {
        LockedWait wait = new(options);
        while (true)
        {
            StoreResult result = await LoadAsync(request, cancellationToken).ConfigureAwait(false);
            if (result.Outcome == StoreOutcome.Done)
            {
                return await DecodeAsync(request.Owner, result.Loaded!).ConfigureAwait(false);
            }

            if (result.Outcome != StoreOutcome.Locked || !await wait.NextAsync(cancellationToken).ConfigureAwait(false))
            {
                throw StoreErrors.OfLoad(result, request.Owner, request.Key);
            }
        }
    }

    private async Task<StoreResult> LoadAsync(LoadRequest request, CancellationToken cancellationToken)
    {
        try
        {
            return await engine.LoadAsync(request, cancellationToken).ConfigureAwait(false);
        }
        catch (SnapshotException damage)
        {
            options.Reporter.RowDamaged(damage.Message);
            throw;
        }
    }

    /// <summary>
    /// Decodes the state on the thread of the caller. An unreadable instance is released as failed, so that it is retried at increasing intervals.
    /// </summary>
    private async Task<StoredInstance> DecodeAsync(SqlOwner owner, LoadedRow loaded)
    {
        try
        {
            return codec.Decode(loaded);
        }
        catch (SnapshotException failure)
        {
            options.Reporter.RowDamaged(failure.Message);
            owner.Suspects.Remove(loaded.InstanceId);
            await engine.OrphanedLocks.UnlockAsync(new UnlockRequest(owner, loaded.InstanceId, loaded.LockVersion, failure.Message)).ConfigureAwait(false);
            throw;
        }
    }
}
