using System.Globalization;
using System.Text;

namespace Workflow.Persistence;

/// <summary>Writes and reads encodings by their code pages; Unicode encodings also with their byte order mark and their handling of invalid text.</summary>
internal static class EncodingTexts
{
    private const int Utf8 = 65001, Utf16 = 1200, Utf16BigEndian = 1201, Utf32 = 12000, Utf32BigEndian = 12001;

    public static string Write(object value)
    {
        Encoding encoding = (Encoding)value;
        bool hasMark = !encoding.Preamble.IsEmpty, throws = encoding.DecoderFallback is DecoderExceptionFallback;
        string text = string.Create(CultureInfo.InvariantCulture, $"{encoding.CodePage} {(hasMark ? 'm' : '-')}{(throws ? 't' : '-')}");
        return IsSame(encoding, text)
            ? text
            : throw new UnsavableValueException(value.GetType(), "is not the encoding of its code page; save its name");
    }

    public static object Read(string text)
    {
        string[] parts = text.Split(' ');
        int page = int.Parse(parts[0], CultureInfo.InvariantCulture);
        bool hasMark = parts[1][0] == 'm', throws = parts[1][1] == 't';
        return page switch
        {
            Utf8 => new UTF8Encoding(hasMark, throws),
            Utf16 or Utf16BigEndian => new UnicodeEncoding(page == Utf16BigEndian, hasMark, throws),
            Utf32 or Utf32BigEndian => new UTF32Encoding(page == Utf32BigEndian, hasMark, throws),
            _ => Encoding.GetEncoding(page),
        };
    }

    private static bool IsSame(Encoding encoding, string text)
    {
        try
        {
            return Read(text) is Encoding back && back.Equals(encoding) && back.Preamble.SequenceEqual(encoding.Preamble);
        }
        catch (Exception exception) when (exception is ArgumentException or NotSupportedException)
        {
            return false;
        }
    }
}
