using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using Workflow.Data;

namespace Workflow.Definition;

/// <summary>Numbers the distinct sets of slots of a program, so that executions can reuse environments of equal shape.</summary>
internal sealed class ShapeTable : IEqualityComparer<SlotKind[]>, IAlternateEqualityComparer<ReadOnlySpan<SlotKind>, SlotKind[]>
{
    private readonly Dictionary<SlotKind[], int> _numbers;
    private readonly List<SlotKind[]> _shapes = [[]];
    private readonly List<SlotKind> _pending = [];

    public ShapeTable() => _numbers = new Dictionary<SlotKind[], int>(this);

    /// <summary>The buffer for the kinds of one scope. Each access clears it.</summary>
    public List<SlotKind> Pending
    {
        get
        {
            _pending.Clear();
            return _pending;
        }
    }

    public int Add(List<SlotKind> kinds)
    {
        if (kinds.Count == 0)
        {
            return 0;
        }

        // An array is created only for a new shape; a definition has few.
        Dictionary<SlotKind[], int>.AlternateLookup<ReadOnlySpan<SlotKind>> numbers = _numbers.GetAlternateLookup<ReadOnlySpan<SlotKind>>();
        ReadOnlySpan<SlotKind> shape = CollectionsMarshal.AsSpan(kinds);
        if (!numbers.TryGetValue(shape, out int number))
        {
            number = _shapes.Count;
            _shapes.Add(Create(shape));
            _numbers.Add(_shapes[number], number);
        }

        return number;
    }

    public ReadOnlySpan<SlotKind> KindsOf(int number) => _shapes[number];

    public SlotKind[][] ToArray() => [.. _shapes];

    public SlotKind[] Create(ReadOnlySpan<SlotKind> alternate) => [.. alternate];

    public bool Equals(SlotKind[]? x, SlotKind[]? y) => Equals((ReadOnlySpan<SlotKind>)x, y!);

    /// <summary>Compares references, because there is one object for each kind.</summary>
    public bool Equals(ReadOnlySpan<SlotKind> alternate, SlotKind[] other)
    {
        if (alternate.Length != other.Length)
        {
            return false;
        }

        for (int i = 0; i < other.Length; i++)
        {
            if (!ReferenceEquals(alternate[i], other[i]))
            {
                return false;
            }
        }

        return true;
    }

    public int GetHashCode(SlotKind[] obj) => GetHashCode((ReadOnlySpan<SlotKind>)obj);

    public int GetHashCode(ReadOnlySpan<SlotKind> alternate)
    {
        uint hash = (uint)alternate.Length;
        foreach (SlotKind kind in alternate)
        {
            hash = BitOperations.RotateLeft(hash, 5) ^ (uint)RuntimeHelpers.GetHashCode(kind);
        }

        return (int)(hash & int.MaxValue);
    }
}
