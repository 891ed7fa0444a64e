using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>The result row of a load that finds an instance, and locks it if possible. Immutable.</summary>
/// <param name="HasOwner">True if the owner of the call exists and its lease is valid.</param>
/// <param name="Candidate">The definition number of the first runnable instance; null if there is none, or none was requested.</param>
/// <param name="Sid">The surrogate key of the row; null if nothing was found.</param>
internal sealed record LoadResultRow(bool HasOwner, int? Candidate, long? Sid)
{
    /// <summary>True if expired owners may hold runnable instances. Set only by a load that has found nothing.</summary>
    public bool MayHaveExpired { get; private init; }

    public Guid InstanceId { get; private init; }

    public int Definition { get; private init; }

    public bool IsCompleted { get; private init; }

    /// <summary>The owner that holds the instance; null if there is none with a valid lease.</summary>
    public Guid? HolderId { get; private init; }

    public string? HolderName { get; private init; }

    /// <summary>True if the lock version of the row is in the range that the store writes and can be incremented.</summary>
    public bool HasLockVersion { get; private init; }

    /// <summary>The locked instance, without its identity; null if the instance was not locked.</summary>
    public LoadedRow? Loaded { get; private init; }

    /// <summary>Reads the single row of a reader that is positioned at it.</summary>
    public static LoadResultRow Of(ServerDatabase database, DbDataReader reader)
    {
        LoadResultRow row = new(
            reader.GetBoolean(0), reader.IsDBNull(1) ? null : reader.GetInt32(1), reader.IsDBNull(2) ? null : reader.GetInt64(2));
        if (row.Sid is null)
        {
            return row with { MayHaveExpired = !database.ReportsExpiredOwners || reader.GetBoolean(19) };
        }

        Guid id = reader.IsDBNull(3) ? throw Damage.Row($"instance {row.Sid}", "instance_id", null) : reader.GetGuid(3);
        bool isHeld = reader.GetBoolean(6);
        return row with
        {
            InstanceId = id,
            Definition = ServerRow.Required<int>(reader, id, 4, "definition_id"),
            IsCompleted = reader.GetBoolean(5),
            HolderId = isHeld ? ServerRow.Required<Guid>(reader, id, 7, "owner_id") : null,
            HolderName = isHeld && !reader.IsDBNull(8) ? reader.GetString(8) : null,
            Loaded = reader.IsDBNull(9)
                ? null
                : LoadedOf(database, reader, id, 9) with { Suspicion = reader.IsDBNull(18) ? 0 : reader.GetInt16(18) },
            HasLockVersion = !reader.IsDBNull(17) && reader.GetInt64(17) is > 0 and < long.MaxValue,
        };
    }

    /// <summary>
    /// Reads a locked instance, without its identity, starting at a column. The instance stays locked even if its row is damaged, so the damage is returned to
    /// the caller, who releases the lock.
    /// </summary>
    public static LoadedRow LoadedOf(ServerDatabase database, DbDataReader reader, Guid id, int first)
    {
        long lockVersion = reader.GetInt64(first);
        try
        {
            EncodedState state = new(
                ServerRow.Required<byte[]>(reader, id, first + 6, "state"),
                ServerRow.Required<short>(reader, id, first + 2, "encoding"),
                reader.IsDBNull(first + 3) ? null : reader.GetString(first + 3),
                ServerRow.Required<int>(reader, id, first + 4, "state_size"),
                ServerRow.Required<long>(reader, id, first + 5, "state_check"));
            return new LoadedRow(id, lockVersion, null, ServerRow.StatusOf(reader, id, first + 1), state, KeysOf(database, reader, id, first + 7));
        }
        catch (SnapshotException damage)
        {
            return new LoadedRow(id, lockVersion, null, InstanceStatus.Idle, default, []) { Damage = damage };
        }
    }

    private static IReadOnlyCollection<Guid> KeysOf(ServerDatabase database, DbDataReader reader, Guid id, int column)
    {
        try
        {
            return database.IdsOf(reader, column);
        }
        catch (Exception failure) when (ServerRow.IsMisfit(failure))
        {
            throw Damage.Column(id, "key_id", null);
        }
    }
}
