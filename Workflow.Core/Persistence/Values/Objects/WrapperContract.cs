using System.Runtime.InteropServices;
using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>The contract of a wrapper around one value.</summary>
/// <param name="open">Returns the inner value.</param>
/// <param name="close">Creates a wrapper for a value.</param>
/// <param name="copy">Returns an inner value with the content of an object of another class, which is read as a wrapper.</param>
internal sealed class WrapperContract<TWrapper, TInner>(Func<TWrapper, TInner?> open, Func<TInner?, TWrapper> close, Func<object, TInner>? copy = null)
    : ValueContract
{
    private const string Inside = "of";

    public override bool HasIdentity => !typeof(TWrapper).IsValueType;

    public override bool HasMembers => true;

    public override void Write(object value, ValueWriter writer)
    {
        TInner? inner = copy is not null && value is not TWrapper ? copy(value) : open((TWrapper)value);
        writer.Json.WritePropertyName(Inside);
        writer.Write(inner, typeof(TInner));
    }

    public override object Read(JsonElement json, ValueReader reader, int place) =>
        close((TInner?)reader.Read(json.GetProperty(Inside), typeof(TInner)))!;
}

/// <summary>A segment of an array. Several segments can share an array.</summary>
internal sealed class SegmentOf<T>
{
    private T[] _array = [];
    private int _offset;
    private int _count;

    public ArraySegment<T> Segment => new(_array, _offset, _count);

    /// <summary>Creates a segment; null for a segment without an array.</summary>
    public static SegmentOf<T>? Of(ArraySegment<T> segment) =>
        segment.Array is null ? null : new SegmentOf<T> { _array = segment.Array, _offset = segment.Offset, _count = segment.Count };

    /// <summary>Creates a segment of the array behind a memory. Memory that is not an array is copied to one.</summary>
    public static SegmentOf<T>? Of(ReadOnlyMemory<T> memory) =>
        Of(MemoryMarshal.TryGetArray(memory, out ArraySegment<T> segment) ? segment : new ArraySegment<T>(memory.ToArray()));
}
