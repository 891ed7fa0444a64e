using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Xml.Linq;

namespace Workflow.Extensions.Hosting;

/// <summary>Writes values of instances as JSON objects, for answers of web services. Values that cannot be JSON are left out.</summary>
internal static class PlainJson
{
    public static void Write(Utf8JsonWriter writer, IEnumerable<KeyValuePair<string, object?>> values, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        foreach ((string name, object? value) in values)
        {
            if (TryConvert(value, options) is { } json)
            {
                writer.WritePropertyName(name);
                json.WriteTo(writer);
            }
        }

        writer.WriteEndObject();
    }

    /// <summary>Converts a value before anything of it is written, as half a value cannot be taken back.</summary>
    private static JsonElement? TryConvert(object? value, JsonSerializerOptions options)
    {
        if (value is double.NaN or double.PositiveInfinity or double.NegativeInfinity or float.NaN or float.PositiveInfinity or float.NegativeInfinity)
        {
            // JSON has no such numbers.
            value = Convert.ToString(value, CultureInfo.InvariantCulture);
        }

        try
        {
            return JsonSerializer.SerializeToElement(value, value?.GetType() ?? typeof(object), options);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // An output of an instance of this process can be any object, with properties that throw.
            return null;
        }
    }
}

/// <summary>Writes values with names like <c>{urn:shop}Total</c>, without those for which an instance has properties.</summary>
internal sealed class NamedValuesConverter : JsonConverter<IReadOnlyDictionary<XName, object?>>
{
    public override IReadOnlyDictionary<XName, object?> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException("What a store knows of an instance cannot be read from JSON; query the store with WorkflowClient.");

    public override void Write(Utf8JsonWriter writer, IReadOnlyDictionary<XName, object?> value, JsonSerializerOptions options) => PlainJson.Write(
        writer,
        value.Where(static pair => !SavedValues.IsProperty(pair.Key)).Select(static pair => KeyValuePair.Create(pair.Key.ToString(), pair.Value)),
        options);
}

/// <summary>Writes outputs.</summary>
internal sealed class OutputsConverter : JsonConverter<IReadOnlyDictionary<string, object?>>
{
    public override IReadOnlyDictionary<string, object?> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException("The outputs of an instance cannot be read from JSON; get them with WorkflowClient.");

    public override void Write(Utf8JsonWriter writer, IReadOnlyDictionary<string, object?> value, JsonSerializerOptions options) => PlainJson.Write(writer, value, options);
}
