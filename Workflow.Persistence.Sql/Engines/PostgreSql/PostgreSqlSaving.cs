using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>Writes saves and unlocks on a connection: many in one transaction, one statement for each kind. Thread-safe.</summary>
internal sealed class PostgreSqlSaving(PostgreSqlDatabase database, TimeProvider clock)
{
    /// <summary>Writes calls about different instances. An outcome other than done has changed nothing, and does not keep the others from being written.</summary>
    /// <param name="connection">The connection, in a transaction or in none.</param>
    /// <param name="writes">The calls.</param>
    /// <param name="isRepeated">Whether an earlier attempt had no answer, and may have written what it was to write.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <returns>The answers, in the order of the calls; null for a call that must be written again, because others have changed meanwhile what has refused it.</returns>
    public async Task<StoreAnswer?[]> WriteAsync(DbConnection connection, IReadOnlyList<PostgreSqlWrite> writes, bool isRepeated, CancellationToken cancellationToken)
    {
        StoreAnswer?[] answers = new StoreAnswer?[writes.Count];
        PostgreSqlCall call = new(database, connection);
        await using (call.ConfigureAwait(false))
        {
            if (AddAll(call, [.. writes.Index()]))
            {
                // The first statement locks, and returns ones; the others return places.
                foreach (int place in await ReadPlacesAsync(call, cancellationToken).ConfigureAwait(false))
                {
                    answers[place] = Done(writes[place]);
                }
            }
        }

        for (int i = 0; i < answers.Length; i++)
        {
            answers[i] ??= await RefusalAsync(connection, writes[i], isRepeated, cancellationToken).ConfigureAwait(false);
        }

        return answers;
    }

    private bool AddAll(PostgreSqlCall call, IReadOnlyList<(int Place, PostgreSqlWrite Write)> writes)
    {
        Guid[] held = [.. writes.Where(write => write.Write.LockVersion != 0).Select(write => write.Write.InstanceId)];
        call.Add("Lock").Set("@ids", held);
        (int Place, PostgreSqlSave Write)[] saves = [.. writes.Where(write => write.Write is PostgreSqlSave).Select(write => (write.Place, (PostgreSqlSave)write.Write))];
        (int Place, PostgreSqlUnlock Write)[] unlocks = [.. writes.Where(write => write.Write is PostgreSqlUnlock).Select(write => (write.Place, (PostgreSqlUnlock)write.Write))];
        bool hasAny = AddIfAny(saves, save => save.LockVersion == 0 && !save.Request.Deletes, first => AddFirst(call, first));
        hasAny |= AddIfAny(saves, save => save.LockVersion != 0 && !save.Request.Deletes, later => AddLater(call, later));
        hasAny |= AddIfAny(saves, save => save.LockVersion != 0 && save.Request.Deletes, deleted => call.Add("SaveDelete").SetHeld(deleted));
        hasAny |= AddIfAny(unlocks, unlock => unlock.Request.Failure is null, unlocked => call.Add("Unlock").SetHeld(unlocked));
        return hasAny | AddIfAny(unlocks, unlock => unlock.Request.Failure is not null, failed => AddFailed(call, failed));
    }

    private static bool AddIfAny<T>((int Place, T Write)[] writes, Predicate<T> condition, Action<(int Place, T Write)[]> add)
    {
        (int Place, T Write)[] some = [.. writes.Where(write => condition(write.Write))];
        if (some.Length > 0)
        {
            add(some);
        }

        return some.Length > 0;
    }

    private void AddFirst(PostgreSqlCall call, (int Place, PostgreSqlSave Write)[] saves) => call.Add("SaveFirst")
        .SetCallers(saves)
        .SetRows(saves, clock)
        .Set("@definitions", PostgreSqlParameters.Array(saves, save => save.Definition))
        .Set("@initial_values", PostgreSqlParameters.Array(saves, save => save.Request.InitialValues))
        .SetBookmarks(saves)
        .SetPromoted(saves, isFirst: true)
        .SetKeys(saves);

