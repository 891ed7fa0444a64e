using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>Converts objects of the workflow inside values of the application to references and back, whatever their declared type is.</summary>
internal sealed class EngineConverters : WorkflowConverters
{
    /// <summary>One list for all instances, because serializers use it as the key of their caches.</summary>
    private static readonly IReadOnlyList<JsonConverter> All = [new EngineConverters()];

    private static readonly ConditionalWeakTable<TypeRegistry, ValueContext> Contexts = [];

    // All instances share the options that a converter belongs to, and a converter gets no state. So the writer or reader of the current call is kept for the
    // thread.
    [ThreadStatic]
    private static SnapshotWriter? _writer;

    [ThreadStatic]
    private static SnapshotReader? _reader;

    public static ValueContext ContextFor(TypeRegistry types) =>
        Contexts.GetValue(types, static types => new ValueContext(types, All) { BeginTrial = static () => new Trial(_writer) });

    /// <summary>Sets the writer or reader that the converters use on this thread, until the scope is disposed.</summary>
    public static Scope Enter(SnapshotWriter? writer, SnapshotReader? reader)
    {
        Scope previous = new(_writer, _reader);
        (_writer, _reader) = (writer, reader);
        return previous;
    }

    public override bool CanConvert(Type typeToConvert) =>
        typeof(ActivityInstance).IsAssignableFrom(typeToConvert)
        || typeof(Bookmark).IsAssignableFrom(typeToConvert)
        || typeToConvert == typeof(BookmarkScope)
        || typeof(Handle).IsAssignableFrom(typeToConvert)
        || typeof(Exception).IsAssignableFrom(typeToConvert)
        || typeof(ISavedPart).IsAssignableFrom(typeToConvert)
        || typeof(Activity).IsAssignableFrom(typeToConvert)
        || typeof(Location).IsAssignableFrom(typeToConvert)
        || typeToConvert == typeof(WorkflowObject);

    public override void Check(object value, Type declared) => _writer?.Values.CheckFits(value, declared);

    public override void Write(Utf8JsonWriter json, object value) => Write(json, value, typeof(object));

    public override object Read(JsonElement json) => Find(new SnapshotNode(json, "reference"));

    public override JsonConverter CreateConverter(Type typeToConvert, JsonSerializerOptions options) =>
        (JsonConverter)Activator.CreateInstance(typeof(Converter<>).MakeGenericType(typeToConvert))!;

    internal readonly struct Scope(SnapshotWriter? writer, SnapshotReader? reader) : IDisposable
    {
        public void Dispose() => (_writer, _reader) = (writer, reader);
    }

    /// <summary>
    /// A trial writes a value again to check that it can be read. The value may refer to further objects, which are removed from the list when the trial ends.
    /// </summary>
    private sealed class Trial(SnapshotWriter? writer) : IDisposable
    {
        private readonly int _count = writer?.Objects.Count ?? 0;

        public void Dispose() => writer?.Truncate(_count);
    }

    private static void Write(Utf8JsonWriter json, object value, Type declared)
    {
        SnapshotWriter snapshot = _writer ?? throw new NotSupportedException("An object of a workflow can be written only while its instance is saved.");
        json.WriteStartArray();
        if (!snapshot.Values.TryWriteReference(json, value, declared))
        {
            throw new NotSupportedException($"An object of type '{value.GetType()}' cannot be written.");
        }

        json.WriteEndArray();
    }

    /// <summary>
    /// Finds the object of a reference. While a save checks that a value can be read back, a reference resolves to the object that was written.
    /// </summary>
    private static object Find(SnapshotNode entry) =>
        _reader is { } reader ? reader.Values.ReadReference(entry)
        : _writer is { } writer ? writer.Values.WrittenReference(entry)
        : throw new NotSupportedException("An object of a workflow can be read only while its instance is loaded.");

    private sealed class Converter<T> : JsonConverter<T>
    {
        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options) => EngineConverters.Write(writer, value!, typeof(T));

        public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            using JsonDocument encoded = JsonDocument.ParseValue(ref reader);
            SnapshotNode entry = new(encoded.RootElement, typeof(T).Name);
            object found = Find(entry);
            if (typeof(T) == typeof(WorkflowObject))
            {
                return (T)(object)new WorkflowObject(found);
            }

            return found is T value ? value : throw entry.Invalid($"is not a '{typeof(T).Name}'");
        }
    }
}
