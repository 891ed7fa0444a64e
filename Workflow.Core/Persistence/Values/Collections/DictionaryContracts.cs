using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>
/// The contract of a dictionary. A dictionary with strings as keys is written as an object, <c>{"a":1}</c>; with other keys as an array in which each key
/// precedes its value. Strings whose comparer is not a <see cref="StringComparer"/> are written like other keys, because two of them may have the same
/// characters.
/// </summary>
internal abstract class DictionaryContract<TDictionary, TKey, TValue> : CollectionContract
    where TDictionary : IEnumerable<KeyValuePair<TKey, TValue>>
    where TKey : notnull
{
    public Func<TDictionary, object?>? Comparer { get; init; }

    public override object? ComparerOf(object collection) => Comparer?.Invoke((TDictionary)collection);

    public override void WriteItems(object collection, ValueWriter writer)
    {
        bool hasNames = typeof(TKey) == typeof(string) && ComparerOf(collection) is null or StringComparer;
        Start(hasNames, writer.Json);
        foreach ((TKey key, TValue value) in (TDictionary)collection)
        {
            try
            {
                WriteKey(key, hasNames, writer);
                writer.Write(value, typeof(TValue));
            }
            catch (UnsavableValueException failure) when (failure.IsHandledAt($"[{typeof(TKey).Name}]"))
            {
                throw;
            }
        }

        End(hasNames, writer.Json);
    }

    protected static List<KeyValuePair<TKey, TValue>> ReadPairs(JsonElement items, ValueReader reader)
    {
        List<KeyValuePair<TKey, TValue>> read = [];
        if (items.ValueKind == JsonValueKind.Object)
        {
            foreach (JsonProperty member in items.EnumerateObject())
            {
                read.Add(new((TKey)(object)Reserved.Unescape(member.Name), (TValue)reader.Read(member.Value, typeof(TValue))!));
            }

            return read;
        }

        bool hasKey = false;
        TKey key = default!;
        foreach (JsonElement item in items.EnumerateArray())
        {
            if (hasKey)
            {
                read.Add(new(key, (TValue)reader.Read(item, typeof(TValue))!));
            }
            else
            {
                key = (TKey)reader.Read(item, typeof(TKey))!;
            }

            hasKey = !hasKey;
        }

        return read;
    }

    private static void WriteKey(TKey key, bool hasNames, ValueWriter writer)
    {
        if (hasNames)
        {
            writer.Json.WritePropertyName(Reserved.Escape((string)(object)key));
        }
        else
        {
            writer.Write(key, typeof(TKey));
        }
    }

    private static void Start(bool hasNames, Utf8JsonWriter json)
    {
        if (hasNames)
        {
            json.WriteStartObject();
        }
        else
        {
            json.WriteStartArray();
        }
    }

    private static void End(bool hasNames, Utf8JsonWriter json)
    {
        if (hasNames)
        {
            json.WriteEndObject();
        }
        else
        {
            json.WriteEndArray();
        }
    }
}

/// <summary>The contract of a dictionary that is created empty and then filled.</summary>
/// <param name="make">Creates an empty dictionary with a comparer.</param>
/// <param name="add">Adds a pair.</param>
/// <param name="clear">Removes all pairs.</param>
internal sealed class FilledDictionaryContract<TDictionary, TKey, TValue>(
    Func<object?, TDictionary> make, Action<TDictionary, TKey, TValue> add, Action<TDictionary> clear)
    : DictionaryContract<TDictionary, TKey, TValue>
    where TDictionary : class, IEnumerable<KeyValuePair<TKey, TValue>>
    where TKey : notnull
{
    public override bool IsMadeFirst => true;

    public override object Make(object? comparer) => make(comparer);

    public override void Clear(object collection) => clear((TDictionary)collection);

    public override void ReadItems(JsonElement items, object collection, ValueReader reader)
    {
        List<KeyValuePair<TKey, TValue>> read = ReadPairs(items, reader);
        reader.Fill(() => read.ForEach(pair => add((TDictionary)collection, pair.Key, pair.Value)));
    }
}

/// <summary>The contract of a dictionary that is created from all its pairs.</summary>
/// <param name="make">Creates the dictionary from the pairs and a comparer.</param>
internal sealed class WholeDictionaryContract<TDictionary, TKey, TValue>(Func<List<KeyValuePair<TKey, TValue>>, object?, TDictionary> make)
    : DictionaryContract<TDictionary, TKey, TValue>
    where TDictionary : IEnumerable<KeyValuePair<TKey, TValue>>
    where TKey : notnull
{
    public override object Make(object? comparer) => make([], comparer);

    public override void Clear(object collection) => throw new NotSupportedException();

    public override void ReadItems(JsonElement items, object collection, ValueReader reader) => throw new NotSupportedException();

    protected override object ReadWith(object? comparer, JsonElement items, ValueReader reader, int place) => make(ReadPairs(items, reader), comparer);
}
