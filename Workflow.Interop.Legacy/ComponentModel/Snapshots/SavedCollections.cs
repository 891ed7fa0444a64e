using System.Collections;
using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The items of collections in saved state. They are added when all objects are complete.</summary>
internal sealed class SavedCollections
{
    private readonly List<(object Collection, (object? Key, object? Value)[] Items)> _read = [];
    private readonly Dictionary<object, int> _numbers = new(ReferenceEqualityComparer.Instance);
    private readonly KeyDepths _depths = new();
    private int _current;

    /// <summary>Starts the content of an object.</summary>
    public void Begin(int number)
    {
        _current = number;
        _depths.Begin(number);
    }

    /// <summary>Records a reference of the current object to another object.</summary>
    public void Refer(int number) => _depths.Refer(number);

    public void Read(object collection, StateBytes bytes, Func<object?> readValue)
    {
        _numbers.Add(collection, _current);
        CloneType type = CloneType.Of(collection.GetType());
        if (type.Kind is not (CloneKind.List or CloneKind.Dictionary))
        {
            return;
        }

        (object? Key, object? Value)[] items = new (object?, object?)[bytes.Count()];
        for (int i = 0; i < items.Length; i++)
        {
            items[i] = type.Kind == CloneKind.Dictionary ? (readValue(), readValue()) : (null, readValue());
        }

        _read.Add((collection, items));
    }

    /// <summary>Adds the items to their collections.</summary>
    /// <exception cref="StateDamageException">A key is nested too deeply, or refers to itself.</exception>
    public void Fill()
    {
        foreach ((object collection, (object? Key, object? Value)[] items) in _read)
        {
            CloneType type = CloneType.Of(collection.GetType());
            foreach ((object? key, object? value) in items)
            {
                if (type.AddItem is { } add)
                {
                    // Some lists, such as hash sets, also find their items by hash code.
                    CheckDepth(collection is ArrayList or Queue ? null : value);
                    add.Invoke(collection, BindingFlags.DoNotWrapExceptions, null, [value], null);
                }
                else
                {
                    CheckDepth(key);
                    ((IDictionary)collection).Add(key!, value);
                }
            }
        }
    }

    /// <summary>True if a collection finds its items by hash code or by comparison.</summary>
    public static bool HasKeys(CloneType type, object collection) =>
        type.Kind == CloneKind.Dictionary || (type.Kind == CloneKind.List && collection is not (IList or Queue));

    /// <summary>Returns the items that a collection finds by hash code or by comparison.</summary>
    public static IEnumerable KeysOf(object collection) => CloneType.Of(collection.GetType()).Kind switch
    {
        CloneKind.Dictionary => ((IDictionary)collection).Keys,
        CloneKind.List when collection is not (IList or Queue) => (IEnumerable)collection,
        _ => Array.Empty<object>(),
    };

    private void CheckDepth(object? key)
    {
        if (key is not null && _numbers.TryGetValue(key, out int number) && _depths.IsTooDeep(number))
        {
            throw new StateDamageException($"The saved state has a key that is nested more than {KeyDepths.Deepest} times; restore it from a backup.");
        }
    }
}
