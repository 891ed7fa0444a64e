using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Numerics;
using System.Text;
using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace Workflow.Tracking.Etw.Values;

/// <summary>
/// Formats a value. A type with a single obvious text is formatted independently of the culture; all other values are JSON of their public properties.
/// </summary>
internal static class ValueText
{
    private const string AtWork = "It stands for something at work, which must not be touched, and not for data.";

    private const string WithoutReflection =
        "A trimmed program has no contracts by reflection; the serializer then says so, and that is written in place of the value.";

    private static readonly JsonSerializerOptions Json = new()
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,

        // Objects of running workflows often refer to each other; a cycle is written as null.
        ReferenceHandler = ReferenceHandler.IgnoreCycles,
    };

    /// <summary>Formats a value. Stops if the text becomes much longer than the limit, in characters.</summary>
    [SuppressMessage(
        "Design",
        "CA1031:Do not catch general exception types",
        Justification = "Properties and ToString of an application's types run here, and may throw anything.")]
    public static WrittenValue Write(object value, int limit)
    {
        try
        {
            return value is byte[] bytes && bytes.Length > limit ? WrittenValue.TooLarge
                : Plain(value) is { } text ? WrittenValue.Of(text)
                : IsData(value) ? WriteJson(value, limit)
                : WrittenValue.Unwritable(AtWork);
        }
        catch (Exception exception)
        {
            return WrittenValue.Unwritable(exception.Message);
        }
    }

    private static string? Plain(object value) => value switch
    {
        string text => text,
        bool flag => flag ? "true" : "false",
        DateTime or DateTimeOffset or DateOnly or TimeOnly => ((IFormattable)value).ToString("O", CultureInfo.InvariantCulture),
        TimeSpan span => span.ToString("c", CultureInfo.InvariantCulture),
        byte[] bytes => Convert.ToBase64String(bytes),
        char or Enum or Uri or Guid or Version or Exception or Type => value.ToString(),
        sbyte or byte or short or ushort or int or uint or long or ulong or Int128 or UInt128 or Half or float or double or decimal or BigInteger =>
            ((IFormattable)value).ToString(null, CultureInfo.InvariantCulture),
        _ => null,
    };

    /// <summary>
    /// Returns true if the properties of a value can be read safely. Reading the properties of a task may block, those of a stream may move its position, and
    /// those of a handle may fail.
    /// </summary>
    private static bool IsData(object value) =>
        value is not (Task or ValueTask or Delegate or IDisposable or IAsyncDisposable or Handle or Activity or nint or nuint)
        && !(value.GetType() is { IsGenericType: true } type && type.GetGenericTypeDefinition() == typeof(ValueTask<>));

    [UnconditionalSuppressMessage("Trimming", "IL2026", Justification = WithoutReflection)]
    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = WithoutReflection)]
    private static WrittenValue WriteJson(object value, int limit)
    {
        BoundedBytes bytes = new(limit);
        try
        {
            using Utf8JsonWriter writer = new(bytes, new JsonWriterOptions { Encoder = Json.Encoder });
            JsonSerializer.Serialize(writer, value, value.GetType(), Json);
        }
        catch (InvalidOperationException) when (bytes.IsFull)
        {
            return WrittenValue.TooLarge;
        }

        return WrittenValue.Of(Encoding.UTF8.GetString(bytes.Written));
    }
}
