using System.Text.Json;
using System.Text.Json.Serialization;

namespace Workflow.Persistence;

/// <summary>Applies the contracts to the types for which a converter of the application calls System.Text.Json.</summary>
internal sealed class ContractConverters(ContractSet contracts) : JsonConverterFactory
{
    // All values share the options and their converters, and a converter gets no state. So the writer or reader of the current call is stored in a static
    // field of the thread.
    [ThreadStatic]
    private static ValueWriter? _writer;

    [ThreadStatic]
    private static ValueReader? _reader;

    /// <summary>Sets the writer or reader that the converters use on this thread, until the result is disposed.</summary>
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

            // Not disposed: the value that was read may refer to the element.
            return (T?)values.Read(JsonElement.ParseValue(ref reader), typeof(T));
        }
    }
}
