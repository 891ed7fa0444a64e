using System.Text.Json;
using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>
/// Writes what is declared as <see cref="object"/> with the alias of its type, so that it comes back as what it was: <c>["int",5]</c>. Strings and truth values are what JSON says.
/// </summary>
internal sealed class ObjectConverter(ValueContext context) : JsonConverter<object>
{
    private const string Reference = "@";

    public override bool CanConvert(Type typeToConvert) => typeToConvert == typeof(object);

    public override void Write(Utf8JsonWriter writer, object value, JsonSerializerOptions options)
    {
        Type type = value.GetType();
        switch (value)
        {
            case string text:
                writer.WriteStringValue(text);
                return;
            case bool truth:
                writer.WriteBooleanValue(truth);
                return;
        }

        bool isReference = context.Converters.Any(converter => converter.CanConvert(type));
        writer.WriteStartArray();
        if (isReference)
        {
            writer.WriteStringValue(Reference);
        }
        else if (context.Types.TryGetAlias(type, out string? alias))
        {
            writer.WriteStringValue(alias);
        }
        else
        {
            throw new NotSupportedException($"The type '{type}' has no alias, which it needs where 'System.Object' is declared; add it to a TypeRegistry among the extensions.");
        }

        // A plain object has nothing, and no contract but this one.
        if (type == typeof(object))
        {
            writer.WriteNullValue();
        }
        else
        {
            JsonSerializer.Serialize(writer, value, type, options);
        }

        writer.WriteEndArray();
    }

    public override object? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
    {
        switch (reader.TokenType)
        {
            case JsonTokenType.String:
                return reader.GetString();
            case JsonTokenType.True:
            case JsonTokenType.False:
                return reader.GetBoolean();
        }

        if (reader.TokenType != JsonTokenType.StartArray || !reader.Read() || reader.TokenType != JsonTokenType.String)
        {
            throw new JsonException("A value that is declared as an object has no alias.");
        }

        string alias = reader.GetString()!;
        reader.Read();
        object? value = alias == Reference ? JsonSerializer.Deserialize<WorkflowObject>(ref reader, options)!.Value : ReadAs(TypeOf(alias), ref reader, options);
        return reader.Read() && reader.TokenType == JsonTokenType.EndArray ? value : throw new JsonException("A value that is declared as an object has more than one value.");
    }

    private static object? ReadAs(Type type, ref Utf8JsonReader reader, JsonSerializerOptions options)
    {
        if (type == typeof(object))
        {
            reader.Skip();
            return new object();
        }

        return JsonSerializer.Deserialize(ref reader, type, options);
    }

    private Type TypeOf(string alias) =>
        context.Types.TryGetType(alias, out Type? type) ? type : throw new JsonException($"The alias '{alias}' is not known; add its type to the TypeRegistry.");
}
