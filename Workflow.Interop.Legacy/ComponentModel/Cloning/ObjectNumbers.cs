using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// A hash table from objects to numbers. It compares objects by reference and calls none of their methods. It can be reused after <see cref="Clear"/>.
/// </summary>
internal sealed class ObjectNumbers
{
    private const int Smallest = 64;
    private object?[] _keys = new object?[Smallest];
    private int[] _numbers = new int[Smallest];

    public int Count { get; private set; }

    /// <summary>Returns the number of an object; -1 if it has none.</summary>
    public int Find(object key)
    {
        object?[] keys = _keys;
        for (int index = Start(key, keys.Length); ; index = (index + 1) & (keys.Length - 1))
        {
            object? candidate = keys[index];
            if (candidate is null)
            {
                return -1;
            }

            if (ReferenceEquals(candidate, key))
            {
                return _numbers[index];
            }
        }
    }

    /// <summary>Assigns a number to an object.</summary>
    /// <exception cref="ArgumentException">The object already has a number.</exception>
    public void Add(object key, int number)
    {
        if (Count >= _keys.Length / 2)
        {
            Grow();
        }

        Insert(key, number);
        Count++;
    }

    /// <summary>Removes all objects. A table with more than <paramref name="mostKept"/> slots is replaced by a small one.</summary>
    public void Clear(int mostKept)
    {
        if (_keys.Length > mostKept)
        {
            _keys = new object?[Smallest];
            _numbers = new int[Smallest];
        }
        else if (Count > 0)
        {
            Array.Clear(_keys);
        }

        Count = 0;
    }

    private static int Start(object key, int length) => (int)(unchecked((uint)RuntimeHelpers.GetHashCode(key) * 2654435769u) >> 8) & (length - 1);

    private void Insert(object key, int number)
    {
        int index = Start(key, _keys.Length);
        while (_keys[index] is { } other)
        {
            if (ReferenceEquals(other, key))
            {
                throw new ArgumentException($"The object '{key.GetType()}' has a number; give it one once.", nameof(key));
            }

            index = (index + 1) & (_keys.Length - 1);
        }

        _keys[index] = key;
        _numbers[index] = number;
    }

    private void Grow()
    {
        (object?[] keys, int[] numbers) = (_keys, _numbers);
        _keys = new object?[keys.Length * 2];
        _numbers = new int[keys.Length * 2];
        for (int i = 0; i < keys.Length; i++)
        {
            if (keys[i] is { } key)
            {
                Insert(key, numbers[i]);
            }
        }
    }
}
