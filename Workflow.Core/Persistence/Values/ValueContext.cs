using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>What a <see cref="ValueSerializer"/> is told about the host that it works for.</summary>
/// <remarks>Immutable, and safe from any thread.</remarks>
public sealed class ValueContext
{
    internal ValueContext(TypeRegistry types, IReadOnlyList<JsonConverter> converters)
    {
        Types = types;
        Converters = converters;
    }

    /// <summary>The aliases of types; read-only by now.</summary>
    public TypeRegistry Types { get; }

    /// <summary>
    /// Converters for objects of the workflow itself inside a value: a bookmark in a list, for example. They write a reference to what the snapshot holds once, and
    /// work only while a <see cref="ValueSerializer"/> is called by a save or load, on its thread. A serializer that is built on System.Text.Json adds them to its options.
    /// </summary>
    public IReadOnlyList<JsonConverter> Converters { get; }

    /// <summary>Begins a trial, until the object is disposed: what a value refers to in it is not part of what is saved. Null: nothing can be referred to.</summary>
    internal Func<IDisposable>? BeginTrial { get; init; }
}
