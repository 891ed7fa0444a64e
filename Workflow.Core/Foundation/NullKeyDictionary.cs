using System.Collections;

namespace Workflow.Foundation;

/// <summary>A dictionary that accepts null as a key.</summary>
internal sealed class NullKeyDictionary<TKey, TValue> : IDictionary<TKey, TValue>
{
    private readonly Dictionary<Key, TValue> _entries = [];

    public int Count => _entries.Count;

    public bool IsReadOnly => false;

    /// <summary>A copy of the keys. Changes to the copy have no effect on the dictionary.</summary>
    public ICollection<TKey> Keys => [.. _entries.Keys.Select(key => key.Value)];

    public ICollection<TValue> Values => _entries.Values;

    public TValue this[TKey key]
    {
        get => _entries[new Key(key)];
        set => _entries[new Key(key)] = value;
    }

    public void Add(TKey key, TValue value) => _entries.Add(new Key(key), value);

    public void Add(KeyValuePair<TKey, TValue> item) => Add(item.Key, item.Value);

    public bool ContainsKey(TKey key) => _entries.ContainsKey(new Key(key));

    public bool TryGetValue(TKey key, out TValue value) => _entries.TryGetValue(new Key(key), out value!);

    public bool Remove(TKey key) => _entries.Remove(new Key(key));

    public bool Contains(KeyValuePair<TKey, TValue> item) => EntriesOf(_entries).Contains(Wrap(item));

    public bool Remove(KeyValuePair<TKey, TValue> item) => EntriesOf(_entries).Remove(Wrap(item));

    public void Clear() => _entries.Clear();

    public void CopyTo(KeyValuePair<TKey, TValue>[] array, int arrayIndex)
    {
        ArgumentNullException.ThrowIfNull(array);
        foreach (KeyValuePair<TKey, TValue> item in this)
        {
            array[arrayIndex++] = item;
        }
    }

    public IEnumerator<KeyValuePair<TKey, TValue>> GetEnumerator()
    {
        foreach (KeyValuePair<Key, TValue> entry in _entries)
        {
            yield return new KeyValuePair<TKey, TValue>(entry.Key.Value, entry.Value);
        }
    }

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    /// <summary>The interface view of the entries, which compares keys and values together.</summary>
    private static ICollection<KeyValuePair<Key, TValue>> EntriesOf(Dictionary<Key, TValue> entries) => entries;

    private static KeyValuePair<Key, TValue> Wrap(KeyValuePair<TKey, TValue> item) => new(new Key(item.Key), item.Value);

    private readonly struct Key(TKey value) : IEquatable<Key>
    {
        public TKey Value => value;

        public bool Equals(Key other) => EqualityComparer<TKey>.Default.Equals(value, other.Value);

        public override bool Equals(object? obj) => obj is Key other && Equals(other);

        public override int GetHashCode() => value is null ? 0 : EqualityComparer<TKey>.Default.GetHashCode(value);

        public override string ToString() => value?.ToString() ?? "null";
    }
}
