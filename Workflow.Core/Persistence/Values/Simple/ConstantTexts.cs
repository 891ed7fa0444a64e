using System.Buffers;
using System.Globalization;
using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>Constants of enumerations: those of the library by name, so that they can be renumbered, others by number. No culture takes part.</summary>
internal static class ConstantTexts
{
    /// <summary>The signs that cultures give negative numbers, and the marks for the direction of text around them.</summary>
    private static readonly SearchValues<char> Signs = SearchValues.Create("-\u2012\u207B\u208B\u2212\u2796\uFE63\uFF0D"), Marks = SearchValues.Create("\u061C\u200E\u200F");

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

    /// <summary>Reads what <see cref="Write"/> wrote, and numbers with the sign of a culture: early versions wrote them.</summary>
    public static object Read(string text, Type type)
    {
        // A name begins with a letter. '-' and digits alone have no marks.
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
