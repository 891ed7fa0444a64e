using System.Drawing;
using System.Globalization;
using System.Net;
using System.Numerics;
using System.Reflection;
using System.Text;
using System.Text.Json;
using System.Text.RegularExpressions;
using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>Writes and reads simple values of less common types of .NET, each as a short text. The values are immutable, so a copy is equivalent.</summary>
internal static class TextValues
{
    private static readonly Dictionary<Type, (Func<object, string> Write, Func<string, object> Read)> Forms = new()
    {
        [typeof(Half)] = (
            value => BitConverter.HalfToInt16Bits((Half)value).ToString(Invariant), text => BitConverter.Int16BitsToHalf(short.Parse(text, Invariant))),
        [typeof(Int128)] = (value => ((Int128)value).ToString(Invariant), text => Int128.Parse(text, Invariant)),
        [typeof(UInt128)] = (value => ((UInt128)value).ToString(Invariant), text => UInt128.Parse(text, Invariant)),
        [typeof(BigInteger)] = (value => ((BigInteger)value).ToString(Invariant), text => BigInteger.Parse(text, Invariant)),
        [typeof(Rune)] = (value => ((Rune)value).Value.ToString(Invariant), text => new Rune(int.Parse(text, Invariant))),
        [typeof(Index)] = (value => TextOf((Index)value), IndexOf),
        [typeof(Range)] = (value => $"{TextOf(((Range)value).Start)}..{TextOf(((Range)value).End)}", RangeOf),
        [typeof(Version)] = (value => value.ToString()!, Version.Parse),
        [typeof(Uri)] = (value => TextOf((Uri)value), UriOf),
        [typeof(IPAddress)] = (value => value.ToString()!, IPAddress.Parse),
        [typeof(IPEndPoint)] = (value => value.ToString()!, IPEndPoint.Parse),
        [typeof(Color)] = (value => TextOf((Color)value), ColorOf),
        [typeof(DBNull)] = (_ => string.Empty, _ => DBNull.Value),
        [typeof(Missing)] = (_ => string.Empty, _ => Missing.Value),
        [typeof(CultureInfo)] = (CultureTexts.Write, CultureTexts.Read),
        [typeof(TimeZoneInfo)] = (TimeZoneTexts.Write, TimeZoneTexts.Read),
        [typeof(Encoding)] = (EncodingTexts.Write, EncodingTexts.Read),
        [typeof(Regex)] = (value => TextOf((Regex)value), RegexOf),
        [typeof(XName)] = (value => value.ToString()!, text => XName.Get(text)),
        [typeof(XNamespace)] = (value => value.ToString()!, text => XNamespace.Get(text)),
    };

    private static CultureInfo Invariant => CultureInfo.InvariantCulture;

    public static bool Handles(Type type) => Forms.ContainsKey(type);

    /// <summary>Returns the text of a value; null for a value of a type that is not listed here.</summary>
    public static string? Write(object value) =>
        Forms.TryGetValue(SavedType.Of(value), out (Func<object, string> Write, Func<string, object> Read) form) ? form.Write(value) : null;

    /// <summary>Reads a value of a type; null for a type that is not listed here.</summary>
    public static object? Read(JsonElement json, Type type) =>
        Forms.TryGetValue(type, out (Func<object, string> Write, Func<string, object> Read) form)
            ? form.Read(json.GetString() ?? throw new FormatException("A text is missing."))
            : null;

    private static string TextOf(Index index) => index.IsFromEnd ? $"^{index.Value.ToString(Invariant)}" : index.Value.ToString(Invariant);

    private static object IndexOf(string text) =>
        text.StartsWith('^') ? new Index(int.Parse(text.AsSpan(1), provider: Invariant), fromEnd: true) : new Index(int.Parse(text, Invariant));

    private static object RangeOf(string text) => text.Split("..") is [string start, string end]
        ? new Range((Index)IndexOf(start), (Index)IndexOf(end))
        : throw new FormatException($"'{text}' is no range.");

    /// <summary>
    /// Returns the text of an address with its kind. The text alone does not determine whether the address is relative: '/a' is a file on some systems.
    /// </summary>
    private static string TextOf(Uri uri)
    {
        string text = (uri.IsAbsoluteUri ? "absolute " : "relative ") + uri.OriginalString;
        return UriOf(text).Equals(uri) ? text : throw new UnsavableValueException(typeof(Uri), "was made with options that are not known; save its text");
    }

    private static object UriOf(string text) => text.Split(' ', 2) switch
    {
        ["absolute", string uri] => new Uri(uri, UriKind.Absolute),
        ["relative", string uri] => new Uri(uri, UriKind.Relative),
        _ => throw new FormatException($"'{text}' is no URI."),
    };

    private static string TextOf(Color color) =>
        color.IsEmpty ? string.Empty : color.IsNamedColor ? color.Name : $"#{color.ToArgb().ToString("x8", Invariant)}";

    private static object ColorOf(string text) =>
        text.Length == 0 ? Color.Empty
        : text[0] == '#' ? Color.FromArgb(int.Parse(text.AsSpan(1), NumberStyles.AllowHexSpecifier, Invariant))
        : Color.FromName(text);

    private static string TextOf(Regex regex) => string.Create(Invariant, $"{(int)regex.Options} {regex.MatchTimeout.Ticks} {regex}");

    private static object RegexOf(string text) => text.Split(' ', 3) is [string options, string timeout, string pattern]
        ? new Regex(pattern, (RegexOptions)int.Parse(options, Invariant), new TimeSpan(long.Parse(timeout, Invariant)))
        : throw new FormatException($"'{text}' is no regular expression.");
}
