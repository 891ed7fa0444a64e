using System.Text.Json;

namespace OrderApproval.Orders;

/// <summary>The orders of a JSON Lines file, in its order, and the lines that are none. Empty lines are skipped.</summary>
internal sealed record OrderFile(IReadOnlyList<Order> Orders, IReadOnlyList<RefusedLine> Refused)
{
    // Strict: an unknown, doubled or missing property is more likely a typing error than something to ignore.
    private static readonly JsonSerializerOptions Format = new(JsonSerializerOptions.Strict) { PropertyNamingPolicy = JsonNamingPolicy.CamelCase };

    /// <exception cref="UsageException">The file cannot be read.</exception>
    public static async Task<OrderFile> ReadAsync(string path, CancellationToken cancellationToken)
    {
        List<Order> orders = [];
        List<RefusedLine> refused = [];
        Dictionary<string, int> lineOfId = [];
        int number = 0;
        try
        {
            await foreach (string line in File.ReadLinesAsync(path, cancellationToken))
            {
                number++;
                if (string.IsNullOrWhiteSpace(line))
                {
                    continue;
                }

                if (TryParse(line, out Order? order, out string reason) && IsNew(order!, number, lineOfId, out reason))
                {
                    orders.Add(order!);
                }
                else
                {
                    refused.Add(new RefusedLine(number, reason));
                }
            }
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"The orders cannot be read: {unreadable.Message}");
        }

        return new OrderFile(orders, refused);
    }

    private static bool TryParse(string line, out Order? order, out string reason)
    {
        order = null;
        reason = "it is no order.";
        try
        {
            order = JsonSerializer.Deserialize<Order>(line, Format);
        }
        catch (JsonException malformed)
        {
            reason = Explain(malformed);
        }

        // The serializer checks every property for null, but not the elements of a list.
        return order is not null && !order.Lines.Contains(null!);
    }

    private static bool IsNew(Order order, int number, Dictionary<string, int> lineOfId, out string reason)
    {
        bool isNew = lineOfId.TryAdd(order.Id, number);
        reason = isNew ? "" : $"order '{order.Id}' is already on line {lineOfId[order.Id]}.";
        return isNew;
    }

    /// <summary>The message without the serializer's own position, whose line number would be 0 for every line of the file.</summary>
    private static string Explain(JsonException malformed)
    {
        int position = malformed.Message.IndexOf(" Path: ", StringComparison.Ordinal);
        if (position < 0)
        {
            position = malformed.Message.IndexOf(" LineNumber: ", StringComparison.Ordinal);
        }

        string message = position < 0 ? malformed.Message : malformed.Message[..position];
        if (message.StartsWith("The JSON value could not be converted", StringComparison.Ordinal))
        {
            // The serializer goes on to name a type of this program, which tells the author of the file nothing.
            message = "The value is of the wrong kind.";
        }

        return malformed.Path is null or "$" ? message : $"{message} (at {malformed.Path})";
    }
}
