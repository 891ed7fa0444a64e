using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>
/// The contract of a type that a converter or contract of the application writes. Only a trial shows whether the converter can read its own output.
/// </summary>
internal sealed class ConverterContract(Type type, JsonSerializerOptions options) : ValueContract
{
    public override bool HasIdentity => !type.IsValueType;

    public override bool HasMembers => false;

    public override bool MustBeTried => true;

    public override void Write(object value, ValueWriter writer)
    {
        using ContractConverters.Use use = ContractConverters.While(writer, null);
        writer.Json.WriteStartObject();
        writer.Json.WritePropertyName(Reserved.Value);
        JsonSerializer.Serialize(writer.Json, value, type, options);
        writer.Json.WriteEndObject();
    }

    public override object Read(JsonElement json, ValueReader reader, int place)
    {
        using ContractConverters.Use use = ContractConverters.While(null, reader);
        return json.GetProperty(Reserved.Value).Deserialize(type, options)
            ?? throw new JsonException($"A converter returned null for a value of type '{type}'.");
    }
}
