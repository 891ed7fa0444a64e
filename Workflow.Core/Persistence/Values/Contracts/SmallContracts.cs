using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>Values that are the same however often they are copied.</summary>
internal sealed class SimpleContract(Type type) : ValueContract
{
    // Arrays of bytes can change.
    public override bool HasIdentity => type == typeof(byte[]);

    public override void Write(object value, ValueWriter writer) => SimpleValues.TryWrite(writer.Json, value);

    public override object Read(JsonElement json, ValueReader reader, int place) =>
        SimpleValues.TryRead(json, type, out object? value) ? value! : throw new JsonException($"A value of type '{type}' is missing.");
}

/// <summary>An object of which nothing counts but which one it is: a plain object, a lock, which nobody holds while an instance is saved.</summary>
internal sealed class PlainObjectContract<T> : ValueContract
    where T : new()
{
    public override bool HasIdentity => !typeof(T).IsValueType;

    public override bool HasMembers => true;

    public override bool IsMadeFirst => true;

    public override void Write(object value, ValueWriter writer)
    {
    }

    public override object Read(JsonElement json, ValueReader reader, int place) => new T();
}

/// <summary>A type that is not saved.</summary>
/// <param name="type">The type.</param>
/// <param name="why">Why, and what to do.</param>
internal sealed class RefusedContract(Type type, string why) : ValueContract
{
    public override bool HasIdentity => false;

    public UnsavableValueException Refuse() => new(type, why);

    public override void Write(object value, ValueWriter writer) => throw Refuse();

    public override object Read(JsonElement json, ValueReader reader, int place) => throw new JsonException($"A value of type '{type}' cannot be read: it {why}.");
}

/// <summary>Objects of the workflow itself, of which a value holds references.</summary>
internal sealed class WorkflowContract : ValueContract
{
    public override bool HasIdentity => false;

    public override void Write(object value, ValueWriter writer) => JsonSerializer.Serialize(writer.Json, value, value.GetType(), writer.Contracts.Options);

    public override object Read(JsonElement json, ValueReader reader, int place) =>
        json.Deserialize<WorkflowObject>(reader.Contracts.Options)?.Value ?? throw new JsonException("A reference to an object of the workflow is missing.");
}
