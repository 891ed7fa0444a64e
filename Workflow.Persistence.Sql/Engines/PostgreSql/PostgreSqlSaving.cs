namespace Workflow.Persistence.Sql;

/// <summary>The statements of saves and unlocks, whose parameters are arrays. Thread-safe.</summary>
internal sealed class PostgreSqlSaving(ServerDatabase database, TimeProvider clock) : ServerSaving(database)
{
    protected override bool AddLock(ServerCall call, IReadOnlyList<ServerWrite> writes)
    {
        // One row needs no order. An instance that is kept takes no notice of messages that arrive meanwhile, so that the lock which the save itself takes is enough.
        Guid[] held = writes is [{ GivesBack: false }] ? [] : [.. writes.Where(write => write.LockVersion != 0).Select(write => write.InstanceId)];
        if (held.Length > 0)
        {
            call.Add("Lock").Set("@ids", held);
        }

        return held.Length > 0;
    }

    protected override bool AddAll(ServerCall call, IReadOnlyList<(int Place, ServerWrite Write)> writes)
    {
        (int Place, ServerSave Write)[] saves = [.. writes.Where(write => write.Write is ServerSave).Select(write => (write.Place, (ServerSave)write.Write))];
        (int Place, ServerUnlock Write)[] unlocks = [.. writes.Where(write => write.Write is ServerUnlock).Select(write => (write.Place, (ServerUnlock)write.Write))];
        bool hasAny = AddIfAny(saves, save => save.LockVersion == 0 && !save.Request.Deletes, first => AddFirst(call, first));
        hasAny |= AddIfAny(saves, save => save is { LockVersion: 0, Request.Deletes: true, RequestId: not null }, started => AddStart(call, started));
        hasAny |= AddIfAny(saves, save => save.LockVersion != 0 && !save.Request.Deletes, later => AddLater(call, later));
        hasAny |= AddIfAny(saves, save => save.LockVersion != 0 && save.Request.Deletes, deleted => call.Add("SaveDelete").SetHeld(deleted));
        hasAny |= AddIfAny(unlocks, unlock => unlock.Request.Failure is null, unlocked => call.Add("Unlock").SetHeld(unlocked));
        hasAny |= AddIfAny(unlocks, unlock => unlock.Request.Suspends, suspended => AddSuspended(call, suspended));
        return hasAny | AddIfAny(unlocks, unlock => unlock.Request is { Failure: not null, Suspends: false }, failed => AddFailed(call, failed));
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

    private void AddFirst(ServerCall call, (int Place, ServerSave Write)[] saves)
    {
        bool hasPromoted = Array.Exists(saves, save => save.Write.Request.Promoted.Count > 0 || save.Write.Request.InitialPromoted.Count > 0);
        bool hasKeys = Array.Exists(saves, save => save.Write.IsAlone);
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

    private static void AddStart(ServerCall call, (int Place, ServerSave Write)[] saves) => call.Add("SaveStart")
        .SetCallers(saves)
        .SetKeys(saves)
        .Set("@starts", PostgreSqlParameters.Array(saves, save => save.RequestId!.Value));

    private void AddLater(ServerCall call, (int Place, ServerSave Write)[] saves)
    {
        bool hasPromoted = Array.Exists(saves, save => save.Write.Request.Promoted.Count > 0);
        bool hasKeysOrMessages = Array.Exists(saves, save => HasKeysOrMessages(save.Write.Request));
        call.Add([
            "SaveLater",
            hasKeysOrMessages ? "SaveLaterConsumed" : "SaveLaterConsumesNothing",
            "SaveLaterBookmarks",
            hasPromoted ? "SaveLaterPromoted" : "SaveLaterPromotesNothing",
            .. If(hasKeysOrMessages, "SaveLaterKeys"),
            "SaveLaterEnd"])
            .SetHeld(saves)
            .SetRows(saves, clock)
            .Set("@lefts", PostgreSqlParameters.Array(saves, save => save.Request.MessagesLeft))
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

    /// <summary>Whether a later save can change keys or messages: those that it names, or all of an instance that completes.</summary>
    private static bool HasKeysOrMessages(SaveRequest save) => save.Completes || save.KeysToAdd.Count > 0 || save.KeysToRemove.Count > 0 || save.Consumed.Count > 0;

    private static string[] If(bool condition, string name) => condition ? [name] : [];

    private static void AddSuspended(ServerCall call, (int Place, ServerUnlock Write)[] unlocks) => call.Add("Suspend")
        .SetHeld(unlocks)
        .Set("@failures", PostgreSqlParameters.Array(unlocks, unlock => unlock.Request.Failure!));

    private static void AddFailed(ServerCall call, (int Place, ServerUnlock Write)[] unlocks) => call.Add("UnlockFailed")
        .SetHeld(unlocks)
        .Set("@failures", PostgreSqlParameters.Array(unlocks, unlock => unlock.Request.Failure!))
        .Set("@max_failures", PostgreSqlParameters.Array(unlocks, unlock => unlock.Owner.Options.MaxFailures))
        .Set("@first_delays", PostgreSqlParameters.Array(unlocks, unlock => StoreTime.Of(unlock.Owner.Options.FirstRetryDelay)))
        .Set("@max_delays", PostgreSqlParameters.Array(unlocks, unlock => StoreTime.Of(unlock.Owner.Options.MaxRetryDelay)));
}
