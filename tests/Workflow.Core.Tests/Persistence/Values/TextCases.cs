using System.Collections;
using System.Drawing;
using System.Net;
using System.Net.Mail;
using System.Reflection;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Text.RegularExpressions;
using System.Xml;
using System.Xml.Linq;
using static Workflow.Core.Tests.Persistence.Values.ValueCase;

namespace Workflow.Core.Tests.Persistence.Values;

/// <summary>Strings, and types with a textual representation.</summary>
internal static class TextCases
{
    public static IEnumerable<ValueCase> All() =>
    [
        Exact("string", "text with \"quotes\", \u0000, ü, \u2028 and 🙂"),
        Exact("string empty", string.Empty),
        Exact<string?>("string null", null),
        Exact("string that looks like a reference", "@same"),
        Exact("string of replacement characters", "\uFFFD"),
        Refused("string half of a pair", () => "a\uD800", "array of characters"),
        Refused("string second half first", () => "\uDC00\uD800", "array of characters"),
        Refused("strings half of a pair", () => new[] { "good", "b\uDFFFd" }, "array of characters"),
        Refused("key half of a pair", () => new Dictionary<string, int> { ["k\uD800"] = 1 }, "array of characters"),
        Refused("record half of a pair", () => new Note("\uD800"), "array of characters"),
        Refused("StringBuilder half of a pair", () => new StringBuilder("\uD800"), "array of characters"),
        Exact("char[]", () => new[] { 'a', '\uD800' }, value => string.Join(',', value.Select(character => (int)character))),
        Exact("Rune", new Rune(0x1F642)),
        Exact("StringBuilder", () => new StringBuilder("a b", 50), value => (value.ToString(), value.Capacity, value.MaxCapacity)),
        Exact("StringBuilder empty", () => new StringBuilder(3, 9), value => (value.ToString(), value.Capacity, value.MaxCapacity)),
        Exact("Uri", () => new Uri("https://example.org/a?b#c"), value => (value.OriginalString, value.IsAbsoluteUri)),
        Exact("Uri relative", () => new Uri("a/b", UriKind.Relative), value => (value.OriginalString, value.IsAbsoluteUri)),
        Exact("Uri relative with slash", () => new Uri("/a", UriKind.Relative), value => (value.OriginalString, value.IsAbsoluteUri)),
        Exact("Version", new Version(1, 2, 3)),
        Exact("Version two parts", new Version(1, 2)),
        Exact("IPAddress", IPAddress.Parse("10.1.2.3")),
        Exact("IPAddress loopback", IPAddress.Loopback),
        Exact("IPAddress six with scope", IPAddress.Parse("fe80::1%3")),
        Exact("IPEndPoint", new IPEndPoint(IPAddress.IPv6Loopback, 80)),
        Exact("Color", Color.FromArgb(1, 2, 3, 4)),
        Exact("Color known", Color.Red),
        Exact("Color named", Color.FromName("no such")),
        Exact("Color empty", Color.Empty),
        Exact(
            "Regex",
            () => new Regex("a(b)", RegexOptions.IgnoreCase, TimeSpan.FromSeconds(2)),
            value => (value.ToString(), value.Options, value.MatchTimeout)),
        Exact("Regex plain", () => new Regex("a b  c"), value => (value.ToString(), value.Options, value.MatchTimeout)),
        .. Encodings(),
        Exact("DBNull", DBNull.Value),
        Exact("Missing", Missing.Value),
        Exact("BitArray", () => new BitArray([true, false, true]), value => string.Join(',', value.Cast<bool>())),
        Exact("BitArray empty", () => new BitArray(0), value => value.Count),
        .. Json(),
        .. Xml(),
        Refused("MailAddress", () => new MailAddress("a@example.org"), "JsonConverter"),
        Refused("UriBuilder", () => new UriBuilder("https://example.org"), "JsonConverter"),
        Refused("Cookie", () => new Cookie("a", "b"), "JsonConverter"),
    ];

    private static IEnumerable<ValueCase> Encodings() =>
        from encoding in new Encoding[]
        {
            Encoding.UTF8, Encoding.Unicode, Encoding.BigEndianUnicode, Encoding.UTF32, Encoding.ASCII, Encoding.Latin1, new UTF8Encoding(false, true),
            new UTF8Encoding(true, true), new UnicodeEncoding(false, false, true),
        }
        select Exact($"Encoding {encoding.WebName} {encoding.Preamble.Length} {encoding.DecoderFallback is DecoderExceptionFallback}", () => encoding,
            value => (value.CodePage, value.Preamble.Length, value.DecoderFallback.GetType(), value.Equals(encoding)));

    private static IEnumerable<ValueCase> Json() =>
    [
        Exact("JsonElement", () => Element("""{ "a": 1.0, "a": [null, "\ud83d\ude42"] }"""), value => value.GetRawText()),
        Exact("JsonElement half of a pair", () => Element("""["\ud800"]"""), value => value.GetRawText()),
        Exact("JsonElement undefined", () => default(JsonElement), value => value.ValueKind),
        Exact("JsonElement null", () => Element("null"), value => value.ValueKind),
        Exact("JsonElement deep", () => Element(new string('[', 500) + new string(']', 500)), value => value.GetRawText()),
        Exact("JsonDocument", () => JsonDocument.Parse("[1, 2]"), value => value.RootElement.GetRawText()),
        Refused("JsonDocument disposed", Disposed, "JsonConverter"),
        Exact("JsonObject", () => new JsonObject { ["a"] = 1, ["b"] = new JsonArray(1, "x", null) }, value => value.ToJsonString()),
        Exact("JsonArray", () => new JsonArray(1, "x"), value => value.ToJsonString()),
        Exact<JsonNode>("JsonNode", () => new JsonObject { ["a"] = true }, value => value.ToJsonString()),
        Exact<JsonValue>("JsonValue", () => JsonValue.Create(1.50m), value => value.ToJsonString()),
        Refused("JsonNode of a larger one", () => (JsonArray)new JsonObject { ["a"] = new JsonArray() }["a"]!, "save that"),
        Refused("JsonNode half of a pair", () => new JsonArray("\uD800"), "save them as texts"),
    ];

    private static IEnumerable<ValueCase> Xml() =>
    [
        Exact(
            "XElement",
            () => XElement.Parse("<a b='1'> <c/> x </a>", LoadOptions.PreserveWhitespace),
            value => value.ToString(SaveOptions.DisableFormatting)),
        Exact("XDocument", () => new XDocument(new XDeclaration("1.0", "utf-8", "yes"), new XElement("a")), value => value.Declaration + value.ToString()),
        Exact("XName", XName.Get("a", "urn:b")),
        Exact("XNamespace", XNamespace.Get("urn:b")),
        Refused("XElement of a larger one", () => (XElement)new XElement("a", new XElement("b")).FirstNode!, "save that"),
        Refused("XmlDocument", () => new XmlDocument(), "save"),
        Refused("XmlQualifiedName", () => new XmlQualifiedName("a"), "JsonConverter"),
    ];

    private static JsonElement Element(string text) => JsonDocument.Parse(text, new JsonDocumentOptions { MaxDepth = 1000 }).RootElement;

    private static JsonDocument Disposed()
    {
        JsonDocument document = JsonDocument.Parse("[1]");
        document.Dispose();
        return document;
    }

    private sealed record Note(string Text);
}
