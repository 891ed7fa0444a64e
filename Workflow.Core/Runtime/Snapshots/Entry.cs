using System.Text.Json;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>One value of a snapshot that is read. Nothing is taken for granted: whatever is missing or of another kind is a failure that names the key.</summary>
internal readonly struct Entry(JsonElement element, string name)
{
    public JsonElement Element => element;

    public string Name => name;

    public bool IsNull => element.ValueKind == JsonValueKind.Null;

    public string FirstKey
    {
        get
        {
            if (element.ValueKind == JsonValueKind.Object)
            {
                foreach (JsonProperty property in element.EnumerateObject())
                {
                    return property.Name;
                }
            }

            throw Wrong("is not an object with members");
        }
    }

    public int Count => element.ValueKind == JsonValueKind.Array ? element.GetArrayLength() : throw Wrong("is not a list");

    public Entry this[int index] => new(element[index], name);

    public Entry Get(string key) => TryGet(key, out Entry entry) ? entry : throw Wrong($"has no '{key}'");

    public bool TryGet(string key, out Entry entry)
    {
        if (element.ValueKind != JsonValueKind.Object)
        {
            throw Wrong("is not an object");
        }

        bool has = element.TryGetProperty(key, out JsonElement found);
        entry = new Entry(found, key);
        return has;
    }

    public IEnumerable<Entry> Items()
    {
        _ = Count;
        foreach (JsonElement item in element.EnumerateArray())
        {
            yield return new Entry(item, name);
        }
    }

    /// <summary>The elements of a list that may be missing.</summary>
    public IEnumerable<Entry> ItemsOf(string key) => TryGet(key, out Entry list) ? list.Items() : [];

    public IEnumerable<Entry> Members()
    {
        if (element.ValueKind != JsonValueKind.Object)
        {
            throw Wrong("is not an object");
        }

        foreach (JsonProperty property in element.EnumerateObject())
        {
            yield return new Entry(property.Value, property.Name);
        }
    }

    public int Int32() => element.ValueKind == JsonValueKind.Number && element.TryGetInt32(out int number) ? number : throw Wrong("is not a whole number");

    public long Int64() => element.ValueKind == JsonValueKind.Number && element.TryGetInt64(out long number) ? number : throw Wrong("is not a whole number");

    /// <summary>A number that is counted on.</summary>
    public long Counter() => Int64() is var number and >= 0 and <= SnapshotLimits.Counter ? number : throw Wrong("is no number that can be counted on");

    public string Text() => element.ValueKind == JsonValueKind.String ? element.GetString()! : throw Wrong("is not a text");

    public Guid Id() => element.ValueKind == JsonValueKind.String && element.TryGetGuid(out Guid id) ? id : throw Wrong("is not an id");

    public bool Flag() => element.ValueKind switch
    {
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => throw Wrong("is neither true nor false"),
    };

    public T Word<T>(Words<T> words)
        where T : struct, Enum => words.TryParse(Text(), out T constant) ? constant : throw Wrong($"is the unknown word '{Text()}'");

    public bool FlagOf(string key) => TryGet(key, out Entry entry) && entry.Flag();

    public T WordOr<T>(string key, Words<T> words, T otherwise)
        where T : struct, Enum => TryGet(key, out Entry entry) ? entry.Word(words) : otherwise;

    public SnapshotException Wrong(string what, Exception? inner = null) => new($"The snapshot cannot be read: '{name}' {what}.", name, null, inner);
}
