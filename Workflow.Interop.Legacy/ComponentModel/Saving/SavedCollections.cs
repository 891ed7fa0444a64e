using System.Collections;
using System.Reflection;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// The items of collections in saved state, which are added when all objects are complete. Hash codes and comparisons of keys go through the objects that a key has: a key that is
/// nested more deeply than those of programs would overflow the stack, which nothing could catch.
/// </summary>
internal sealed class SavedCollections
{
    private const int DeepestKey = 32;
    private readonly List<(object Collection, (object? Key, object? Value)[] Items)> _read = [];
    private readonly Dictionary<int, List<int>> _references = [];
    private readonly Dictionary<object, int> _numbers = new(ReferenceEqualityComparer.Instance);
    private readonly Dictionary<int, int> _depths = [];
    private int _current;

    /// <summary>The content of an object follows.</summary>
    public void Begin(int number) => _current = number + 1;

    /// <summary>The object has a reference to another one.</summary>
    public void Refer(int number)
    {
        if (_current > 0)
        {
            if (!_references.TryGetValue(_current - 1, out List<int>? references))
            {
                _references.Add(_current - 1, references = []);
            }

            references.Add(number);
        }
    }

    public void Read(object collection, StateBytes bytes, Func<object?> readValue)
    {
        _numbers.Add(collection, _current - 1);
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

    /// <summary>Adds the items.</summary>
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
                    // Some lists find their items by hash codes, too.
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

    private void CheckDepth(object? key)
    {
        if (key is not null && _numbers.TryGetValue(key, out int number) && Measure(number, 0) > DeepestKey)
        {
            throw TooDeep();
        }
    }

    /// <summary>How deeply objects are nested in an object.</summary>
    private int Measure(int number, int outer)
    {
        if (outer > DeepestKey)
        {
            throw TooDeep();
        }

        if (!_depths.TryGetValue(number, out int depth))
        {
            foreach (int next in _references.GetValueOrDefault(number) ?? [])
            {
                depth = Math.Max(depth, 1 + Measure(next, outer + 1));
            }

            _depths.Add(number, depth);
        }

        return depth;
    }

    private static StateDamageException TooDeep() => new($"The saved state has a key that is nested more than {DeepestKey} times; restore it from a backup.");
}
