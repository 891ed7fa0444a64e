using System.Buffers;
using System.Diagnostics;
using System.Text.Json;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// Writes and reads the content of messages: one JSON object with the value and the trace span of the sender. The content never contains the name of a type.
/// </summary>
/// <param name="types">The aliases of types.</param>
/// <param name="serializer">Writes and reads values.</param>
/// <remarks>
/// With a <see cref="JsonValueSerializer"/>, the value is written like the value of a variable of type <see cref="object"/>. Another serializer reads and
/// writes values of the type whose alias the content contains. Thread-safe.
/// </remarks>
internal sealed class MessageContent(TypeRegistry types, ValueSerializer serializer)
{
    private const string Value = "value", Alias = "type", TraceParent = "traceparent";

    /// <summary>The maximum nesting depth: the depth that the serializer allows, plus the depth of the surrounding content.</summary>
    private const int Depth = 260;

    private static readonly JsonWriterOptions Writing = new() { MaxDepth = Depth, Encoder = JsonValueSerializer.Encoder };

    private static readonly JsonDocumentOptions Reading = new() { MaxDepth = Depth, AllowDuplicateProperties = false };

    private readonly ValueContext _context = new(types);

    /// <summary>Writes a value and the current trace span.</summary>
    /// <exception cref="WorkflowPayloadException">The value cannot be written.</exception>
    public ReadOnlyMemory<byte> Write(object? value)
    {
        ArrayBufferWriter<byte> buffer = new();
        using (Utf8JsonWriter json = new(buffer, Writing))
        {
            json.WriteStartObject();
            if (value is not null)
            {
                WriteValue(json, value);
            }

            if (System.Diagnostics.Activity.Current is { IdFormat: ActivityIdFormat.W3C, Id: { } span })
            {
                json.WriteString(TraceParent, span);
            }

            json.WriteEndObject();
        }

        return buffer.WrittenMemory;
    }

    /// <summary>Reads content that <see cref="Write"/> has written.</summary>
    /// <returns>The value, which may be null, and the trace span of the sender; null for no span.</returns>
    /// <exception cref="JsonException">The content is damaged, or its type is unknown.</exception>
    public (object? Value, string? TraceParent) Read(ReadOnlyMemory<byte> content)
    {
        if (content.IsEmpty)
        {
            return (null, null);
        }

        using JsonDocument document = JsonDocument.Parse(content, Reading);
        JsonElement root = document.RootElement;
        string? span = root.TryGetProperty(TraceParent, out JsonElement parent) && parent.ValueKind == JsonValueKind.String ? parent.GetString() : null;
        if (!root.TryGetProperty(Value, out JsonElement value))
        {
            return (null, span);
        }

        if (!root.TryGetProperty(Alias, out JsonElement alias))
        {
            return (serializer.Read(value, typeof(object), _context), span);
        }

        return types.TryGetType(alias.GetString() ?? string.Empty, out Type? type)
            ? (serializer.Read(value, type, _context), span)
            : throw new JsonException($"The alias '{alias}' in a message is unknown; register its type with AddType.");
    }

    /// <summary>Reads a stored output of an ended instance as a type.</summary>
    /// <exception cref="Exception">The JSON does not represent a value of the type.</exception>
    public object? ReadOutput(JsonElement json, Type type) => serializer.Read(json, type, _context);

    /// <summary>Reads an output of an ended instance: an object, or the JSON of the store.</summary>
    /// <param name="content">Reads JSON; null if the output is an object.</param>
    /// <param name="stored">The output.</param>
    public static T ReadOutput<T>(MessageContent? content, object? stored) => stored switch
    {
        T value => value,
        JsonElement json when content is not null => (T)content.ReadOutput(json, typeof(T))!,
        null => default!,
        _ => throw new InvalidCastException($"The output is a '{stored.GetType()}', not a '{typeof(T)}'; request its type."),
    };

    private void WriteValue(Utf8JsonWriter json, object value)
    {
        Type type = value.GetType();
        try
        {
            if (serializer is JsonValueSerializer)
            {
                json.WritePropertyName(Value);
                serializer.Write(json, value, typeof(object), _context);
                return;
            }

            if (!types.TryGetAlias(type, out string? alias))
            {
                throw new WorkflowPayloadException(
                    type,
                    $"A value of the type '{type}' cannot be sent, because the type has no alias; register it with AddType, in the sender and in the hosts.");
            }

            json.WriteString(Alias, alias);
            json.WritePropertyName(Value);
            serializer.Write(json, value, type, _context);
        }
        catch (Exception exception) when (exception is not (WorkflowPayloadException or OutOfMemoryException))
        {
            throw new WorkflowPayloadException(
                type,
                $"A value of the type '{type}' cannot be sent: {exception.Message.TrimEnd('.', ' ')}; register types of values with AddType, in the sender and in the hosts.",
                exception);
        }
    }
}
