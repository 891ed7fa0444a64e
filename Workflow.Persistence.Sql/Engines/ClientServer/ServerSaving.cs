using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Writes saves and unlocks on a connection: many in one transaction, with one statement for each kind, and together with loads and messages. Thread-safe.
/// </summary>
/// <remarks>Saves are a hot path, so they are sent by a <see cref="ServerCall"/>, prepared and with parameters that are kept, and not with Dapper.</remarks>
internal abstract class ServerSaving(ServerDatabase database)
{
    /// <summary>
    /// Writes saves and unlocks of different instances. A call with an outcome other than done has changed nothing, and does not prevent the others from being
    /// written.
    /// </summary>
    /// <param name="connection">The connection.</param>
    /// <param name="transaction">The transaction that was begun on the connection; null for none, or for one of <see cref="System.Transactions"/>.</param>
    /// <param name="writes">The calls.</param>
    /// <param name="isRepeated">True if an earlier attempt had no answer and may have written its changes.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>
    /// The answers, in the order of the calls; null for a call that must be written again, because concurrent changes have removed the reason for its refusal.
    /// </returns>
    public async Task<StoreResult?[]> WriteAsync(
        DbConnection connection, DbTransaction? transaction, IReadOnlyList<ServerWrite> writes, bool isRepeated, CancellationToken cancellationToken)
    {
        StoreResult?[] results = await ExecuteAsync(connection, transaction, writes, null, cancellationToken).ConfigureAwait(false);
        await FindRefusalsAsync(connection, transaction, writes, results, isRepeated, cancellationToken).ConfigureAwait(false);
        return results;
    }

    /// <summary>Executes calls for different instances in one transaction.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="transaction">The transaction that was begun on the connection; null for none, or for one of <see cref="System.Transactions"/>.</param>
    /// <param name="writes">The saves and unlocks.</param>
    /// <param name="piggybacked">The loads and messages that are executed with the writes; null for none.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>The answers, first those to the writes, then those to the piggybacked calls; null for a call that has changed nothing.</returns>
    public async Task<StoreResult?[]> ExecuteAsync(
        DbConnection connection,
        DbTransaction? transaction,
        IReadOnlyList<ServerWrite> writes,
        PiggybackedCalls? piggybacked,
        CancellationToken cancellationToken)
    {
        StoreResult?[] results = new StoreResult?[writes.Count + (piggybacked?.Count ?? 0)];
        ServerCall call = database.Call(connection, transaction);
        await using (call.ConfigureAwait(false))
        {
            call.WithBatchPlans();
            bool hasLock = writes.Count > 0 && AddLock(call, writes);
            bool hasAny = writes.Count > 0 && AddAll(call, [.. writes.Index()]);
            if (!hasAny && piggybacked is null)
            {
                return results;
            }

            piggybacked?.Add(call, firstIndex: writes.Count);
            DbDataReader reader = await call.ReadAsync(cancellationToken).ConfigureAwait(false);
            await using (reader.ConfigureAwait(false))
            {
                // Statements that lock return no batch index or a negative one. All other statements return the indexes of the calls that they have
                // executed.
                bool hasIndexes = !hasLock || await reader.NextResultAsync(cancellationToken).ConfigureAwait(false);
                while (hasIndexes)
                {
                    while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
                    {
                        int index = reader.GetInt32(0);
                        if (index >= 0)
                        {
                            results[index] = index < writes.Count ? Done(writes[index]) : piggybacked!.Read(reader, index - writes.Count);
                        }
                    }

                    hasIndexes = await reader.NextResultAsync(cancellationToken).ConfigureAwait(false);
                }
            }

            call.Recycle();
        }

        return results;
    }

