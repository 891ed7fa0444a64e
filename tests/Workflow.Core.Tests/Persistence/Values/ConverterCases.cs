using System.Net.Mail;
using System.Text.Json;
using System.Text.Json.Serialization;
using static Workflow.Core.Tests.Persistence.Values.ValueCase;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Types with custom JSON converters. A save detects a converter that loses data.</summary>
internal static class ConverterCases
{
    public static IEnumerable<ValueCase> All() =>
    [
        Exact("converter on a class", () => new Temperature(36.6), value => value.Degrees),
        Exact("converter on a struct", () => new Celsius(36.6), value => value.Degrees),
        Exact("converter on a struct nullable", () => (Celsius?)new Celsius(36.6), value => value!.Value.Degrees),
        Exact("converter on a class with one object twice", Twice, value => ReferenceEquals(value[0], value[1])),
        Exact("converter on a member", () => new Letter { To = new MailAddress("a@example.org") }, value => value.To!.Address),
        Exact("converter on a member null", () => new Letter(), value => value.To is null),
        Exact("converter that hands on", () => new Envelope { Content = new Sheet { Lines = { "a" } } }, value => value.Content!.Lines[0]),
        Exact("converter factory", () => new Colored { Color = DayOfWeek.Friday }, value => value.Color),
        Exact<Figure>("converter on a base class", () => new Square(3), value => ((Square)value).Side),
        Exact("converter on a base class of a member", () => new Framed { Figure = new Square(3) }, value => ((Square)value.Figure!).Side),
        Refused("converter that loses a field", () => new Lossy { Number = 1, Text = "lost" }, "correct its converter"),
        Refused("converter that cannot read", () => new OneWay(), "correct its converter"),
        Refused("converter that cannot write", () => new NoWay(), "JsonConverter"),
        Refused("converter that reads nothing", () => new Vanishing(), "correct its converter"),
        Refused("converter that loses a field of a member", () => new Around { Inside = new Lossy { Number = 1, Text = "lost" } }, "correct its converter"),
    ];

    private static List<Temperature> Twice()
    {
        Temperature one = new(1);
        return [one, one];
    }

    [JsonConverter(typeof(TemperatureConverter))]
    private sealed class Temperature(double degrees)
    {
        public double Degrees { get; } = degrees;
    }

    private sealed class TemperatureConverter : JsonConverter<Temperature>
    {
        public override Temperature Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetDouble());

        public override void Write(Utf8JsonWriter writer, Temperature value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Degrees);
    }

    [JsonConverter(typeof(CelsiusConverter))]
    private readonly struct Celsius(double degrees)
    {
        public double Degrees { get; } = degrees;
    }

    private sealed class CelsiusConverter : JsonConverter<Celsius>
    {
        public override Celsius Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetDouble());

        public override void Write(Utf8JsonWriter writer, Celsius value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Degrees);
    }

    [JsonConverter(typeof(FigureConverter))]
    private abstract class Figure;

    private sealed class Square(int side) : Figure
    {
        public int Side { get; } = side;
    }

    private sealed class Framed
    {
        public Figure? Figure { get; set; }
    }

    private sealed class FigureConverter : JsonConverter<Figure>
    {
        public override Figure Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new Square(reader.GetInt32());

        public override void Write(Utf8JsonWriter writer, Figure value, JsonSerializerOptions options) => writer.WriteNumberValue(((Square)value).Side);
    }

    private sealed class Letter
    {
        [JsonConverter(typeof(MailConverter))]
        public MailAddress? To { get; set; }
    }

    private sealed class MailConverter : JsonConverter<MailAddress>
    {
        public override MailAddress Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new(reader.GetString()!);

        public override void Write(Utf8JsonWriter writer, MailAddress value, JsonSerializerOptions options) => writer.WriteStringValue(value.Address);
    }

    private sealed class Sheet
    {
        public List<string> Lines { get; } = [];
    }

    [JsonConverter(typeof(EnvelopeConverter))]
    private sealed class Envelope
    {
        public Sheet? Content { get; init; }
    }

    private sealed class EnvelopeConverter : JsonConverter<Envelope>
    {
        public override Envelope Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            new() { Content = JsonSerializer.Deserialize<Sheet>(ref reader, options) };

        public override void Write(Utf8JsonWriter writer, Envelope value, JsonSerializerOptions options) =>
            JsonSerializer.Serialize(writer, value.Content, options);
    }

    private sealed class Colored
    {
        [JsonConverter(typeof(JsonStringEnumConverter))]
        public DayOfWeek Color { get; set; }
    }

    [JsonConverter(typeof(LossyConverter))]
    private sealed class Lossy
    {
        public int Number { get; set; }

        public string? Text { get; set; }
    }

    private sealed class LossyConverter : JsonConverter<Lossy>
    {
        public override Lossy Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) => new() { Number = reader.GetInt32() };

        public override void Write(Utf8JsonWriter writer, Lossy value, JsonSerializerOptions options) => writer.WriteNumberValue(value.Number);
    }

    private sealed class Around
    {
        public Lossy? Inside { get; set; }
    }

    [JsonConverter(typeof(OneWayConverter))]
    private sealed class OneWay;

    private sealed class OneWayConverter : JsonConverter<OneWay>
    {
        public override OneWay Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException("Not in this direction.");

        public override void Write(Utf8JsonWriter writer, OneWay value, JsonSerializerOptions options) => writer.WriteNumberValue(1);
    }

    [JsonConverter(typeof(NoWayConverter))]
    private sealed class NoWay;

    private sealed class NoWayConverter : JsonConverter<NoWay>
    {
        public override NoWay Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options) =>
            throw new NotSupportedException("Not in this direction.");

        public override void Write(Utf8JsonWriter writer, NoWay value, JsonSerializerOptions options) =>
            throw new NotSupportedException("Not in this direction.");
    }

    [JsonConverter(typeof(VanishingConverter))]
    private sealed class Vanishing;

    private sealed class VanishingConverter : JsonConverter<Vanishing>
    {
        public override Vanishing? Read(ref Utf8JsonReader reader, Type typeToConvert, JsonSerializerOptions options)
        {
            reader.Skip();
            return null;
        }

        public override void Write(Utf8JsonWriter writer, Vanishing value, JsonSerializerOptions options) => writer.WriteNumberValue(1);
    }
}
