using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>What a load has found, and locked if it could. Immutable.</summary>
/// <param name="HasOwner">Whether the owner of the call lives.</param>
/// <param name="Candidate">The definition of the first runnable instance; null: there is none, or it was not asked for.</param>
/// <param name="Sid">The number of the row; null: nothing was found.</param>
internal sealed record FoundRow(bool HasOwner, int? Candidate, long? Sid)
{
    public Guid InstanceId { get; private init; }

    public int Definition { get; private init; }

    public bool IsCompleted { get; private init; }

    /// <summary>The owner that holds the instance; null: none that lives.</summary>
    public Guid? HolderId { get; private init; }

    public string? HolderName { get; private init; }

    /// <summary>The instance, without its identity; null: it was not locked.</summary>
    public LoadedInstance? Loaded { get; private init; }

    /// <summary>Reads the only row of a reader, which is at it.</summary>
    public static FoundRow Of(ServerDatabase database, DbDataReader reader)
    {
        FoundRow row = new(reader.GetBoolean(0), reader.IsDBNull(1) ? null : reader.GetInt32(1), reader.IsDBNull(2) ? null : reader.GetInt64(2));
        if (row.Sid is null)
        {
            return row;
        }

        Guid id = reader.GetGuid(3);
        bool isHeld = reader.GetBoolean(6);
        return row with
        {
            InstanceId = id,
            Definition = reader.GetInt32(4),
            IsCompleted = reader.GetBoolean(5),
            HolderId = isHeld ? reader.GetGuid(7) : null,
            HolderName = isHeld ? reader.GetString(8) : null,
            Loaded = reader.IsDBNull(9) ? null : LoadedOf(database, reader, id, 9),
        };
    }

    /// <summary>Reads an instance that was locked, without its identity, from a column on.</summary>
    public static LoadedInstance LoadedOf(ServerDatabase database, DbDataReader reader, Guid id, int first) => new(
        id,
        reader.GetInt64(first),
        null,
        (InstanceStatus)reader.GetInt16(first + 1),
        new EncodedState(
            reader.GetFieldValue<byte[]>(first + 6), reader.GetInt16(first + 2), reader.IsDBNull(first + 3) ? null : reader.GetString(first + 3), reader.GetInt32(first + 4),
            reader.GetInt64(first + 5)),
        database.IdsOf(reader, first + 7));
}
