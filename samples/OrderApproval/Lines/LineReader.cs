using System.Text.Json;
using System.Text.Json.Serialization;

namespace OrderApproval.Lines;

/// <summary>Reads JSON Lines files in which each line belongs to a different order. Empty lines are skipped.</summary>
/// <param name="one">The name of the content of a line, for messages.</param>
/// <param name="many">The name of the content of the file, for messages.</param>
/// <param name="orderOf">The order that a line belongs to.</param>
/// <param name="faultOf">Returns an error that the serializer does not check; null if there is none.</param>
internal sealed class LineReader<T>(string one, string many, Func<T, string> orderOf, Func<T, string?> faultOf)
    where T : class
{
    // Strict, because an unknown, duplicate or missing property is probably a typing error.
    private static readonly JsonSerializerOptions Format = new(JsonSerializerOptions.Strict)
    {
        PropertyNamingPolicy = JsonNamingPolicy.CamelCase,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.CamelCase, allowIntegerValues: false) },
    };

    /// <exception cref="UsageException">The file cannot be read.</exception>
    public async Task<LineFile<T>> ReadAsync(string path, CancellationToken cancellationToken)
    {
        List<Line<T>> lines = [];
        List<RefusedLine> refused = [];
        Dictionary<string, int> lineOfOrder = new(StringComparer.OrdinalIgnoreCase);
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

                if (TryParse(line, out T? value, out string reason) && IsNew(orderOf(value!), number, lineOfOrder, out reason))
                {
                    lines.Add(new Line<T>(number, value!));
                }
                else
                {
                    refused.Add(new RefusedLine(path, number, reason));
                }
            }
        }
        catch (Exception unreadable) when (unreadable is IOException or UnauthorizedAccessException)
        {
            throw new UsageException($"The {many} cannot be read: {unreadable.Message}");
        }

        return new LineFile<T>(lines, refused);
    }

    private bool TryParse(string line, out T? value, out string reason)
    {
        value = null;
        reason = $"it is no {one}.";
        try
        {
            value = JsonSerializer.Deserialize<T>(line, Format);
            reason = value is not null && faultOf(value) is { } fault ? fault : reason;
        }
        catch (JsonException malformed)
        {
            reason = LineFault.Explain(malformed, one);
        }

        return value is not null && faultOf(value) is null;
    }

    private static bool IsNew(string order, int number, Dictionary<string, int> lineOfOrder, out string reason)
    {
        bool isNew = lineOfOrder.TryAdd(order, number);
        reason = isNew ? "" : $"order '{order}' is already on line {lineOfOrder[order]}.";
        return isNew;
    }
}
