using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>The context for a <see cref="ValueSerializer"/>: the aliases and converters of the host.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
public sealed class ValueContext
{
    /// <summary>
    /// The shared empty list. All contexts without converters use the same object, because serializers use the list as the key of their caches.
    /// </summary>
    private static readonly IReadOnlyList<JsonConverter> NoConverters = [];

    /// <summary>
    /// Creates a context for values outside an instance, such as the values of messages. It has no <see cref="Converters"/>, so such values cannot contain
    /// objects of a workflow.
    /// </summary>
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
    /// The converters for objects of the workflow inside a value, for example a bookmark in a list. They write a reference to the object in the snapshot, and
    /// work only while a save or load calls a <see cref="ValueSerializer"/>, on the thread of that call. A serializer that uses System.Text.Json adds them
    /// to its options.
    /// </summary>
    public IReadOnlyList<JsonConverter> Converters { get; }

    /// <summary>
    /// Begins a trial, which ends when the returned object is disposed. Objects to which a value refers during a trial are not added to the snapshot. May
    /// be null.
    /// </summary>
    internal Func<IDisposable>? BeginTrial { get; init; }
}
