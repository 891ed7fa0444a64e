using System.Buffers;
using System.Collections.ObjectModel;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Xml.Linq;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// Writes values of instances as a JSON object, for responses of web services. A value that cannot be converted becomes an object with an error message,
/// because an exception would leave a partial response without a reason.
/// </summary>
internal static class PlainJson
{
    private const string Error = "$error";

    /// <summary>The maximum nesting depth. It exceeds the depth that serializers write, so that every stored value can be written.</summary>
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

    /// <summary>Converts a value completely before anything is written, because a partially written value cannot be removed from the writer.</summary>
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
            // The message of an application exception is not disclosed to callers of a web service.
            string reason = exception is JsonException or NotSupportedException
                ? exception.Message
                : "A member of it cannot be read, or is no JSON.";
            return Text(
                new Dictionary<string, string> { [Error] = $"The value of the type '{value?.GetType()}' cannot be written as JSON: {reason}" }, options);
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

/// <summary>
/// The outputs of an instance. Their JSON is the same in the process in which the instance ended, where the values are objects, and in other processes, where
/// the values are the JSON of the store.
/// </summary>
/// <param name="outputs">The outputs.</param>
/// <param name="types">The declared types of the outputs, as far as known.</param>
/// <param name="content">Reads stored values; null if there are no outputs.</param>
internal sealed class OutputTable(
    IDictionary<string, object?> outputs, IReadOnlyDictionary<string, Type> types, MessageContent? content) : ReadOnlyDictionary<string, object?>(outputs)
{
    public IEnumerable<KeyValuePair<string, object?>> Objects =>
        this.Select(output => KeyValuePair.Create(output.Key, ObjectOf(output.Key, output.Value)));

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
            // The value was of a derived type, or the type has changed since: the stored JSON is written unchanged.
            return value;
        }
    }
}

/// <summary>Writes values under names like <c>{urn:shop}Total</c>, except the values that <see cref="WorkflowInstanceInfo"/> exposes as properties.</summary>
internal sealed class NamedValuesConverter : JsonConverter<IReadOnlyDictionary<XName, object?>>
{
    public override IReadOnlyDictionary<XName, object?> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException("What a store knows of an instance cannot be read from JSON; query the store with WorkflowClient.");

    public override void Write(Utf8JsonWriter writer, IReadOnlyDictionary<XName, object?> value, JsonSerializerOptions options) => PlainJson.Write(
        writer,
        value.Where(static pair => !IsProperty(pair.Key)).Select(static pair => KeyValuePair.Create(pair.Key.ToString(), pair.Value)),
        options);

    /// <summary>True if a value is exposed as a property of <see cref="WorkflowInstanceInfo"/>.</summary>
    private static bool IsProperty(XName name) => name.Namespace == InstanceValueNames.Outputs
        || name == InstanceValueNames.Exception
        || name == InstanceValueNames.Key
        || name == InstanceValueNames.Refused;
}

/// <summary>Writes outputs.</summary>
internal sealed class OutputsConverter : JsonConverter<IReadOnlyDictionary<string, object?>>
{
    public override IReadOnlyDictionary<string, object?> Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
        throw new NotSupportedException("The outputs of an instance cannot be read from JSON; get them with WorkflowClient.");

    public override void Write(Utf8JsonWriter writer, IReadOnlyDictionary<string, object?> value, JsonSerializerOptions options) =>
        PlainJson.Write(writer, value is OutputTable table ? table.Objects : value, options);
}
