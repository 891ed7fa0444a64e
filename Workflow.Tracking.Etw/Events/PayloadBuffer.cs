namespace Workflow.Tracking.Etw.Events;

/// <summary>
/// A buffer for the values of one payload, stored consecutively. Each thread keeps one buffer; an event that is written during the write of another event on
/// the same thread gets a new buffer.
/// </summary>
internal sealed class PayloadBuffer
{
    private const int SmallestSize = 1024;

    /// <summary>The size of the largest buffer that a thread keeps. Few payloads are larger, and there are many threads.</summary>
    private const int LargestKept = 16 * 1024;

    [ThreadStatic]
    private static PayloadBuffer? s_ofThread;

    private byte[] _bytes = new byte[SmallestSize];

    public static PayloadBuffer Rent()
    {
        PayloadBuffer? buffer = s_ofThread;
        s_ofThread = null;
        return buffer ?? new PayloadBuffer();
    }

    public void Return()
    {
        if (_bytes.Length <= LargestKept)
        {
            s_ofThread = this;
        }
    }

    public byte[] Fill(ReadOnlySpan<Field> fields)
    {
        int size = 0;
        foreach (Field field in fields)
        {
            size += field.Size;
        }

        if (size > _bytes.Length)
        {
            _bytes = new byte[Math.Max(size, _bytes.Length * 2)];
        }

        Span<byte> rest = _bytes;
        foreach (Field field in fields)
        {
            field.CopyTo(rest[..field.Size]);
            rest = rest[field.Size..];
        }

        return _bytes;
    }
}
