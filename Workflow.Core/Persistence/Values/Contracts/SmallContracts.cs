using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>Immutable values, of which a copy is equivalent.</summary>
internal sealed class SimpleContract(Type type) : ValueContract
{
    // Arrays of bytes are mutable.
    public override bool HasIdentity => type == typeof(byte[]);

    public override void Write(object value, ValueWriter writer) => SimpleValues.TryWrite(writer.Json, value);

    public override object Read(JsonElement json, ValueReader reader, int place) =>
        SimpleValues.TryRead(json, type, out object? value) ? value! : throw new JsonException($"A value of type '{type}' is missing.");
}

/// <summary>An object without state, of which only the identity matters: an <see cref="object"/>, or a lock, which is not held while an instance is saved.</summary>
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

/// <summary>A type that cannot be saved.</summary>
/// <param name="type">The type.</param>
/// <param name="why">The reason and the advice.</param>
internal sealed class RefusedContract(Type type, string why) : ValueContract
{
    public override bool HasIdentity => false;

    public UnsavableValueException Refuse() => new(type, why);

    public override void Write(object value, ValueWriter writer) => throw Refuse();

    public override object Read(JsonElement json, ValueReader reader, int place) => throw new JsonException($"A value of type '{type}' cannot be read: it {why}.");
}

/// <summary>Objects of the workflow itself, which a value refers to.</summary>
/// <param name="converters">Writes and reads the references.</param>
internal sealed class WorkflowContract(WorkflowConverters converters) : ValueContract
{
    public override bool HasIdentity => false;

    /// <summary>Checks that a load can put the object where a type is declared.</summary>
    public void Check(object value, Type declared) => converters.Check(value, declared);

    public override void Write(object value, ValueWriter writer) => converters.Write(writer.Json, value);

    public override object Read(JsonElement json, ValueReader reader, int place) => converters.Read(json);
}
