using System.Text.Json;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// A JSON value of the snapshot that is being read. Each access checks that the value exists and has the right kind; the exception names the member.
/// </summary>
internal readonly struct SnapshotNode(JsonElement element, string name)
{
    public JsonElement Element => element;

    public string Name => name;

    public bool IsNull => element.ValueKind == JsonValueKind.Null;

    public string FirstKey => First.Name;

    /// <summary>Compares the name of the first member without allocating a string.</summary>
    public bool IsFirstKey(string key) => First.NameEquals(key);

    private JsonProperty First
    {
        get
        {
            if (element.ValueKind == JsonValueKind.Object)
            {
                foreach (JsonProperty property in element.EnumerateObject())
                {
                    return property;
                }
            }

            throw Invalid("is not an object with members");
        }
    }

    public int Count => element.ValueKind == JsonValueKind.Array ? element.GetArrayLength() : throw Invalid("is not an array");

    public SnapshotNode this[int index] => new(element[index], name);

    public SnapshotNode Get(string key) => TryGet(key, out SnapshotNode entry) ? entry : throw Invalid($"has no '{key}'");

    public bool TryGet(string key, out SnapshotNode entry)
    {
        if (element.ValueKind != JsonValueKind.Object)
        {
            throw Invalid("is not an object");
        }

        bool has = element.TryGetProperty(key, out JsonElement found);
        entry = new SnapshotNode(found, key);
        return has;
    }

    public NodeItems Items() => element.ValueKind == JsonValueKind.Array ? new NodeItems(this) : throw Invalid("is not an array");

    /// <summary>The elements of an optional list.</summary>
    public NodeItems ItemsOf(string key) => TryGet(key, out SnapshotNode list) ? list.Items() : default;

    public NodeMembers Members() => element.ValueKind == JsonValueKind.Object ? new NodeMembers(this) : throw Invalid("is not an object");

    /// <summary>The members of an optional object.</summary>
    public NodeMembers MembersOf(string key) => TryGet(key, out SnapshotNode members) ? members.Members() : default;

    public int Int32() => element.ValueKind == JsonValueKind.Number && element.TryGetInt32(out int number) ? number : throw Invalid("is not a whole number");

    public long Int64() => element.ValueKind == JsonValueKind.Number && element.TryGetInt64(out long number) ? number : throw Invalid("is not a whole number");

    /// <summary>Reads a number that the instance increments, within its limit.</summary>
    public long Counter() =>
        Int64() is var number and >= 0 and <= SnapshotLimits.Counter ? number : throw Invalid($"is not a number from 0 to {SnapshotLimits.Counter}");

    public string Text() => element.ValueKind == JsonValueKind.String ? element.GetString()! : throw Invalid("is not a string");

    public Guid Id() => element.ValueKind == JsonValueKind.String && element.TryGetGuid(out Guid id) ? id : throw Invalid("is not a GUID");

    public bool Flag() => element.ValueKind switch
    {
        JsonValueKind.True => true,
        JsonValueKind.False => false,
        _ => throw Invalid("is neither true nor false"),
    };

    public T Word<T>(EnumNames<T> words)
        where T : struct, Enum => words.TryParse(Text(), out T constant) ? constant : throw Invalid($"is the unknown word '{Text()}'");

    /// <summary>Reads an array of whole numbers.</summary>
    public int[] Int32s()
    {
        int[] numbers = new int[Count];
        int next = 0;
        foreach (SnapshotNode item in Items())
        {
            numbers[next++] = item.Int32();
        }

        return numbers;
    }

    public bool FlagOf(string key) => TryGet(key, out SnapshotNode entry) && entry.Flag();

    public T WordOr<T>(string key, EnumNames<T> words, T otherwise)
        where T : struct, Enum => TryGet(key, out SnapshotNode entry) ? entry.Word(words) : otherwise;

    /// <param name="problem">The problem with the value, as the end of a sentence that starts with its name.</param>
    /// <param name="advice">The remedy; null for damaged data.</param>
    /// <param name="inner">The cause; null if there is none.</param>
    public SnapshotException Invalid(string problem, string? advice = null, Exception? inner = null) =>
        ReadFailure.Create($"'{name}' {problem}", name, null, advice, inner);
}
