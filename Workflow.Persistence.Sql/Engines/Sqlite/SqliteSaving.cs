using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>Executes saves and unlocks inside a write transaction. A call with an outcome other than done has changed nothing.</summary>
/// <remarks>Saves are a hot path, so their statements are prepared and not executed with Dapper.</remarks>
internal sealed class SqliteSaving(SqliteDatabase database)
{
    /// <summary>Saves an instance.</summary>
    /// <param name="session">The connection.</param>
    /// <param name="request">The save.</param>
    /// <param name="due">The due time of the timer, on the clock of the store; null for none.</param>
    public StoreResult Save(SqliteSession session, SaveRequest request, long? due) =>
        request.LockVersion == 0 ? SaveFirst(session, request, due) : SaveLater(session, request, due);

    public StoreOutcome Unlock(SqliteSession session, UnlockRequest request)
    {
        bool isUnlocked = request switch
        {
            { Suspends: true } => WithLock(session["Suspend"], session, request)
                .Set("@failure", request.Failure)
                .Set("@turn", NextQueueOrder(session))
                .RunOn(request.InstanceId) == 1,
            { Failure: { } failure } => UnlockFailed(session, request, failure),
            _ => WithLock(session["Unlock"], session, request).Set("@turn", NextQueueOrder(session)).RunOn(request.InstanceId) == 1,
        };
        return isUnlocked ? StoreOutcome.Done : OfLostLock(session, request.Owner);
    }

    public bool Continue(SqliteSession session, Guid instanceId) =>
        session["Continue"].Set("@instance_id", instanceId.ToString()).Set("@turn", NextQueueOrder(session)).Set("@now", session.Now).RunOn(instanceId) == 1;

    /// <summary>Ends an instance that has failures; its promoted values are kept unless all data is deleted.</summary>
    public static bool Terminate(SqliteSession session, Guid instanceId, bool deletes)
    {
        if (session.Query<long>("TerminateFind", new { instance_id = instanceId.ToString() }) is not [long sid])
        {
            return false;
        }

        if (deletes)
        {
            session.Execute("TerminateDelete", new { sid });
            SqliteDependentRows.Remove(session, sid, hasMessages: true);
        }
        else
        {
            session["Terminate"].Set("@sid", sid).Set("@now", session.Now).RunOn(instanceId);
            SqliteDependentRows.RemoveWaits(session, sid, hasMessages: true);
        }

        return true;
    }

    /// <summary>Deletes completed instances; returns their number.</summary>
    public static int Purge(SqliteSession session, long before, int limit)
    {
        List<long> found = session.Query<long>("PurgeFind", new { before, limit });
        foreach (long sid in found)
        {
            session["PurgeInstance"].Set("@sid", sid).Run();
            SqliteDependentRows.Remove(session, sid, hasMessages: true);
        }

        return found.Count;
    }

    private StoreResult SaveFirst(SqliteSession session, SaveRequest request, long? due)
    {
        if (request.KeysToAdd.Count > 0 || request.Deletes || request.RequestId is not null)
        {
            if (!SqliteOwners.IsValid(session, request.Owner))
            {
                return new StoreResult(StoreOutcome.OwnerGone);
            }

            if (SqliteMessages.StartedBy(session, request.RequestId) is { } started)
            {
                return new StoreResult(StoreOutcome.Started) { InstanceId = started };
            }

            if (Exists(session, request.InstanceId))
            {
                return new StoreResult(StoreOutcome.Exists);
            }

            if (SqliteDependentRows.FindTaken(session, request, null) is { } taken)
            {
                return taken;
            }
        }

        if (request.Deletes)
        {
            SqliteMessages.AddStart(session, request);
            return StoreResult.Done with { LockVersion = InstanceSave.FirstLockVersion };
        }

        SqliteStatement insert = SqliteOwners.WithOwner(session["SaveFirst"], session, request.Owner)
            .Set("@instance_id", request.InstanceId.ToString())
            .Set("@definition", session.Definitions.NumberOf(session, request.Identity))
            .Set("@initial_values", request.InitialValues);
        if (WithRow(insert, session, request, due, hasWork: false).ReadValue() is not long sid)
        {
            return new StoreResult(SqliteOwners.IsValid(session, request.Owner) ? StoreOutcome.Exists : StoreOutcome.OwnerGone);
        }

        SqliteDependentRows.Add(session, sid, request);
        SqliteMessages.AddStart(session, request);
        return StoreResult.Done with { LockVersion = InstanceSave.FirstLockVersion };
    }

    private StoreResult SaveLater(SqliteSession session, SaveRequest request, long? due)
    {
        if (TrySaveSame(session, request, due))
        {
            return StoreResult.Done with { LockVersion = request.LockVersion };
        }

        if (Find(session, request) is not { } found)
        {
            return new StoreResult(OfLostLock(session, request.Owner));
        }

        if (SqliteDependentRows.FindTaken(session, request, found.Sid) is { } taken)
        {
            return taken;
        }

        MessageCount after = SqliteMessages.After(session, found.Sid, found.Messages, request);
        SqliteStatement write = request.Deletes
            ? session["SaveDelete"]
            : WithRow(session["SaveLater"], session, request, due, after.HasWork).Set("@inbox", after.All).Set("@inbox_idle", after.Idle);
        if (write.Set("@sid", found.Sid).Set("@owner", request.Owner.Sid).Set("@lock_version", request.LockVersion).RunOn(request.InstanceId) != 1)
        {
            return new StoreResult(StoreOutcome.LockLost);
        }

        if (request.Deletes)
        {
            SqliteDependentRows.Remove(session, found.Sid, found.Messages.All > 0);
        }
        else
        {
            SqliteMessages.Remove(session, found.Sid, found.Messages, request);
            SqliteDependentRows.Replace(session, found.Sid, request, found.BookmarksHash, found.PromotedHash);
        }

        return StoreResult.Done with { LockVersion = request.LockVersion };
    }

