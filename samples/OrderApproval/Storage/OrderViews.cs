using System.Data.Common;
using System.Globalization;
using OrderApproval.Approval;
using OrderApproval.Waiting;

namespace OrderApproval.Storage;

/// <summary>
/// The orders in the store, read from its public views. Nothing is kept in memory, so each call sees the data that any program has saved in the store.
/// </summary>
internal sealed class OrderViews(DbDataSource source, StoreEngine engine)
{
    /// <summary>The prefix of the names of views. SQLite has no schemas, so the prefix contains the name of the schema.</summary>
    private readonly string _prefix = engine == StoreEngine.Sqlite ? "workflow_" : "workflow.";

    private string Select => $"""
        SELECT e.instance_id, i.status, coalesce(b.since, i.updated) AS since, i.active_bookmarks, i.owner_machine, i.attempts, i.last_error, p.name, p.text_value, p.number_value
        FROM approval_entry e
        JOIN {_prefix}instances i ON i.instance_id = e.instance_id
        JOIN {_prefix}promoted_properties p ON p.instance_id = i.instance_id AND p.promotion = '{OrderNote.Promotion}'
        LEFT JOIN {_prefix}active_bookmarks b ON b.instance_id = i.instance_id
        """;

    /// <summary>Returns all orders, sorted by number.</summary>
    public Task<IReadOnlyList<StoredOrder>> ListAsync(CancellationToken cancellationToken) => ReadAsync("", null, cancellationToken);

    /// <summary>Returns the orders that wait for a person, sorted by number.</summary>
    public async Task<IReadOnlyList<StoredOrder>> ListWaitingAsync(CancellationToken cancellationToken) =>
        [.. (await ReadAsync("WHERE i.status = 'Idle'", null, cancellationToken)).Where(order => order.Waits)];

    /// <summary>Finds an order by its number, which is not case-sensitive; null if the store does not have the order.</summary>
    public async Task<StoredOrder?> FindAsync(string number, CancellationToken cancellationToken) =>
        number.Contains('\0', StringComparison.Ordinal)
            ? null
            : (await ReadAsync("WHERE e.number = @number", OrderEntry.KeyOf(number), cancellationToken)).SingleOrDefault();

    private async Task<IReadOnlyList<StoredOrder>> ReadAsync(string condition, string? number, CancellationToken cancellationToken)
    {
        await using DbConnection connection = await source.OpenConnectionAsync(cancellationToken);
        await using DbCommand command = connection.CreateCommand();
#pragma warning disable CA2100 // The text has no input; the number is a parameter.
        command.CommandText = $"{Select} {condition}";
#pragma warning restore CA2100
        if (number is not null)
        {
            DbParameter parameter = command.CreateParameter();
            parameter.ParameterName = "@number";
            parameter.Value = number;
            command.Parameters.Add(parameter);
        }

        // An order has one row for each of its promoted values.
        Dictionary<Guid, StoredOrder> orders = [];
        await using DbDataReader reader = await command.ExecuteReaderAsync(cancellationToken);
        while (await reader.ReadAsync(cancellationToken))
        {
            Guid id = reader.GetGuid(0);
            orders[id] = WithValue(orders.GetValueOrDefault(id) ?? OrderOf(reader, id), reader);
        }

        return [.. orders.Values.OrderBy(order => order.Number, StringComparer.Ordinal)];
    }

    private static StoredOrder OrderOf(DbDataReader reader, Guid id) => new(id, "", reader.GetString(1), TimeOf(reader.GetValue(2)))
    {
        Bookmarks = reader["active_bookmarks"] as string ?? "",
        HeldOn = reader["owner_machine"] as string,
        Attempts = Convert.ToInt32(reader["attempts"], CultureInfo.InvariantCulture),
        LastError = reader["last_error"] as string,
    };

    private static StoredOrder WithValue(StoredOrder order, DbDataReader reader)
    {
        string? text = reader["text_value"] as string;
        return (string)reader["name"] switch
        {
            nameof(OrderNote.Number) => order with { Number = text ?? "" },
            nameof(OrderNote.Approver) => order with { Approver = text },
            nameof(OrderNote.Reason) => order with { Reason = text ?? "" },
            nameof(OrderNote.Outcome) => order with { Outcome = text is null ? null : Enum.Parse<Outcome>(text) },
            nameof(OrderNote.Total) => order with
            {
                Total = reader["number_value"] is DBNull
                    ? null
                    : Math.Round(Convert.ToDecimal(reader["number_value"], CultureInfo.InvariantCulture), 2)
            },
            _ => order,
        };
    }

    /// <summary>Converts a time of the database. SQLite stores times as text; servers have types for them.</summary>
    private static DateTimeOffset TimeOf(object value) => value switch
    {
        string text => DateTimeOffset.Parse(text, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal),
        DateTimeOffset time => time,
        _ => new DateTimeOffset(DateTime.SpecifyKind((DateTime)value, DateTimeKind.Utc)),
    };
}
