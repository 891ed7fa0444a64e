using System.Data.Common;
using System.Text.Json;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Columns of a row on a server. The types are those of the schema, and its constraints refuse most damage; but a constraint can be missing, after a repair by hand for instance. A column
/// that does not fit is named.
/// </summary>
internal static class ServerRow
{
    /// <summary>Reads a column that is never null.</summary>
    /// <exception cref="SnapshotException">It is null, or of another type.</exception>
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

    /// <exception cref="SnapshotException">It is null, or no status has this number.</exception>
    public static InstanceStatus StatusOf(DbDataReader reader, Guid id, int column)
    {
        short status = Required<short>(reader, id, column, "status");
        return status is >= 0 and <= (short)InstanceStatus.Faulted ? (InstanceStatus)status : throw Damage.Column(id, "status", (long)status);
    }

    /// <exception cref="SnapshotException">It is not in the calendar.</exception>
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

    /// <summary>Whether a failure says that a content does not fit what it is read as, and nothing about the connection.</summary>
    public static bool IsMisfit(Exception failure) =>
        failure is InvalidCastException or FormatException or OverflowException or ArgumentException or JsonException or KeyNotFoundException;
}