    /// <summary>
    /// Tries to save an instance with a single statement. This is sufficient if the bookmarks in the row are unchanged, as they often are for an instance that
    /// remains in memory; false if it is not sufficient, for whatever reason.
    /// </summary>
    private bool TrySaveSame(SqliteSession session, SaveRequest request, long? due) =>
        !request.Unlocks && request.KeysToAdd.Count + request.KeysToRemove.Count + request.Consumed.Count + request.PendingMessageCount == 0
        && WithRow(SqliteOwners.WithOwner(session["SaveSame"], session, request.Owner), session, request, due, hasWork: false)
            .Set("@instance_id", request.InstanceId.ToString())
            .Set("@lock_version", request.LockVersion)
            .RunOn(request.InstanceId) == 1;

    /// <summary>Finds the row that the caller holds; null if the caller does not hold it.</summary>
    private static (long Sid, long BookmarksHash, long PromotedHash, MessageCount Messages)? Find(SqliteSession session, SaveRequest request)
    {
        SqliteStatement find = SqliteOwners.WithOwner(session["SaveFind"], session, request.Owner)
            .Set("@instance_id", request.InstanceId.ToString())
            .Set("@lock_version", request.LockVersion);
        using DbDataReader reader = find.Read();
        if (!reader.Read())
        {
            return null;
        }

        // Damaged hashes become values that differ from those of the save, so that the dependent rows are written again.
        return (
            reader.GetInt64(0),
            reader.GetValue(1) as long? ?? -1,
            reader.GetValue(2) as long? ?? -1,
            new MessageCount(reader.GetValue(3) as long? ?? 0, reader.GetValue(4) as long? ?? 0));
    }

    /// <summary>Sets the columns that each save writes.</summary>
    private SqliteStatement WithRow(SqliteStatement statement, SqliteSession session, SaveRequest request, long? due, bool hasWork)
    {
        bool isDue = request.Status == InstanceStatus.Executing || (hasWork && !(due <= session.Now));
        long? runnableAt = !request.Unlocks || request.Completes ? null : isDue ? session.Now : due;
        return statement
            .Set("@status", (long)request.Status)
            .Set("@lock_owner", request.Unlocks ? null : request.Owner.Sid)
            .Set("@runnable_at", runnableAt)
            .Set("@turn", NextQueueOrder(session))
            .Set("@due", due)
            .Set("@now", session.Now)
            .Set("@completed", request.Completes ? session.Now : null)
            .Set("@bookmarks_hash", request.BookmarksHash)
            .Set("@promoted_hash", request.PromotedHash)
            .Set("@encoding", request.State.Encoding)
            .Set("@key_id", request.State.KeyId)
            .Set("@state_size", request.State.Size)
            .Set("@state_check", request.State.Check)
            .Set("@saved_values", request.SavedValues)
            .Set("@state", request.State.Bytes);
    }

    /// <summary>Unlocks an instance as failed; false if the caller does not hold it.</summary>
    private bool UnlockFailed(SqliteSession session, UnlockRequest request, string failure)
    {
        if (WithLock(session["FailuresFind"], session, request).ReadValue() is not { } found)
        {
            return false;
        }

        int failures = (int)Math.Clamp(found as long? ?? 0, 0, int.MaxValue - 1) + 1;
        InstanceOwnerOptions options = request.Owner.Options;
        long? retryAt = failures >= options.MaxFailures
            ? null
            : StoreTime.After(session.Now, options.RetryDelayAfter(failures)) ?? StoreTime.Of(DateTimeOffset.MaxValue);
        return WithLock(session["UnlockFailed"], session, request)
            .Set("@failures", (long)failures)
            .Set("@failure", failure)
            .Set("@retry_at", retryAt)
            .Set("@turn", NextQueueOrder(session))
            .RunOn(request.InstanceId) == 1;
    }

    private static SqliteStatement WithLock(SqliteStatement statement, SqliteSession session, UnlockRequest request) =>
        SqliteOwners.WithOwner(statement, session, request.Owner).Set("@instance_id", request.InstanceId.ToString()).Set("@lock_version", request.LockVersion);

    private static bool Exists(SqliteSession session, Guid instanceId) =>
        session["InstanceExists"].Set("@instance_id", instanceId.ToString()).ReadValue() is not null;

    private static StoreOutcome OfLostLock(SqliteSession session, SqlOwner owner) =>
        SqliteOwners.IsValid(session, owner) ? StoreOutcome.LockLost : StoreOutcome.OwnerGone;

    private long NextQueueOrder(SqliteSession session) => database.NextQueueOrder(session.Now);
}
