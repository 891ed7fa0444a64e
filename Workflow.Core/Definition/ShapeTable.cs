using Workflow.Data;

namespace Workflow.Definition;

/// <summary>Numbers the distinct sets of slots of a program, so that executions can reuse environments of equal shape.</summary>
internal sealed class ShapeTable : IEqualityComparer<SlotKind[]>
{
    private readonly Dictionary<SlotKind[], int> _numbers;
    private readonly List<SlotKind[]> _shapes = [[]];
    private readonly List<SlotKind> _pending = [];
    private SlotKind[]? _last;
    private int _lastNumber;

    public ShapeTable() => _numbers = new Dictionary<SlotKind[], int>(this);

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

        if (_last is not null && _last.AsSpan().SequenceEqual(System.Runtime.InteropServices.CollectionsMarshal.AsSpan(kinds)))
        {
            return _lastNumber;
        }

        SlotKind[] shape = [.. kinds];
        if (!_numbers.TryGetValue(shape, out int number))
        {
            number = _shapes.Count;
            _shapes.Add(shape);
            _numbers.Add(shape, number);
        }

        _last = shape;
        _lastNumber = number;
        return number;
    }

    public ReadOnlySpan<SlotKind> KindsOf(int number) => _shapes[number];

    public SlotKind[][] ToArray() => [.. _shapes];

    public bool Equals(SlotKind[]? x, SlotKind[]? y) => x.AsSpan().SequenceEqual(y);

    public int GetHashCode(SlotKind[] obj)
    {
        HashCode hash = default;
        foreach (SlotKind kind in obj)
        {
            hash.Add(kind);
        }

        return hash.ToHashCode();
    }
}
