using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>
/// The current row of a reader, whose columns must have the types that the store writes. A column of another type is damaged, and the exception names it.
/// </summary>
/// <param name="reader">The reader.</param>
/// <param name="damage">Creates the exception for a column and its content.</param>
internal readonly struct SqliteRow(DbDataReader reader, Func<string, object?, Exception> damage)
{
    public long Number(string column, long least = long.MinValue, long most = long.MaxValue) =>
        NumberOrNull(column, least, most) ?? throw damage(column, null);

    public long? NumberOrNull(string column, long least = long.MinValue, long most = long.MaxValue) => Value(column) switch
    {
        null => null,
        long number when number >= least && number <= most => number,
        object other => throw damage(column, other),
    };

    public string Text(string column) => TextOrNull(column) ?? throw damage(column, null);

    public string? TextOrNull(string column) => Value(column) switch
    {
        null => null,
        string text => text,
        object other => throw damage(column, other),
    };

    public byte[] Bytes(string column) => Value(column) is byte[] bytes ? bytes : throw damage(column, Value(column));

    public Guid Id(string column) => IdOrNull(column) ?? throw damage(column, null);

    public Guid? IdOrNull(string column) => TextOrNull(column) switch
    {
        null => null,
        { } text => Guid.TryParseExact(text, "D", out Guid id) ? id : throw damage(column, text),
    };

    public DateTimeOffset Time(string column) => TimeOrNull(column) ?? throw damage(column, null);

    public DateTimeOffset? TimeOrNull(string column)
    {
        if (NumberOrNull(column) is not { } time)
        {
            return null;
        }

        try
        {
            return StoreTime.ToDateTimeOffset(time);
        }
        catch (FormatException)
        {
            throw damage(column, time);
        }
    }

    private object? Value(string column) => reader.GetValue(reader.GetOrdinal(column)) is { } value and not DBNull ? value : null;
}