    private void AddLater(PostgreSqlCall call, (int Place, PostgreSqlSave Write)[] saves) => call.Add("SaveLater")
        .SetHeld(saves)
        .SetRows(saves, clock)
        .Set("@bookmark_counts", PostgreSqlParameters.Array(saves, save => save.Request.Bookmarks.Count))
        .SetBookmarks(saves)
        .SetPromoted(saves, isFirst: false)
        .SetKeys(saves)
        .SetRemovedKeys(saves);

    private static void AddFailed(PostgreSqlCall call, (int Place, PostgreSqlUnlock Write)[] unlocks) => call.Add("UnlockFailed")
        .SetHeld(unlocks)
        .Set("@failures", PostgreSqlParameters.Array(unlocks, unlock => unlock.Request.Failure!))
        .Set("@max_failures", PostgreSqlParameters.Array(unlocks, unlock => unlock.Owner.Options.MaxFailures))
        .Set("@first_delays", PostgreSqlParameters.Array(unlocks, unlock => StoreTime.Of(unlock.Owner.Options.FirstRetryDelay)))
        .Set("@max_delays", PostgreSqlParameters.Array(unlocks, unlock => StoreTime.Of(unlock.Owner.Options.MaxRetryDelay)));

    private static async Task<List<int>> ReadPlacesAsync(PostgreSqlCall call, CancellationToken cancellationToken)
    {
        List<int> places = [];
        DbDataReader reader = await call.ReadAsync(cancellationToken).ConfigureAwait(false);
        await using (reader.ConfigureAwait(false))
        {
            while (await reader.NextResultAsync(cancellationToken).ConfigureAwait(false))
            {
                while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
                {
                    places.Add(reader.GetInt32(0));
                }
            }
        }

        return places;
    }

    /// <summary>Why a call has changed nothing; null: the reason is gone.</summary>
    public async Task<StoreAnswer?> RefusalAsync(DbConnection connection, PostgreSqlWrite write, bool isRepeated, CancellationToken cancellationToken)
    {
        PostgreSqlCall call = new(database, connection);
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
                .Set("@gives_back", write.GivesBack)
                .Set("@deletes", write.Deletes);
            DbDataReader reader = await call.ReadAsync(cancellationToken).ConfigureAwait(false);
            await using (reader.ConfigureAwait(false))
            {
                await reader.ReadAsync(cancellationToken).ConfigureAwait(false);
                return Refusal(write, reader, isRepeated);
            }
        }
    }

    private static StoreAnswer? Refusal(PostgreSqlWrite write, DbDataReader reader, bool isRepeated)
    {
        bool isSaved = reader.GetBoolean(1), isHeld = reader.GetBoolean(2);
        if (!reader.GetBoolean(0))
        {
            return new StoreAnswer(StoreOutcome.OwnerGone);
        }

        if (isRepeated && reader.GetBoolean(5))
        {
            return Done(write);
        }

        if (write.LockVersion == 0 ? isSaved : !isHeld)
        {
            return new StoreAnswer(write.LockVersion == 0 ? StoreOutcome.Exists : StoreOutcome.LockLost);
        }

        if (!reader.IsDBNull(3))
        {
            return new StoreAnswer(StoreOutcome.KeyTaken) { Key = reader.GetGuid(3), InstanceId = reader.IsDBNull(4) ? Guid.Empty : reader.GetGuid(4) };
        }

        // A first save of an instance that has completed, of which nothing is kept: there is nothing to write.
        return write is { LockVersion: 0, Deletes: true } ? Done(write) : null;
    }

    private static StoreAnswer Done(PostgreSqlWrite write) => StoreAnswer.Done with { LockVersion = Math.Max(write.LockVersion, InstanceSave.FirstLockVersion) };
}
