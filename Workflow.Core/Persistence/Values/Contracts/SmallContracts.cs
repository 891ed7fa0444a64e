using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>The contract of simple values. All of them except byte arrays are immutable, so that a copy is equivalent to the original.</summary>
internal sealed class SimpleContract(Type type) : ValueContract
{
    // Byte arrays are mutable, so their identity must be preserved.
    public override bool HasIdentity => type == typeof(byte[]);

    public override void Write(object value, ValueWriter writer) => SimpleValues.TryWrite(writer.Json, value);

    public override object Read(JsonElement json, ValueReader reader, int place) =>
        SimpleValues.TryRead(json, type, out object? value) ? value! : throw new JsonException($"A value of type '{type}' is missing.");
}

/// <summary>
/// The contract of an object without state, of which only the identity matters: an <see cref="object"/>, or a lock, which is not held while an instance is
/// saved.
/// </summary>
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

/// <summary>The contract of a type that cannot be saved.</summary>
/// <param name="type">The type.</param>
/// <param name="why">The reason and the advice.</param>
internal sealed class RefusedContract(Type type, string why) : ValueContract
{
    public override bool HasIdentity => false;

    public UnsavableValueException Refuse() => new(type, why);

    public override void Write(object value, ValueWriter writer) => throw Refuse();

    public override object Read(JsonElement json, ValueReader reader, int place) =>
        throw new JsonException($"A value of type '{type}' cannot be read: it {why}.");
}

/// <summary>The contract of objects of the workflow itself, to which a value refers.</summary>
/// <param name="converters">The converters that write and read the references.</param>
internal sealed class WorkflowContract(WorkflowConverters converters) : ValueContract
{
    public override bool HasIdentity => false;

    /// <summary>Throws if a load could not assign the object to a location of the declared type.</summary>
    public void Check(object value, Type declared) => converters.Check(value, declared);

    public override void Write(object value, ValueWriter writer) => converters.Write(writer.Json, value);

    public override object Read(JsonElement json, ValueReader reader, int place) => converters.Read(json);
}
