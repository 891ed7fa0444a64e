using System.Runtime.CompilerServices;

namespace Workflow.Foundation;

/// <summary>A double-ended queue in a ring buffer whose size is a power of two. It grows, never shrinks, and clears the slots of removed items.</summary>
internal sealed class Deque<T>
{
    private T[] _items;
    private int _head;
    private int _count;

    public Deque(int capacity)
    {
        _items = new T[System.Numerics.BitOperations.RoundUpToPowerOf2((uint)Math.Max(capacity, 4))];
    }

    public int Count => _count;

    /// <summary>The item at an index, counted from the front.</summary>
    public ref readonly T this[int index] => ref _items[(_head + index) & (_items.Length - 1)];

    /// <summary>Copies the items, beginning with the front.</summary>
    public T[] ToArray()
    {
        T[] items = new T[_count];
        for (int i = 0; i < items.Length; i++)
        {
            items[i] = this[i];
        }

        return items;
    }

    public void PushFront(in T item)
    {
        if (_count == _items.Length)
        {
            Grow();
        }

        _head = (_head - 1) & (_items.Length - 1);
        _items[_head] = item;
        _count++;
    }

    public void PushBack(in T item)
    {
        if (_count == _items.Length)
        {
            Grow();
        }

        _items[(_head + _count) & (_items.Length - 1)] = item;
        _count++;
    }

    public T PopFront()
    {
        ref T slot = ref _items[_head];
        T item = slot;
        if (RuntimeHelpers.IsReferenceOrContainsReferences<T>())
        {
            slot = default!;
        }

        _head = (_head + 1) & (_items.Length - 1);
        _count--;
        return item;
    }

    public void Clear()
    {
        while (_count > 0)
        {
            PopFront();
        }
    }

    private void Grow()
    {
        T[] larger = new T[_items.Length * 2];
        for (int i = 0; i < _count; i++)
        {
            larger[i] = _items[(_head + i) & (_items.Length - 1)];
        }

        _items = larger;
        _head = 0;
    }
}
