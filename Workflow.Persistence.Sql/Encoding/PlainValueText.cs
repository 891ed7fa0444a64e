using System.Globalization;
using System.Text.Json;
using System.Xml.Linq;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Converts values that others may read to and from one JSON object with the names of the values as members, so that JSON functions of the database can read
/// them. A value whose type JSON cannot represent is written as an object with the type as its only member, such as {"guid":"..."}.
/// </summary>
internal static class PlainValueText
{
    private static readonly JsonWriterOptions Options = new() { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping };

    /// <summary>Writes values; returns null if there are none.</summary>
    /// <exception cref="SnapshotException">A value is not plain.</exception>
    public static string? Write(IReadOnlyDictionary<XName, object?> values)
    {
        if (values.Count == 0)
        {
            return null;
        }

        using MemoryStream text = new();
        using (Utf8JsonWriter writer = new(text, Options))
        {
            writer.WriteStartObject();
            foreach ((XName name, object? value) in values)
            {
                writer.WritePropertyName(name.ToString());
                Write(writer, name, value);
            }

            writer.WriteEndObject();
        }

        return System.Text.Encoding.UTF8.GetString(text.GetBuffer(), 0, (int)text.Length);
    }

    /// <summary>Reads values into a dictionary and replaces existing ones.</summary>
    /// <exception cref="FormatException">The text was not written by <see cref="Write(IReadOnlyDictionary{XName, object})"/>.</exception>
    public static void Read(string? text, Dictionary<XName, object?> values)
    {
        if (text is null)
        {
            return;
        }

        try
        {
            using JsonDocument document = JsonDocument.Parse(text);
            foreach (JsonProperty value in document.RootElement.EnumerateObject())
            {
                values[XName.Get(value.Name)] = Read(value.Value);
            }
        }
        catch (Exception failure) when (failure
            is JsonException or InvalidOperationException or System.Xml.XmlException or ArgumentException or OverflowException)
        {
            throw new FormatException(failure.Message, failure);
        }
    }

    private static void Write(Utf8JsonWriter writer, XName name, object? value)
    {
        switch (value)
        {
            case null:
                writer.WriteNullValue();
                break;
            case string text when StorableText.IsWhole(text):
                writer.WriteStringValue(text);
                break;
            case bool flag:
                writer.WriteBooleanValue(flag);
                break;
            case int number:
                writer.WriteNumberValue(number);
                break;
            case JsonElement json:
                writer.WriteStartObject();
                writer.WritePropertyName("json");
                Write(writer, name, json);
                writer.WriteEndObject();
                break;
            default:
                (string type, string content) = Text(name, value);
                writer.WriteStartObject();
                writer.WriteString(type, content);
                writer.WriteEndObject();
                break;
        }
    }

    private static void Write(Utf8JsonWriter writer, XName name, JsonElement json)
    {
        try
        {
            json.WriteTo(writer);
        }
        catch (InvalidOperationException failure)
        {
            // JSON can contain an unpaired surrogate as an escape sequence, which cannot be converted to a text.
            throw Broken(name, failure);
        }
    }

    private static SnapshotException Broken(XName name, Exception? failure) =>
        new($"The value '{name}' is a text with half of a surrogate pair, which a database does not keep; remove it.", name.ToString(), null, failure);

    private static (string Type, string Content) Text(XName name, object value) => value switch
    {
        char letter => ("char", Invariant((ushort)letter)),
        string => throw Broken(name, null),
        sbyte number => ("sbyte", Invariant(number)),
        byte number => ("byte", Invariant(number)),
        short number => ("short", Invariant(number)),
        ushort number => ("ushort", Invariant(number)),
        uint number => ("uint", Invariant(number)),
        long number => ("long", Invariant(number)),
        ulong number => ("ulong", Invariant(number)),
        float number => ("float", number.ToString("R", CultureInfo.InvariantCulture)),
        double number => ("double", number.ToString("R", CultureInfo.InvariantCulture)),
        decimal number => ("decimal", Invariant(number)),
        Guid id => ("guid", id.ToString()),
        DateTime time => ("time", time.ToString("O", CultureInfo.InvariantCulture)),
        DateTimeOffset time => ("offset", time.ToString("O", CultureInfo.InvariantCulture)),
        DateOnly date => ("date", date.ToString("O", CultureInfo.InvariantCulture)),
        TimeOnly time => ("timeOfDay", time.ToString("O", CultureInfo.InvariantCulture)),
        TimeSpan span => ("span", span.ToString("c", CultureInfo.InvariantCulture)),
        Uri uri => StorableText.IsWhole(uri.OriginalString) ? ("uri", uri.OriginalString) : throw Broken(name, null),
        byte[] bytes => ("bytes", Convert.ToBase64String(bytes)),
        _ => throw new SnapshotException(
            $"The value '{name}' is a '{value.GetType()}', which a store does not accept; save it as text, a number or another plain value.",
            name.ToString(),
            null),
    };

    private static string Invariant(IFormattable number) => number.ToString(null, CultureInfo.InvariantCulture);

    private static object? Read(JsonElement json) => json.ValueKind switch
    {
        JsonValueKind.Null => null,
        JsonValueKind.String => json.GetString(),
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        JsonValueKind.Number => json.GetInt32(),
        JsonValueKind.Object when json.GetPropertyCount() == 1 => Read(json.EnumerateObject().Single()),
        _ => throw new FormatException($"A value cannot be of the kind '{json.ValueKind}'."),
    };

    private static object Read(JsonProperty typed) => typed.Name == "json" ? typed.Value.Clone() : Read(typed.Name, typed.Value.GetString()!);

    private static object Read(string type, string content) => type switch
    {
        "char" => (char)ushort.Parse(content, CultureInfo.InvariantCulture),
        "sbyte" => sbyte.Parse(content, CultureInfo.InvariantCulture),
        "byte" => byte.Parse(content, CultureInfo.InvariantCulture),
        "short" => short.Parse(content, CultureInfo.InvariantCulture),
        "ushort" => ushort.Parse(content, CultureInfo.InvariantCulture),
        "uint" => uint.Parse(content, CultureInfo.InvariantCulture),
        "long" => long.Parse(content, CultureInfo.InvariantCulture),
        "ulong" => ulong.Parse(content, CultureInfo.InvariantCulture),
        "float" => float.Parse(content, CultureInfo.InvariantCulture),
        "double" => double.Parse(content, CultureInfo.InvariantCulture),
        "decimal" => decimal.Parse(content, CultureInfo.InvariantCulture),
        "guid" => Guid.Parse(content),
        "time" => DateTime.Parse(content, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind),
        "offset" => DateTimeOffset.Parse(content, CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind),
        "date" => DateOnly.Parse(content, CultureInfo.InvariantCulture),
        "timeOfDay" => TimeOnly.Parse(content, CultureInfo.InvariantCulture),
        "span" => TimeSpan.Parse(content, CultureInfo.InvariantCulture),
        "uri" => new Uri(content, UriKind.RelativeOrAbsolute),
        "bytes" => Convert.FromBase64String(content),
        _ => throw new FormatException($"The type '{type}' of a value is not known."),
    };
}
