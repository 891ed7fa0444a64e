using System.Collections;
using System.Globalization;
using System.Text;
using System.Text.Json;
using System.Text.Json.Nodes;
using System.Xml.Linq;

namespace Workflow.Persistence;

/// <summary>The contracts of mutable types that are saved as a text or a sequence of bits.</summary>
internal static class Documents
{
    /// <summary>The options that accept all JSON which options of the application may have written.</summary>
    private static readonly JsonDocumentOptions Any = new() { MaxDepth = int.MaxValue, AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip };

    private const int MostRoom = 1 << 16;

    public static ValueContract BitArray() => new TextContract<BitArray>(
        bits => string.Create(bits.Length, bits, static (text, bits) =>
        {
            for (int i = 0; i < text.Length; i++)
            {
                text[i] = bits[i] ? '1' : '0';
            }
        }),
        text => new BitArray([.. text.Select(bit => bit == '1')]));

    public static ValueContract StringBuilder() => new TextContract<StringBuilder>(
        builder => string.Create(CultureInfo.InvariantCulture, $"{builder.Capacity} {builder.MaxCapacity} {builder}"),
        text => text.Split(' ', 3) is [string capacity, string most, string content]
            ? new StringBuilder(Room(capacity, content), int.Parse(most, CultureInfo.InvariantCulture)).Append(content)
            : throw new FormatException("A text is not that of a builder."));

    /// <summary>Saves the element as text, because duplicate names, depth and formatting belong to the value.</summary>
    public static ValueContract JsonElement() => new TextContract<JsonElement>(
        json => json.ValueKind == JsonValueKind.Undefined ? string.Empty : json.GetRawText(),
        text => text.Length == 0 ? default : Parse(text).RootElement);

    public static ValueContract JsonDocument() => new TextContract<JsonDocument>(document => document.RootElement.GetRawText(), Parse);

    public static ValueContract JsonNode() => new TextContract<JsonNode>(TextOf, NodeOf);

    public static ValueContract XElement() => new TextContract<XElement>(
        element => TextOf(element, element.Parent ?? (XObject?)element.Document, text => System.Xml.Linq.XElement.Parse(text, LoadOptions.PreserveWhitespace)),
        text => System.Xml.Linq.XElement.Parse(text, LoadOptions.PreserveWhitespace));

    public static ValueContract XDocument() => new TextContract<XDocument>(
        document => document.Declaration + TextOf(document, null, text => System.Xml.Linq.XDocument.Parse(text, LoadOptions.PreserveWhitespace)),
        text => System.Xml.Linq.XDocument.Parse(text, LoadOptions.PreserveWhitespace));

    /// <summary>
    /// Returns the capacity of a builder. The saved capacity is limited, so that forged data cannot request more memory than a builder needs.
    /// </summary>
    private static int Room(string capacity, string content) =>
        Math.Min(int.Parse(capacity, CultureInfo.InvariantCulture), Math.Max(content.Length, MostRoom));

    private static JsonDocument Parse(string text) => System.Text.Json.JsonDocument.Parse(text, Any);

    private static string TextOf(JsonNode node)
    {
        if (node.Parent is not null)
        {
            throw new UnsavableValueException(node.GetType(), "is part of a larger JSON document; save that, or a deep clone of the part");
        }

        string text = (node.Options?.PropertyNameCaseInsensitive == true ? "i" : "-") + node.ToJsonString(JsonSerializerOptions.Default);
        return System.Text.Json.Nodes.JsonNode.DeepEquals(node, NodeOf(text))
            ? text
            : throw new UnsavableValueException(node.GetType(), "holds values that JSON does not have; save them as texts");
    }

    private static JsonNode NodeOf(string text) =>
        System.Text.Json.Nodes.JsonNode.Parse(text[1..], new JsonNodeOptions { PropertyNameCaseInsensitive = text[0] == 'i' }, Any)
        ?? throw new FormatException("A JSON node is missing.");

    private static string TextOf(XNode node, XObject? around, Func<string, XNode> parse)
    {
        if (around is not null)
        {
            throw new UnsavableValueException(node.GetType(), "is part of a larger XML document; save that, or a copy of the part");
        }

        string text = node.ToString(SaveOptions.DisableFormatting);
        return XNode.DeepEquals(node, parse(text))
            ? text
            : throw new UnsavableValueException(node.GetType(), "is different after a load from its text; save it as a text");
    }

    /// <summary>The contract of a type whose text contains its whole state.</summary>
    private sealed class TextContract<T>(Func<T, string> write, Func<string, T> read) : ValueContract
    {
        public override bool HasIdentity => !typeof(T).IsValueType;

        public override void Write(object value, ValueWriter writer) => writer.Json.WriteStringValue(write((T)value));

        public override object Read(JsonElement json, ValueReader reader, int place) =>
            read(json.GetString() ?? throw new JsonException($"The text of a '{typeof(T)}' is missing."))!;
    }
}
