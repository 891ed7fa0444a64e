namespace Workflow.Tracking.Etw.Events;

/// <summary>The values of one payload, one behind the other. Each thread keeps one; an event written while another is written finds none and takes a new one.</summary>
internal sealed class PayloadBuffer
{
    private const int SmallestSize = 1024;

    /// <summary>A larger one is not kept: few payloads are, and there are many threads.</summary>
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
