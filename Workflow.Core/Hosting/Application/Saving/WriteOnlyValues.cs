using System.Buffers;
using System.Collections.ObjectModel;
using System.Text.Json;
using System.Xml.Linq;
using Workflow.Persistence;
using Workflow.Runtime.Snapshots;

namespace Workflow.Hosting;

/// <summary>
/// The values that a save writes for queries: those of the participants and the end of the instance. A value that a store cannot write becomes JSON.
/// </summary>
internal sealed class WriteOnlyValues(PersistenceServices services)
{
    private static readonly JsonWriterOptions Writing = new() { Encoder = StrictEncoder.Instance, MaxDepth = SnapshotLimits.Depth };

    private static readonly JsonDocumentOptions Reading = new() { MaxDepth = SnapshotLimits.Depth };

    /// <summary>The values; null if there are none, as in most saves.</summary>
    private Dictionary<XName, object?>? _values;

    public IReadOnlyDictionary<XName, object?> Values => _values is null ? ReadOnlyDictionary<XName, object?>.Empty : _values;

    /// <summary>Adds values. All must be written.</summary>
    /// <exception cref="SnapshotException">A value cannot be written.</exception>
    public WriteOnlyValues Add(IReadOnlyDictionary<XName, object?>? values)
    {
        foreach ((XName name, object? value) in values ?? ReadOnlyDictionary<XName, object?>.Empty)
        {
            (_values ??= []).Add(name, Plain(name, value is LocationInfo mapped ? mapped.Value : value));
        }

        return this;
    }

    /// <summary>
    /// Adds the end of the instance. An output that cannot be written is omitted: the workflow has ended, and must not fail because its result cannot be
    /// read in the store.
    /// </summary>
    public WriteOnlyValues AddEnd(IReadOnlyDictionary<string, object?>? outputs, Exception? failure)
    {
        if (failure is not null)
        {
            (_values ??= []).TryAdd(KnownValues.Exception, failure.ToString());
        }

        foreach ((string argument, object? value) in outputs ?? ReadOnlyDictionary<string, object?>.Empty)
        {
            XName name = KnownValues.Output(argument);
            try
            {
                (_values ??= []).TryAdd(name, Plain(name, value));
            }
            catch (SnapshotException)
            {
                // The output is omitted.
            }
        }

        return this;
    }

    private object? Plain(XName name, object? value)
    {
        if (PlainValues.IsPlain(value))
        {
            return value;
        }

        try
        {
            ArrayBufferWriter<byte> buffer = new();
            using (Utf8JsonWriter writer = new(buffer, Writing))
            {
                services.Serializer.Write(writer, value!, value!.GetType(), EngineConverters.ContextFor(services.Types));
            }

            using JsonDocument document = JsonDocument.Parse(buffer.WrittenMemory, Reading);
            return document.RootElement.Clone();
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            throw new SnapshotException(
                $"The value '{name}' of type '{value!.GetType()}' cannot be saved for queries: {exception.Message}", name.ToString(), null, exception);
        }
    }
}
