using System.Text.Json;
using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>Gives an author's converter that asks System.Text.Json for something else what the contracts make of it.</summary>
internal sealed class ContractConverters(ContractSet contracts) : JsonConverterFactory
{
    // A converter belongs to options that all instances share; what is saved or read now is known by the thread only.
    [ThreadStatic]
    private static ValueWriter? _writer;

    [ThreadStatic]
    private static ValueReader? _reader;

    /// <summary>Lets the converters work until it is disposed.</summary>
    public static Use While(ValueWriter? writer, ValueReader? reader)
    {
        Use outer = new(_writer, _reader);
        (_writer, _reader) = (writer, reader);
        return outer;
    }

    public override bool CanConvert(Type typeToConvert) => !contracts.HasConverter(typeToConvert);

    public override JsonConverter CreateConverter(Type typeToConvert, JsonSerializerOptions options) =>
        (JsonConverter)Activator.CreateInstance(typeof(Converter<>).MakeGenericType(typeToConvert))!;

    internal readonly struct Use(ValueWriter? writer, ValueReader? reader) : IDisposable
    {
        public void Dispose() => (_writer, _reader) = (writer, reader);
    }

    private sealed class Converter<T> : JsonConverter<T>
    {
        public override void Write(Utf8JsonWriter writer, T value, JsonSerializerOptions options)
        {
            ValueWriter values = _writer is { } current && ReferenceEquals(current.Json, writer)
                ? current
                : throw new NotSupportedException("A converter can pass values only to the writer that it received.");
            values.Write(value, typeof(T));
        }

        public override T? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            ValueReader values = _reader ?? throw new NotSupportedException("A converter can read values only while it is called by a load.");

            // Not disposed: what is read may be part of it.
            return (T?)values.Read(JsonElement.ParseValue(ref reader), typeof(T));
        }
    }
}
