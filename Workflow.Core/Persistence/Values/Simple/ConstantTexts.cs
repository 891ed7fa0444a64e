using System.Buffers;
using System.Globalization;
using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>
/// Writes and reads constants of enumerations: those of this library by name, so that they can be renumbered, others by number. Independent of cultures.
/// </summary>
internal static class ConstantTexts
{
    /// <summary>The signs of negative numbers in cultures, and the characters for the direction of text that may surround a sign.</summary>
    private static readonly SearchValues<char> Signs = SearchValues.Create("-\u2012\u207B\u208B\u2212\u2796\uFE63\uFF0D"),
        Marks = SearchValues.Create("\u061C\u200E\u200F");

    public static void Write(Utf8JsonWriter json, Enum constant)
    {
        if (constant.GetType().Assembly == typeof(ConstantTexts).Assembly && constant.ToString() is var name && char.IsAsciiLetter(name[0]))
        {
            json.WriteStringValue(name);
            return;
        }

        json.WriteStringValue(constant.GetTypeCode() == TypeCode.UInt64
            ? Convert.ToUInt64(constant, CultureInfo.InvariantCulture).ToString(CultureInfo.InvariantCulture)
            : Convert.ToInt64(constant, CultureInfo.InvariantCulture).ToString(CultureInfo.InvariantCulture));
    }

    /// <summary>Reads the output of <see cref="Write"/>, and numbers with the sign of a culture, which early versions wrote.</summary>
    public static object Read(string text, Type type)
    {
        // A name begins with a letter, so a text is a number if only a sign precedes its first digit.
        int digits = text.AsSpan().IndexOfAnyInRange('0', '9');
        return digits > 0 && IsSign(text.AsSpan(0, digits)) ? Enum.Parse(type, string.Concat("-", text.AsSpan(digits))) : Enum.Parse(type, text);
    }

    private static bool IsSign(ReadOnlySpan<char> text)
    {
        int signs = 0;
        foreach (char sign in text)
        {
            if (Signs.Contains(sign))
            {
                signs++;
            }
            else if (!Marks.Contains(sign))
            {
                return false;
            }
        }

        return signs == 1;
    }
}
