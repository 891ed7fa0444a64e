using System.Globalization;
using System.Text.Json;
using System.Xml.Linq;

namespace Workflow.Persistence.Sql;

/// <summary>All promotions of a store: finds the values of a save that are promoted. Immutable.</summary>
internal sealed class PromotionTable(IReadOnlyDictionary<string, IReadOnlyList<PromotedColumn>> promotions)
{
    private const int LongestText = 400;

    public static readonly PromotionTable Empty = new(new Dictionary<string, IReadOnlyList<PromotedColumn>>());

    /// <summary>Returns the rows of a save, in the order of the options.</summary>
    /// <exception cref="SnapshotException">A value does not fit its column, or its name is ambiguous.</exception>
    public IReadOnlyList<PromotedValue> Of(Guid instanceId, IReadOnlyDictionary<XName, object?> values)
    {
        if (promotions.Count == 0 || values.Count == 0)
        {
            return [];
        }

        List<PromotedValue> rows = [];
        foreach ((string promotion, IReadOnlyList<PromotedColumn> columns) in promotions)
        {
            foreach (PromotedColumn column in columns)
            {
                if (Find(instanceId, column, values) is { } found)
                {
                    rows.Add(Row(instanceId, promotion, column, found.Value));
                }
            }
        }

        return rows;
    }

    private static KeyValuePair<XName, object?>? Find(Guid instanceId, PromotedColumn column, IReadOnlyDictionary<XName, object?> values)
    {
        if (column.HasNamespace)
        {
            return values.TryGetValue(column.Name, out object? value) ? new(column.Name, value) : null;
        }

        KeyValuePair<XName, object?>? found = null;
        foreach (KeyValuePair<XName, object?> value in values)
        {
            if (value.Key.LocalName != column.Name.LocalName)
            {
                continue;
            }

            found = found is null ? value : throw new SnapshotException(
                $"The instance '{instanceId}' cannot be saved, because its values '{found.Value.Key}' and '{value.Key}' both have the promoted name '{column.Text}'; promote one of them by its full name.",
                column.Text,
                null);
        }

        return found;
    }

    private static PromotedValue Row(Guid instanceId, string promotion, PromotedColumn column, object? value)
    {
        PromotedValue row = new(promotion, column.Text);
        if (value is null or JsonElement { ValueKind: JsonValueKind.Null })
        {
            return row;
        }

        return column.Type switch
        {
            PromotedType.Text when TextOf(value) is { Length: <= LongestText } text && StorableText.IsStorable(text) => row with { Text = text },
            PromotedType.Number when NumberOf(value) is { } number => row with { Number = number },
            PromotedType.Time when TimeOf(value) is { } time => row with { Time = time },
            PromotedType.Flag when FlagOf(value) is { } flag => row with { Flag = flag },
            PromotedType.Id when value is Guid id => row with { Id = id },
            PromotedType.Text when TextOf(value) is { Length: > LongestText } text =>
                throw Refused(instanceId, promotion, column, $"has {text.Length} characters and the column holds {LongestText}"),
            PromotedType.Text when TextOf(value) is not null =>
                throw Refused(instanceId, promotion, column, "has a null character or half of a surrogate pair, which not every database keeps"),
            _ => throw Refused(instanceId, promotion, column, $"is a '{value.GetType()}' that does not fit a column of the type '{column.Type}'"),
        };
    }

    private static SnapshotException Refused(Guid instanceId, string promotion, PromotedColumn column, string why) => new(
        $"The instance '{instanceId}' cannot be saved, because its value '{column.Text}' {why}; change the value, or the promotion '{promotion}'.",
        column.Text,
        null);

    private static string? TextOf(object value) => value switch
    {
        string text => text,
        char letter => letter.ToString(),
        Uri uri => uri.OriginalString,
        JsonElement { ValueKind: JsonValueKind.String } json => TextOf(json),
        _ => null,
    };

    private static string? TextOf(JsonElement json)
    {
        try
        {
            return json.GetString();
        }
        catch (InvalidOperationException)
        {
            // The JSON contains an unpaired surrogate as an escape sequence. The returned text is refused as not storable.
            return "\uD800";
        }
    }

    private static bool? FlagOf(object value) => value switch
    {
        bool flag => flag,
        JsonElement { ValueKind: JsonValueKind.True } => true,
        JsonElement { ValueKind: JsonValueKind.False } => false,
        _ => null,
    };

    private static DateTime? TimeOf(object value) => value switch
    {
        DateTime { Kind: DateTimeKind.Local } time => Whole(time.ToUniversalTime()),
        DateTime time => Whole(time),
        DateTimeOffset time => Whole(time.UtcDateTime),
        DateOnly date => date.ToDateTime(TimeOnly.MinValue, DateTimeKind.Utc),
        _ => null,
    };

    private static DateTime Whole(DateTime time) => new(time.Ticks - (time.Ticks % TimeSpan.TicksPerMicrosecond), DateTimeKind.Utc);

    /// <summary>Returns the number as the column stores it; null if the stored number would differ.</summary>
    private static object? NumberOf(object value) => value switch
    {
        sbyte or byte or short or ushort or int or uint or long => Convert.ToInt64(value, CultureInfo.InvariantCulture),
        ulong number => number <= long.MaxValue ? (long)number : null,
        float number => float.IsFinite(number) ? (double)number : null,
        double number => double.IsFinite(number) ? number : null,
        decimal number => OfDecimal(number),
        JsonElement { ValueKind: JsonValueKind.Number } json =>
            json.TryGetInt64(out long whole) ? whole : json.TryGetDecimal(out decimal number) ? OfDecimal(number) : null,
        _ => null,
    };

    private static object? OfDecimal(decimal number)
    {
        if (number == decimal.Truncate(number) && number is >= long.MinValue and <= long.MaxValue)
        {
            return (long)number;
        }

        double nearest = (double)number;
        return Math.Abs(nearest) < (double)decimal.MaxValue && (decimal)nearest == number ? nearest : null;
    }
}
