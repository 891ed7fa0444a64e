using System.Collections.Concurrent;
using System.Data.Common;
using System.Text.Json;

namespace Workflow.Persistence.Sql;

/// <summary>Executes loads inside a write transaction. The row is checked before it is locked, so that a damaged row remains unchanged.</summary>
/// <remarks>Loads are a hot path, so their statements are prepared and not executed with Dapper.</remarks>
internal sealed class SqliteLoading(SqliteOwners owners, StoreReporter reporter)
{
    /// <summary>The time for which searches for runnable instances skip a damaged row.</summary>
    private static readonly long SkipTime = StoreTime.Of(TimeSpan.FromMinutes(1));

    /// <summary>The unreadable rows and the times until which they are skipped, so that they do not prevent a host from loading other rows.</summary>
    private readonly ConcurrentDictionary<long, long> _skipped = [];

    public StoreResult Load(SqliteSession session, LoadRequest request)
    {
        if (!SqliteOwners.IsValid(session, request.Owner))
        {
            return new StoreResult(StoreOutcome.OwnerGone);
        }

        if (request.InstanceId is { } instanceId)
        {
            return Lock(session, request.Owner, session["LoadFind"].Set("@instance_id", instanceId.ToString()), instanceId);
        }

        return request.Key is { } key ? LoadByKey(session, request.Owner, key) : LoadRunnable(session, request);
    }

    public RunnablePoll Poll(SqliteSession session, SqlOwner owner)
    {
        if (!SqliteOwners.IsValid(session, owner))
        {
            return new RunnablePoll(true, false, null);
        }

        string? definitions = session.Definitions.AdmittedBy(session, owner.Options, []);
        if (FindRunnable(session, definitions, owner.Admitted) is not null)
        {
            return new RunnablePoll(false, true, null);
        }

        long? runnable = session["RunnableNext"].Set("@definitions", definitions).Set("@now", session.Now).ReadValue() as long?;
        long? lease = session["LeaseNext"].Set("@now", session.Now).ReadValue() as long?;
        long? next = runnable is null || lease < runnable ? lease : runnable;
        return new RunnablePoll(false, false, next is { } time ? StoreTime.ToDateTimeOffset(Math.Min(time, StoreTime.Of(DateTimeOffset.MaxValue))) : null);
    }

    private StoreResult LoadByKey(SqliteSession session, SqlOwner owner, Guid key) => session["KeyFind"].Set("@key", key.ToByteArray()).ReadValue() is long sid
        ? Lock(session, owner, session["LoadFindBySid"].Set("@sid", sid), Guid.Empty)
        : new StoreResult(StoreOutcome.KeyUnknown);

    private StoreResult LoadRunnable(SqliteSession session, LoadRequest request)
    {
        string? definitions = session.Definitions.AdmittedBy(session, request.Owner.Options, request.Excluded);
        while (FindRunnable(session, definitions, request.Suspicion) is { } sid)
        {
            try
            {
                StoreResult result = Lock(session, request.Owner, session["LoadFindBySid"].Set("@sid", sid), Guid.Empty);
                if (result.Outcome == StoreOutcome.Done)
                {
                    return result;
                }

                reporter.RowDamaged(
                    $"The instance with the number {sid} is runnable and cannot be loaded, because its columns contradict each other; restore the row from a backup.");
            }
            catch (SnapshotException damage)
            {
                reporter.RowDamaged(damage.Message);
            }

            _skipped[sid] = session.Now + SkipTime;
        }

        return new StoreResult(StoreOutcome.NothingRunnable);
    }

    private long? FindRunnable(SqliteSession session, string? definitions, int suspicion)
    {
        foreach ((long sid, long until) in _skipped.Where(skipped => skipped.Value <= session.Now))
        {
            _skipped.TryRemove(new(sid, until));
        }

        return session["RunnableFind"]
            .Set("@definitions", definitions)
            .Set("@now", session.Now)
            .Set("@suspicion", (long)suspicion)
            .Set("@skipped", JsonSerializer.Serialize(_skipped.Keys))
            .ReadValue() as long?;
    }

