using System.Globalization;
using System.Text;
using System.Text.Json;
using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>
/// The stored form of a value: a short name of its type, from a fixed list, and text. A value of any other type is stored as its text, with a note. Exceptions
/// of the code of a value do not affect the workflow.
/// </summary>
internal readonly record struct TrackedValue(string? Type, string? Text, string? Note)
{
    private const int LongestText = 1_000_000;

    public static TrackedValue Of(object? value)
    {
        try
        {
            TrackedValue tracked = Write(value);
            if (Storable(tracked.Text) != tracked.Text)
            {
                tracked = new TrackedValue("string", Storable(tracked.Text), "characters that no database stores were replaced");
            }

            return tracked.Text is { Length: > LongestText } text
                ? new TrackedValue("string", text[..LongestText], $"cut to {LongestText} characters")
                : tracked;
        }
        catch (Exception exception)
        {
            return new TrackedValue("string", null, $"the text of the '{value?.GetType()}' could not be read: {exception.GetType()}");
        }
    }

    /// <summary>Returns the value; the text if the value is damaged.</summary>
    public object? Read()
    {
        try
        {
            return Text is null ? null : Parse(Text);
        }
        catch (Exception exception) when (exception is FormatException or OverflowException or ArgumentException or JsonException)
        {
            return Text;
        }
    }

    /// <summary>
    /// Returns a string that each database can store. Some databases cannot store the character U+0000, and none can store unpaired surrogates.
    /// </summary>
    public static string? Storable(string? text)
    {
        if (text is null || !text.AsSpan().ContainsAnyInRange('\uD800', '\uDFFF') && !text.Contains('\0', StringComparison.Ordinal))
        {
            return text;
        }

        StringBuilder storable = new(text.Length);
        foreach (Rune rune in text.EnumerateRunes())
        {
            storable.Append(rune.Value == 0 ? Rune.ReplacementChar : rune);
        }

        return storable.ToString();
    }

    private static TrackedValue Write(object? value) => value switch
    {
        null => default,
        string text => new TrackedValue("string", text, null),
        bool flag => new TrackedValue("bool", flag ? "true" : "false", null),
        char letter => new TrackedValue("char", letter.ToString(), null),
        sbyte or byte or short or ushort or int or uint or long or ulong or decimal when value.GetType() is { IsEnum: false } type =>
            new TrackedValue(type.Name, ((IFormattable)value).ToString(null, CultureInfo.InvariantCulture), null),
        float or double => new TrackedValue(value.GetType().Name, ((IFormattable)value).ToString("R", CultureInfo.InvariantCulture), null),
        DateTime or DateTimeOffset => new TrackedValue(value.GetType().Name, ((IFormattable)value).ToString("O", CultureInfo.InvariantCulture), null),
        TimeSpan or Guid => new TrackedValue(value.GetType().Name, ((IFormattable)value).ToString(null, CultureInfo.InvariantCulture), null),
        byte[] bytes => new TrackedValue("bytes", Convert.ToBase64String(bytes), null),
        string[] texts => new TrackedValue("strings", JsonSerializer.Serialize(texts), null),
        _ => new TrackedValue("string", InvariantText.Of(value), $"the text of a '{value.GetType()}'"),
    };

    private object Parse(string text) => Type switch
    {
        "bool" => text == "true",
        "char" => char.Parse(text),
        nameof(SByte) => sbyte.Parse(text, CultureInfo.InvariantCulture),
        nameof(Byte) => byte.Parse(text, CultureInfo.InvariantCulture),
        nameof(Int16) => short.Parse(text, CultureInfo.InvariantCulture),
        nameof(UInt16) => ushort.Parse(text, CultureInfo.InvariantCulture),
        nameof(Int32) => int.Parse(text, CultureInfo.InvariantCulture),
        nameof(UInt32) => uint.Parse(text, CultureInfo.InvariantCulture),
        nameof(Int64) => long.Parse(text, CultureInfo.InvariantCulture),
        nameof(UInt64) => ulong.Parse(text, CultureInfo.InvariantCulture),
        nameof(Decimal) => decimal.Parse(text, CultureInfo.InvariantCulture),
        nameof(Single) => float.Parse(text, CultureInfo.InvariantCulture),
        nameof(Double) => double.Parse(text, CultureInfo.InvariantCulture),
        nameof(DateTime) => DateTime.ParseExact(text, "O", CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind),
        nameof(DateTimeOffset) => DateTimeOffset.ParseExact(text, "O", CultureInfo.InvariantCulture, DateTimeStyles.RoundtripKind),
        nameof(TimeSpan) => TimeSpan.Parse(text, CultureInfo.InvariantCulture),
        nameof(Guid) => Guid.Parse(text),
        "bytes" => Convert.FromBase64String(text),
        "strings" => JsonSerializer.Deserialize<string[]>(text) ?? [],
        _ => text,
    };
}