    /// <summary>Determines the reasons of the calls that have changed nothing.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="transaction">The transaction that was begun on the connection; null for none, or for one of <see cref="System.Transactions"/>.</param>
    /// <param name="writes">The calls.</param>
    /// <param name="results">The answers, which are completed. An answer remains null if the reason no longer applies.</param>
    /// <param name="isRepeated">True if an earlier attempt had no answer and may have written its changes.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    public async Task FindRefusalsAsync(
        DbConnection connection,
        DbTransaction? transaction,
        IReadOnlyList<ServerWrite> writes,
        StoreResult?[] results,
        bool isRepeated,
        CancellationToken cancellationToken)
    {
        for (int i = 0; i < writes.Count; i++)
        {
            results[i] ??= await RefusalAsync(connection, transaction, writes[i], isRepeated, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Adds a statement that locks the rows of the instances, in the order in which all calls lock them, to avoid deadlocks. Its results are ignored.
    /// </summary>
    /// <returns>False if no lock statement is needed.</returns>
    protected abstract bool AddLock(ServerCall call, IReadOnlyList<ServerWrite> writes);

    /// <summary>Adds the statements that write the calls. They return the batch indexes of the calls that they have written.</summary>
    /// <returns>True if there is anything to write.</returns>
    protected abstract bool AddAll(ServerCall call, IReadOnlyList<(int Index, ServerWrite Write)> writes);

    /// <summary>Determines why a call has changed nothing; null if the reason no longer applies.</summary>
    public async Task<StoreResult?> RefusalAsync(
        DbConnection connection, DbTransaction? transaction, ServerWrite write, bool isRepeated, CancellationToken cancellationToken)
    {
        ServerCall call = database.Call(connection, transaction);
        await using (call.ConfigureAwait(false))
        {
            call.Add("Refusal")
                .Set("@owner", write.Owner.Sid)
                .Set("@owner_id", write.Owner.Id)
                .Set("@instance_id", write.InstanceId)
                .Set("@lock_version", write.LockVersion)
                .Set("@keys", write.Keys.ToArray())
                .Set("@has_state", write.StateCheck is not null)
                .Set("@state_check", write.StateCheck ?? 0)
                .Set("@gives_back", write.Unlocks)
                .Set("@deletes", write.Deletes)
                .Set("@has_start", write.RequestId is not null)
                .Set("@start", write.RequestId ?? Guid.Empty);
            DbDataReader reader = await call.ReadAsync(cancellationToken).ConfigureAwait(false);
            await using (reader.ConfigureAwait(false))
            {
                await reader.ReadAsync(cancellationToken).ConfigureAwait(false);
                return Refusal(write, reader, isRepeated);
            }
        }
    }

    private static StoreResult? Refusal(ServerWrite write, DbDataReader reader, bool isRepeated)
    {
        bool isSaved = reader.GetBoolean(1), isHeld = reader.GetBoolean(2);
        if (!reader.GetBoolean(0))
        {
            return new StoreResult(StoreOutcome.OwnerGone);
        }

        // A first save of which only the request is kept leaves no row; only the request shows that it was written.
        bool leavesNoRow = write is { LockVersion: 0, Deletes: true, RequestId: not null };
        if (isRepeated && !leavesNoRow && reader.GetBoolean(5))
        {
            return Done(write);
        }

        Guid? started = reader.IsDBNull(6) ? null : reader.GetGuid(6);
        if (started == write.InstanceId && isRepeated && write.Deletes)
        {
            return Done(write);
        }

        if (started is { } other && other != write.InstanceId)
        {
            return new StoreResult(StoreOutcome.Started) { InstanceId = other };
        }

        if (write.LockVersion == 0 ? isSaved || started is not null : !isHeld)
        {
            // A first save whose answer was lost may have been written, and then loaded by another host. Then the caller must not continue the instance, as it
            // may after a collision.
            return new StoreResult(write.LockVersion == 0 && !isRepeated ? StoreOutcome.Exists : StoreOutcome.LockLost);
        }

        if (!reader.IsDBNull(3))
        {
            return new StoreResult(StoreOutcome.KeyTaken) { Key = reader.GetGuid(3), InstanceId = reader.IsDBNull(4) ? Guid.Empty : reader.GetGuid(4) };
        }

        // A first save of a completed instance of which nothing is kept has nothing to write.
        return write is { LockVersion: 0, Deletes: true, RequestId: null } ? Done(write) : null;
    }

    private static StoreResult Done(ServerWrite write) =>
        StoreResult.Done with { LockVersion = Math.Max(write.LockVersion, InstanceSave.FirstLockVersion) };
}
