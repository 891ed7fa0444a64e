using System.Text.Json;

namespace Workflow.Tracking.Etw.Profiles;

/// <summary>A value of a JSON text with its path and line, so that an error message can name the location.</summary>
internal sealed class JsonValue
{
    private readonly Dictionary<string, JsonValue> _members = new(StringComparer.Ordinal);
    private readonly List<JsonValue> _items = [];
    private readonly JsonTokenType _kind;
    private readonly string? _text;
    private readonly string _path;
    private readonly long _line;

    private JsonValue(JsonTokenType kind, string? text, string path, long line)
    {
        _kind = kind;
        _text = text;
        _path = path;
        _line = line;
    }

    /// <summary>The members of an object, in the order of the text. Throws if the value is not an object.</summary>
    public IReadOnlyDictionary<string, JsonValue> Members => _kind == JsonTokenType.StartObject ? _members : throw Error("An object is expected here.");

    public IReadOnlyList<JsonValue> Items => _kind == JsonTokenType.StartArray ? _items : throw Error("An array is expected here.");

    public string Text => _kind == JsonTokenType.String ? _text! : throw Error("A text is expected here.");

    /// <summary>Parses a complete JSON text. Comments and trailing commas are allowed.</summary>
    public static JsonValue Parse(ReadOnlySpan<byte> json)
    {
        LineReader reader = new(json);
        try
        {
            reader.Read();
            JsonValue root = Read(ref reader, "$");
            // Throws if anything follows the value.
            reader.Read();
            return root;
        }
        catch (JsonException exception)
        {
            throw new TrackingProfileFormatException("The text is not valid JSON.", "$", (exception.LineNumber ?? -1) + 1, exception);
        }
    }

    public TrackingProfileFormatException Error(string problem) => new(problem, _path, _line);

    private static JsonValue Read(ref LineReader reader, string path)
    {
        JsonValue value = new(reader.Kind, reader.Text, path, reader.Line);
        if (value._kind == JsonTokenType.StartObject)
        {
            value.ReadMembers(ref reader);
        }
        else if (value._kind == JsonTokenType.StartArray)
        {
            value.ReadItems(ref reader);
        }

        return value;
    }

    private void ReadMembers(ref LineReader reader)
    {
        while (reader.Read() && reader.Kind != JsonTokenType.EndObject)
        {
            string name = reader.Text!;
            long line = reader.Line;
            reader.Read();
            if (!_members.TryAdd(name, Read(ref reader, $"{_path}.{name}")))
            {
                throw new TrackingProfileFormatException($"The member '{name}' appears twice.", $"{_path}.{name}", line);
            }
        }
    }

    private void ReadItems(ref LineReader reader)
    {
        while (reader.Read() && reader.Kind != JsonTokenType.EndArray)
        {
            _items.Add(Read(ref reader, $"{_path}[{_items.Count}]"));
        }
    }

    /// <summary>Reads tokens and counts lines.</summary>
    private ref struct LineReader(ReadOnlySpan<byte> json)
    {
        private readonly ReadOnlySpan<byte> _json = json;
        private Utf8JsonReader _reader = new(json, new JsonReaderOptions { AllowTrailingCommas = true, CommentHandling = JsonCommentHandling.Skip });
        private int _counted;

        public long Line { get; private set; } = 1;

        public readonly JsonTokenType Kind => _reader.TokenType;

        public readonly string? Text => Kind is JsonTokenType.String or JsonTokenType.PropertyName ? _reader.GetString() : null;

        public bool Read()
        {
            bool isThere = _reader.Read();
            int start = (int)_reader.TokenStartIndex;
            Line += _json[_counted..start].Count((byte)'\n');
            _counted = start;
            return isThere;
        }
    }
}
