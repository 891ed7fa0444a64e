using System.Buffers;
using System.Collections.ObjectModel;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Xml.Linq;

namespace Workflow.Extensions.Hosting;

/// <summary>Writes values of instances as JSON objects, for answers of web services. A value that cannot be JSON becomes an object that says so: half an answer, or none, would have no reason.</summary>
internal static class PlainJson
{
    private const string Error = "$error";

    /// <summary>More than any serializer writes: what a store has is read, whatever its depth.</summary>
    private const int Depth = 1000;

    public static void Write(Utf8JsonWriter writer, IEnumerable<KeyValuePair<string, object?>> values, JsonSerializerOptions options)
    {
        writer.WriteStartObject();
        foreach ((string name, object? value) in values)
        {
            writer.WritePropertyName(name);
            writer.WriteRawValue(Convert(value, options), skipInputValidation: true);
        }

        writer.WriteEndObject();
    }

    /// <summary>Converts a value before anything of it is written, as half a value cannot be taken back.</summary>
    private static ReadOnlySpan<byte> Convert(object? value, JsonSerializerOptions options)
    {
        if (value is double.NaN or double.PositiveInfinity or double.NegativeInfinity or float.NaN or float.PositiveInfinity or float.NegativeInfinity)
        {
            // JSON has no such numbers.
            value = System.Convert.ToString(value, CultureInfo.InvariantCulture);
        }

        try
        {
            return Text(value, options);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // The message of an exception of the application is not for callers of a web service.
            string reason = exception is JsonException or NotSupportedException ? exception.Message : "A member of it cannot be read, or is no JSON.";
            return Text(new Dictionary<string, string> { [Error] = $"The value of the type '{value?.GetType()}' cannot be written as JSON: {reason}" }, options);
        }
    }

    private static ReadOnlySpan<byte> Text(object? value, JsonSerializerOptions options)
    {
        ArrayBufferWriter<byte> buffer = new();
        using (Utf8JsonWriter writer = new(buffer, new JsonWriterOptions { Encoder = options.Encoder, Indented = options.WriteIndented, MaxDepth = Depth }))
        {
            if (value is JsonElement json)
            {
                json.WriteTo(writer);
            }
            else
            {
                JsonSerializer.Serialize(writer, value, value?.GetType() ?? typeof(object), options);
            }
        }

        return buffer.WrittenSpan;
    }
}

/// <summary>The outputs of an instance. In JSON they look the same in the process where the instance ended, which has objects, and in others, which have what the store made of them.</summary>
/// <param name="outputs">The outputs.</param>
/// <param name="types">Their types, as far as they are known.</param>
/// <param name="content">Reads what a store has; null if there are no outputs.</param>
internal sealed class OutputTable(IDictionary<string, object?> outputs, IReadOnlyDictionary<string, Type> types, MessageContent? content) : ReadOnlyDictionary<string, object?>(outputs)
{
    public IEnumerable<KeyValuePair<string, object?>> Objects => this.Select(output => KeyValuePair.Create(output.Key, ObjectOf(output.Key, output.Value)));

    private object? ObjectOf(string name, object? value)
    {
        if (content is null || value is not JsonElement json || !types.TryGetValue(name, out Type? type) || type == typeof(object))
        {
            return value;
        }

        try
        {
            return content.ReadOutput(json, type);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // The value was of a derived type, or the type has changed: the answer has what the store has.
            return value;
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

    public override void Write(Utf8JsonWriter writer, IReadOnlyDictionary<string, object?> value, JsonSerializerOptions options) =>
        PlainJson.Write(writer, value is OutputTable table ? table.Objects : value, options);
}
