using System.Runtime.InteropServices;
using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>Something around one value.</summary>
/// <param name="open">What is inside.</param>
/// <param name="close">Puts it into a new one.</param>
internal sealed class WrapperContract<TWrapper, TInner>(Func<TWrapper, TInner?> open, Func<TInner?, TWrapper> close) : ValueContract
{
    private const string Inside = "of";

    public override bool HasIdentity => !typeof(TWrapper).IsValueType;

    public override bool HasMembers => true;

    public override void Write(object value, ValueWriter writer)
    {
        TInner? inner = open((TWrapper)value);
        writer.Json.WritePropertyName(Inside);
        writer.Write(inner, typeof(TInner));
    }

    public override object Read(JsonElement json, ValueReader reader, int place) => close((TInner?)reader.Read(json.GetProperty(Inside), typeof(TInner)))!;
}

/// <summary>A part of an array, which two of them may share.</summary>
internal sealed class SegmentOf<T>
{
    private T[] _array = [];
    private int _offset;
    private int _count;

    public ArraySegment<T> Segment => new(_array, _offset, _count);

    /// <summary>Null: of no array.</summary>
    public static SegmentOf<T>? Of(ArraySegment<T> segment) =>
        segment.Array is null ? null : new SegmentOf<T> { _array = segment.Array, _offset = segment.Offset, _count = segment.Count };

    /// <summary>What lies in no array is copied into one.</summary>
    public static SegmentOf<T>? Of(ReadOnlyMemory<T> memory) => Of(MemoryMarshal.TryGetArray(memory, out ArraySegment<T> segment) ? segment : new ArraySegment<T>(memory.ToArray()));
}
