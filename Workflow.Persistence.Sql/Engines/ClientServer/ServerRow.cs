using System.Data.Common;
using System.Text.Json;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Reads the columns of a row. The schema defines their types, and its constraints prevent most damage; but a constraint may be missing, for example after a
/// manual repair. The exception names the damaged column.
/// </summary>
internal static class ServerRow
{
    /// <summary>Reads a column that is never null.</summary>
    /// <exception cref="SnapshotException">The column is null, or has another type.</exception>
    public static T Required<T>(DbDataReader reader, Guid id, int column, string name)
    {
        if (reader.IsDBNull(column))
        {
            throw Damage.Column(id, name, null);
        }

        try
        {
            return reader.GetFieldValue<T>(column);
        }
        catch (Exception failure) when (IsMisfit(failure))
        {
            throw Damage.Column(id, name, reader.GetFieldType(column));
        }
    }

    /// <summary>Reads the status of an instance.</summary>
    /// <exception cref="SnapshotException">The column is null, or contains no valid status.</exception>
    public static InstanceStatus StatusOf(DbDataReader reader, Guid id, int column)
    {
        short status = Required<short>(reader, id, column, "status");
        return status is >= 0 and <= (short)InstanceStatus.Faulted ? (InstanceStatus)status : throw Damage.Column(id, "status", (long)status);
    }

    /// <summary>Reads a time; null for a null value.</summary>
    /// <exception cref="SnapshotException">The time is out of range.</exception>
    public static DateTimeOffset? TimeOf(ServerDatabase database, DbDataReader reader, Guid id, int column, string name)
    {
        try
        {
            return database.TimeOf(reader, column);
        }
        catch (Exception failure) when (IsMisfit(failure))
        {
            throw Damage.Column(id, name, null);
        }
    }

    /// <summary>Returns true if the failure means that the content does not fit the expected type. Such a failure is not related to the connection.</summary>
    public static bool IsMisfit(Exception failure) =>
        failure is InvalidCastException or FormatException or OverflowException or ArgumentException or JsonException or KeyNotFoundException;
}
