using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>The context for a <see cref="ValueSerializer"/>: aliases and converters of the host.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
public sealed class ValueContext
{
    /// <summary>One list for all contexts without converters, because serializers use it as the key of their caches.</summary>
    private static readonly IReadOnlyList<JsonConverter> NoConverters = [];

    /// <summary>Creates a context for values outside an instance, such as those of messages: without <see cref="Converters"/>, so that values cannot contain objects of a workflow.</summary>
    /// <param name="types">The aliases, which become read-only.</param>
    /// <exception cref="ArgumentNullException">The aliases are null.</exception>
    public ValueContext(TypeRegistry types)
        : this(types ?? throw new ArgumentNullException(nameof(types)), NoConverters) => types.Freeze();

    internal ValueContext(TypeRegistry types, IReadOnlyList<JsonConverter> converters)
    {
        Types = types;
        Converters = converters;
    }

    /// <summary>The aliases of types; read-only.</summary>
    public TypeRegistry Types { get; }

    /// <summary>
    /// Converters for objects of the workflow inside a value, for example a bookmark in a list. They write a reference to the object in the snapshot, and
    /// work only while a save or load calls a <see cref="ValueSerializer"/>, on its thread. A serializer that uses System.Text.Json adds them to its options.
    /// </summary>
    public IReadOnlyList<JsonConverter> Converters { get; }

    /// <summary>Begins a trial, which ends when the object is disposed. Objects that a value refers to during a trial are not added to the snapshot. May be null.</summary>
    internal Func<IDisposable>? BeginTrial { get; init; }
}
