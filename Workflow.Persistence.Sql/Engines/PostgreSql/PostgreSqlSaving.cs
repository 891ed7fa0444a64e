namespace Workflow.Persistence.Sql;

/// <summary>The statements of saves and unlocks on PostgreSQL, with arrays as parameters. Thread-safe.</summary>
internal sealed class PostgreSqlSaving(ServerDatabase database, TimeProvider clock) : ServerSaving(database)
{
    protected override bool AddLock(ServerCall call, IReadOnlyList<ServerWrite> writes)
    {
        // A single row needs no lock order. A save that keeps the instance locked does not depend on messages that arrive concurrently, so the row lock of the
        // save statement itself is sufficient.
        Guid[] held = writes is [{ Unlocks: false }] ? [] : [.. writes.Where(write => write.LockVersion != 0).Select(write => write.InstanceId)];
        if (held.Length > 0)
        {
            call.Add("Lock").Set("@ids", held);
        }

        return held.Length > 0;
    }

    protected override bool AddAll(ServerCall call, IReadOnlyList<(int Index, ServerWrite Write)> writes)
    {
        List<(int Index, ServerSave Write)>? first = null, started = null, later = null, deleted = null;
        List<(int Index, ServerUnlock Write)>? unlocked = null, suspended = null, failed = null;
        foreach ((int index, ServerWrite write) in writes)
        {
            switch (write)
            {
                case ServerSave { LockVersion: not 0 } save when save.Request.Deletes:
                    (deleted ??= []).Add((index, save));
                    break;
                case ServerSave { LockVersion: not 0 } save:
                    (later ??= []).Add((index, save));
                    break;
                case ServerSave save when !save.Request.Deletes:
                    (first ??= []).Add((index, save));
                    break;
                case ServerSave { RequestId: not null } save:
                    (started ??= []).Add((index, save));
                    break;
                case ServerUnlock { Request.Failure: null } unlock:
                    (unlocked ??= []).Add((index, unlock));
                    break;
                case ServerUnlock { Request.Suspends: true } unlock:
                    (suspended ??= []).Add((index, unlock));
                    break;
                case ServerUnlock unlock:
                    (failed ??= []).Add((index, unlock));
                    break;
            }
        }

        return AddIfAny(first, AddFirst) | AddIfAny(started, AddStart) | AddIfAny(later, AddLater) | AddIfAny(deleted, AddDeleted)
            | AddIfAny(unlocked, AddUnlocked) | AddIfAny(suspended, AddSuspended) | AddIfAny(failed, AddFailed);

        bool AddIfAny<T>(List<(int Index, T Write)>? some, Action<ServerCall, IReadOnlyList<(int Index, T Write)>> add)
        {
            if (some is not null)
            {
                add(call, some);
            }

            return some is not null;
        }
    }

    private void AddFirst(ServerCall call, IReadOnlyList<(int Index, ServerSave Write)> saves)
    {
        bool hasPromoted = saves.Any(save => save.Write.Request.Promoted.Count > 0 || save.Write.Request.InitialPromoted.Count > 0);
        bool hasKeys = saves.Any(save => save.Write.HasNames);
        call.Add([
            "SaveFirst",
            .. If(hasKeys, "SaveFirstUnlessTaken"),
            "SaveFirstBookmarks",
            .. If(hasPromoted, "SaveFirstPromoted"),
            .. If(hasKeys, "SaveFirstKeys"),
            "SaveFirstEnd"])
            .SetCallers(saves)
            .SetRows(saves, clock)
            .Set("@definitions", PostgreSqlParameters.Array(saves, save => save.Definition))
            .Set("@initial_values", PostgreSqlParameters.Array(saves, save => save.Request.InitialValues))
            .SetBookmarks(saves);
        if (hasPromoted)
        {
            call.SetPromoted(saves, isFirst: true);
        }

        if (hasKeys)
        {
            call.SetKeys(saves).SetStarts(saves);
        }
    }

    private static void AddStart(ServerCall call, IReadOnlyList<(int Index, ServerSave Write)> saves) => call.Add("SaveStart")
        .SetCallers(saves)
        .SetKeys(saves)
        .Set("@starts", PostgreSqlParameters.Array(saves, save => save.RequestId!.Value));

    private void AddLater(ServerCall call, IReadOnlyList<(int Index, ServerSave Write)> saves)
    {
        bool hasPromoted = saves.Any(save => save.Write.Request.Promoted.Count > 0);
        bool hasKeysOrMessages = saves.Any(save => HasKeysOrMessages(save.Write.Request));
        call.Add([
            "SaveLater",
            hasKeysOrMessages ? "SaveLaterConsumed" : "SaveLaterConsumesNothing",
            "SaveLaterBookmarks",
            hasPromoted ? "SaveLaterPromoted" : "SaveLaterPromotesNothing",
            .. If(hasKeysOrMessages, "SaveLaterKeys"),
            "SaveLaterEnd"])
            .SetHeld(saves)
            .SetRows(saves, clock)
            .Set("@lefts", PostgreSqlParameters.Array(saves, save => save.Request.PendingMessageCount))
            .Set("@bookmark_counts", PostgreSqlParameters.Array(saves, save => save.Request.Bookmarks.Count))
            .SetBookmarks(saves);
        if (hasPromoted)
        {
            call.SetPromoted(saves, isFirst: false);
        }

        if (hasKeysOrMessages)
        {
            call.SetKeys(saves).SetRemovedKeys(saves).SetConsumed(saves);
        }
    }

    /// <summary>Returns true if a later save can change keys or messages: those that it names, or all of an instance that completes.</summary>
    private static bool HasKeysOrMessages(SaveRequest save) =>
        save.Completes || save.KeysToAdd.Count > 0 || save.KeysToRemove.Count > 0 || save.Consumed.Count > 0;

    private static string[] If(bool condition, string name) => condition ? [name] : [];

    private static void AddDeleted(ServerCall call, IReadOnlyList<(int Index, ServerSave Write)> saves) => call.Add("SaveDelete").SetHeld(saves);

    private static void AddUnlocked(ServerCall call, IReadOnlyList<(int Index, ServerUnlock Write)> unlocks) => call.Add("Unlock").SetHeld(unlocks);

    private static void AddSuspended(ServerCall call, IReadOnlyList<(int Index, ServerUnlock Write)> unlocks) => call.Add("Suspend")
        .SetHeld(unlocks)
        .Set("@failures", PostgreSqlParameters.Array(unlocks, unlock => unlock.Request.Failure!));

    private static void AddFailed(ServerCall call, IReadOnlyList<(int Index, ServerUnlock Write)> unlocks) => call.Add("UnlockFailed")
        .SetHeld(unlocks)
        .Set("@failures", PostgreSqlParameters.Array(unlocks, unlock => unlock.Request.Failure!))
        .Set("@max_failures", PostgreSqlParameters.Array(unlocks, unlock => unlock.Owner.Options.MaxFailures))
        .Set("@first_delays", PostgreSqlParameters.Array(unlocks, unlock => StoreTime.Of(unlock.Owner.Options.FirstRetryDelay)))
        .Set("@max_delays", PostgreSqlParameters.Array(unlocks, unlock => StoreTime.Of(unlock.Owner.Options.MaxRetryDelay)));
}
