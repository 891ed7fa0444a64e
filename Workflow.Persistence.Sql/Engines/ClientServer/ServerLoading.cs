using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Loads instances: one statement finds an instance and locks it. An instance that cannot be read is not locked, so that a damaged row remains unchanged.
/// Thread-safe.
/// </summary>
/// <remarks>Loads are a hot path, so they are sent by a <see cref="ServerCall"/>, prepared, and not with Dapper.</remarks>
internal sealed class ServerLoading(
    ServerDatabase database, ServerDefinitions definitions, ServerOwners owners, UnacknowledgedLoads unacknowledged, TimeProvider clock)
{
    /// <summary>The maximum number of attempts of a load that collides with concurrent changes of the same row.</summary>
    private const int MaxAttempts = 100;

    public async Task<StoreResult> LoadAsync(DbConnection connection, LoadRequest request, CancellationToken cancellationToken)
    {
        await unacknowledged.UnlockAsync(connection, request.Owner, cancellationToken).ConfigureAwait(false);
        if (request.InstanceId is null && request.Key is null)
        {
            return await LoadRunnableAsync(connection, request, cancellationToken).ConfigureAwait(false);
        }

        for (int attempt = 0; attempt < MaxAttempts; attempt++)
        {
            LoadResultRow found = await FindAsync(connection, request, [], cancellationToken).ConfigureAwait(false);
            if (!found.HasOwner)
            {
                return new StoreResult(StoreOutcome.OwnerGone);
            }

            if (found.Sid is null)
            {
                return new StoreResult(request.Key is null ? StoreOutcome.NotSaved : StoreOutcome.KeyUnknown) { InstanceId = request.InstanceId ?? Guid.Empty };
            }

            if (await ResultAsync(connection, request.Owner, found, cancellationToken).ConfigureAwait(false) is { } result)
            {
                return result;
            }
        }

        throw new InstancePersistenceException(
            $"The instance '{request.InstanceId ?? request.Key}' cannot be locked, because other calls change it all the time; try again.");
    }

    /// <summary>Checks for a runnable instance without locking it.</summary>
    public async Task<RunnablePoll> PollAsync(DbConnection connection, SqlOwner owner, CancellationToken cancellationToken)
    {
        List<int> excluded = [];
        bool hasEnded = false;
        while (true)
        {
            DateTimeOffset before = clock.GetUtcNow();
            (bool hasOwner, int? candidate, TimeSpan? next, bool mayHaveExpired) =
                await ReadPollAsync(connection, owner, excluded, cancellationToken).ConfigureAwait(false);
            if (!hasOwner)
            {
                return new RunnablePoll(true, false, null);
            }

            if (candidate is { } definition)
            {
                if (definitions.IsKnown(definition))
                {
                    return new RunnablePoll(false, true, null);
                }

                await SkipUnreadableAsync(connection, definition, excluded, cancellationToken).ConfigureAwait(false);
            }
            else if (hasEnded || !await EndExpiredAsync(connection, mayHaveExpired, cancellationToken).ConfigureAwait(false))
            {
                // The clock of the server may differ from that of this machine. The wait counts from before the call, so that the next check is too early
                // rather than too late.
                return new RunnablePoll(false, false, next is { } wait ? before + wait : null);
            }
            else
            {
                hasEnded = true;
            }
        }
    }

    private async Task<StoreResult> LoadRunnableAsync(DbConnection connection, LoadRequest request, CancellationToken cancellationToken)
    {
        // A definition that is not known here yet was never loaded here, so it need not be skipped.
        List<int> excluded = [.. request.Excluded.Select(definitions.NumberOf).OfType<int>()];
        bool hasEnded = false;
        for (int attempt = 0; attempt < MaxAttempts; attempt++)
        {
            LoadResultRow found = await FindAsync(connection, request, excluded, cancellationToken).ConfigureAwait(false);
            if (!found.HasOwner)
            {
                return new StoreResult(StoreOutcome.OwnerGone);
            }

            if (found.Loaded is not null)
            {
                return (await ResultAsync(connection, request.Owner, found, cancellationToken).ConfigureAwait(false))!;
            }

            if (found.Candidate is { } definition)
            {
                if (definitions.IsKnown(definition))
                {
                    // Other calls are locking the runnable instances of this definition at this moment.
                    excluded.AddRange(found.Sid is null ? [definition] : []);
                }
                else
                {
                    await SkipUnreadableAsync(connection, definition, excluded, cancellationToken).ConfigureAwait(false);
                }
            }
            else if (hasEnded || request.Excluded.Count > 0
                || !await EndExpiredAsync(connection, found.MayHaveExpired, cancellationToken).ConfigureAwait(false))
            {
                break;
            }
            else
            {
                hasEnded = true;
            }
        }

        return new StoreResult(StoreOutcome.NothingRunnable);
    }

    private async Task<bool> EndExpiredAsync(DbConnection connection, bool mayHaveExpired, CancellationToken cancellationToken) =>
        (mayHaveExpired || owners.AreOrphansDue) && await owners.EndExpiredAsync(connection, cancellationToken).ConfigureAwait(false);

    /// <summary>Reads the definitions again. A definition with a damaged row is skipped, so that it does not prevent the host from loading others.</summary>
    private async Task SkipUnreadableAsync(DbConnection connection, int definition, List<int> excluded, CancellationToken cancellationToken)
    {
        await definitions.RefreshAsync(connection, cancellationToken).ConfigureAwait(false);
        if (!definitions.IsKnown(definition))
        {
            excluded.Add(definition);
            database.Reporter.RowDamaged(Damage.Row($"definition {definition}", "identity", null).Message);
        }
    }

    /// <summary>
    /// Returns the answer for an instance that was found; null if the instance was changed concurrently or its definition was not known, so that the call must
    /// be repeated.
    /// </summary>
    /// <exception cref="SnapshotException">The row is damaged.</exception>
    private async Task<StoreResult?> ResultAsync(DbConnection connection, SqlOwner owner, LoadResultRow found, CancellationToken cancellationToken)
    {
        if (!definitions.IsKnown(found.Definition))
        {
            await definitions.RefreshAsync(connection, cancellationToken).ConfigureAwait(false);
            return definitions.IsKnown(found.Definition) ? null : throw Damage.Column(found.InstanceId, "definition_id", (long)found.Definition);
        }

        WorkflowIdentity? identity = definitions.IdentityOf(found.Definition);
        StoreResult result = new(StoreOutcome.Done) { InstanceId = found.InstanceId, Identity = identity };
        if (found.Loaded is { } loaded)
        {
            return result with { Loaded = loaded with { Identity = identity } };
        }

        if (found.IsCompleted)
        {
            return result with { Outcome = StoreOutcome.Completed };
        }

        if (!owner.Options.Admits(identity))
        {
            return result with { Outcome = StoreOutcome.OtherDefinition };
        }

        if (!found.HasLockVersion)
        {
            throw Damage.Column(found.InstanceId, "lock_version", null);
        }

        return found.HolderId is { } holder ? result with { Outcome = StoreOutcome.Locked, HolderId = holder, HolderName = found.HolderName } : null;
    }

    private Task<LoadResultRow> FindAsync(DbConnection connection, LoadRequest request, List<int> excluded, CancellationToken cancellationToken) =>
        unacknowledged.RunAsync(request.Owner, load => FindAsync(connection, request, load, excluded, cancellationToken));

    private async Task<LoadResultRow> FindAsync(
        DbConnection connection, LoadRequest request, Guid load, List<int> excluded, CancellationToken cancellationToken)
    {
        ServerCall call = database.Call(connection);
        await using (call.ConfigureAwait(false))
        {
            InstanceOwnerOptions owner = request.Owner.Options;
            if (request.InstanceId is { } instanceId)
            {
                call.Add("LoadFindById", "LoadLock").Set("@instance_id", instanceId);
            }
            else if (request.Key is { } key)
            {
                call.Add("LoadFindByKey", "LoadLock").Set("@key", key);
            }
            else
            {
                call.WithIndexPlans().Add("LoadFindRunnable", "LoadLock").Set("@refused", Refused(owner, excluded)).Set("@suspicion", request.Suspicion);
            }

            call.Set("@owner", request.Owner.Sid)
                .Set("@owner_id", request.Owner.Id)
                .Set("@load", load)
                .Set("@definitions", definitions.Of(owner, isAdmitted: true));
            DbDataReader reader = await call.ReadAsync(cancellationToken).ConfigureAwait(false);
            await using (reader.ConfigureAwait(false))
            {
                await reader.ReadAsync(cancellationToken).ConfigureAwait(false);
                return LoadResultRow.Of(database, reader);
            }
        }
    }

    private async Task<(bool HasOwner, int? Candidate, TimeSpan? Next, bool MayHaveExpired)> ReadPollAsync(
        DbConnection connection, SqlOwner owner, List<int> excluded, CancellationToken cancellationToken)
    {
        ServerCall call = database.Call(connection);
        await using (call.ConfigureAwait(false))
        {
            call.WithIndexPlans()
                .Add("Look")
                .Set("@owner", owner.Sid)
                .Set("@owner_id", owner.Id)
                .Set("@refused", Refused(owner.Options, excluded))
                .Set("@suspicion", owner.Admitted);
            DbDataReader reader = await call.ReadAsync(cancellationToken).ConfigureAwait(false);
            await using (reader.ConfigureAwait(false))
            {
                await reader.ReadAsync(cancellationToken).ConfigureAwait(false);
                return PollOf(reader);
            }
        }
    }

    private (bool HasOwner, int? Candidate, TimeSpan? Next, bool MayHaveExpired) PollOf(DbDataReader reader) => (
        reader.GetBoolean(0),
        reader.IsDBNull(1) ? null : reader.GetInt32(1),
        database.TimeOf(reader, 2) - database.TimeOf(reader, 3),
        !database.ReportsExpiredOwners || reader.GetBoolean(4));

    private int[] Refused(InstanceOwnerOptions owner, List<int> excluded) => [.. definitions.Of(owner, isAdmitted: false), .. excluded];
}
