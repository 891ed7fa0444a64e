using System.Runtime.CompilerServices;
using System.Text.Json;
using System.Text.Json.Serialization;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>Has objects of the workflow that lie inside the author's values saved as references, whatever type they are declared as there.</summary>
internal sealed class EngineConverters : JsonConverterFactory
{
    /// <summary>One list for all, by which serializers remember what they have worked out.</summary>
    private static readonly IReadOnlyList<JsonConverter> All = [new EngineConverters()];

    private static readonly ConditionalWeakTable<TypeRegistry, ValueContext> Contexts = [];

    // A converter belongs to options that are shared by all instances; what is saved or read now is known by the thread only.
    [ThreadStatic]
    private static SnapshotWriter? _writer;

    [ThreadStatic]
    private static SnapshotReader? _reader;

    public static ValueContext ContextFor(TypeRegistry types) => Contexts.GetValue(types, static types => new ValueContext(types, All) { BeginTrial = static () => new Trial(_writer) });

    /// <summary>Lets the converters work until it is disposed.</summary>
    public static Use While(SnapshotWriter? writer, SnapshotReader? reader)
    {
        Use outer = new(_writer, _reader);
        (_writer, _reader) = (writer, reader);
        return outer;
    }

    public override bool CanConvert(Type typeToConvert) =>
        typeof(ActivityInstance).IsAssignableFrom(typeToConvert) || typeof(Bookmark).IsAssignableFrom(typeToConvert) || typeToConvert == typeof(BookmarkScope)
        || typeof(Handle).IsAssignableFrom(typeToConvert) || typeof(Exception).IsAssignableFrom(typeToConvert) || typeof(ISavedPart).IsAssignableFrom(typeToConvert)
        || typeof(Activity).IsAssignableFrom(typeToConvert) || typeof(Location).IsAssignableFrom(typeToConvert) || typeToConvert == typeof(WorkflowObject);

    public override JsonConverter CreateConverter(Type typeToConvert, JsonSerializerOptions options) =>
        (JsonConverter)Activator.CreateInstance(typeof(Converter<>).MakeGenericType(typeToConvert))!;

    internal readonly struct Use(SnapshotWriter? writer, SnapshotReader? reader) : IDisposable
    {
        public void Dispose() => (_writer, _reader) = (writer, reader);
    }

    /// <summary>Writes a value, and looks at it, in more ways than the one that is saved: the objects that it refers to in these are forgotten again.</summary>
    private sealed class Trial(SnapshotWriter? writer) : IDisposable
    {
        private readonly int _known = writer?.Objects.Count ?? 0;

        public void Dispose() => writer?.Forget(_known);
    }

    private sealed class Converter<T> : JsonConverter<T>
    {
        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
        {
            SnapshotWriter snapshot = _writer ?? throw new NotSupportedException("An object of a workflow can be written only while its instance is saved.");
            writer.WriteStartArray();
            if (!snapshot.Cells.TryWriteReference(writer, value!))
            {
                throw new NotSupportedException($"An object of type '{value!.GetType()}' cannot be written.");
            }

            writer.WriteEndArray();
        }

        public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            using JsonDocument cell = JsonDocument.ParseValue(ref reader);
            Entry entry = new(cell.RootElement, typeof(T).Name);
            object found = Find(entry);
            if (typeof(T) == typeof(WorkflowObject))
            {
                return (T)(object)new WorkflowObject(found);
            }

            return found is T value ? value : throw entry.Wrong($"is no '{typeof(T).Name}'");
        }

        /// <summary>While a save tries whether a value comes back, what it refers to is what was written.</summary>
        private static object Find(Entry entry) =>
            _reader is { } reader ? reader.Cells.ReadReference(entry)
            : _writer is { } writer ? writer.Cells.WrittenReference(entry)
            : throw new NotSupportedException("An object of a workflow can be read only while its instance is loaded.");
    }
}