    /// <summary>Locks the instance that a statement finds.</summary>
    /// <param name="session">The connection.</param>
    /// <param name="owner">The owner for which the instance is locked.</param>
    /// <param name="find">The statement.</param>
    /// <param name="instanceId">The id of the instance; <see cref="Guid.Empty"/> if the instance is not identified by its id.</param>
    private StoreResult Lock(SqliteSession session, SqlOwner owner, SqliteStatement find, Guid instanceId)
    {
        if (ReadRow(session, find, instanceId) is not { } row)
        {
            return new StoreResult(instanceId == Guid.Empty ? StoreOutcome.KeyUnknown : StoreOutcome.NotSaved) { InstanceId = instanceId };
        }

        StoreResult found = new(StoreOutcome.Done) { InstanceId = row.Instance.InstanceId, Identity = row.Instance.Identity };
        if (row.IsCompleted)
        {
            return found with { Outcome = StoreOutcome.Completed };
        }

        if (!owner.Options.Admits(row.Instance.Identity))
        {
            return found with { Outcome = StoreOutcome.OtherDefinition };
        }

        if (row.Holder is { } holder && owners.HolderOf(session, row.Sid, found.InstanceId, holder) is { } living)
        {
            return found with { Outcome = StoreOutcome.Locked, HolderId = living.Id, HolderName = living.Name };
        }

        List<Guid> keys = KeysOf(session, row);
        if (session["LoadLock"].Set("@owner", owner.Sid).Set("@sid", row.Sid).Set("@lock_version", row.Instance.LockVersion).RunOn(found.InstanceId) != 1)
        {
            throw Damage.Column(found.InstanceId, "lock_owner", row.Holder);
        }

        return found with { Loaded = row.Instance with { LockVersion = row.Instance.LockVersion + 1, Keys = keys } };
    }

    private static Row? ReadRow(SqliteSession session, SqliteStatement find, Guid instanceId)
    {
        Guid id = instanceId;
        long number = 0;
        using DbDataReader reader = find.Read();
        if (!reader.Read())
        {
            return null;
        }

        SqliteRow row = new(
            reader, (column, found) => id == Guid.Empty ? Damage.Row($"instance {number}", column, found) : Damage.Column(id, column, found));
        number = row.Number("instance_sid");
        id = row.Id("instance_id");
        LoadedRow instance = new(
            id,
            row.Number("lock_version", 1, long.MaxValue - 1),
            null,
            (InstanceStatus)row.Number("status", 0, 4),
            new EncodedState(row.Bytes("state"), row.Number("encoding"), row.TextOrNull("key_id"), row.Number("state_size"), row.Number("state_check")),
            [])
        {
            Suspicion = (int)row.Number("suspicion", 0, SuspectWindow.MaxSuspicion),
        };
        long definition = row.Number("definition_id", 0), sid = number;
        long? holder = row.NumberOrNull("lock_owner");
        bool isCompleted = row.NumberOrNull("completed") is not null;
        reader.Close();
        try
        {
            return new Row(sid, instance with { Identity = session.Definitions.IdentityOf(session, definition) }, holder, isCompleted);
        }
        catch (KeyNotFoundException)
        {
            throw Damage.Column(id, "definition_id", definition);
        }
    }

    private static List<Guid> KeysOf(SqliteSession session, Row row)
    {
        List<Guid> keys = [];
        using DbDataReader reader = session["KeysOf"].Set("@sid", row.Sid).Read();
        while (reader.Read())
        {
            keys.Add(reader.GetValue(0) is byte[] { Length: 16 } key
                ? new Guid(key)
                : throw Damage.Column(row.Instance.InstanceId, "key_id", reader.GetValue(0)));
        }

        return keys;
    }

    private sealed record Row(long Sid, LoadedRow Instance, long? Holder, bool IsCompleted);
}
