using System.Buffers;

namespace Workflow.Tracking.Etw.Values;

/// <summary>
/// A buffer that does not grow much beyond the UTF-8 size of a number of characters. When it is full, it throws, which stops the serializer of a large object.
/// A character takes up to three bytes.
/// </summary>
internal sealed class BoundedBytes(int characters) : IBufferWriter<byte>
{
    private const int Slack = 4096;

    private readonly long _limit = (3L * characters) + Slack;
    private byte[] _bytes = new byte[256];
    private int _length;

    public bool IsFull { get; private set; }

    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _length);

    public void Advance(int count) => _length += count;

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _bytes.AsMemory(_length);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Reserve(sizeHint);
        return _bytes.AsSpan(_length);
    }

    private void Reserve(int size)
    {
        long needed = (long)_length + Math.Max(size, 1);
        if (needed > _limit)
        {
            IsFull = true;
            throw new InvalidOperationException("The value is larger than what a tracking event holds.");
        }

        if (needed > _bytes.Length)
        {
            Array.Resize(ref _bytes, (int)Math.Max(needed, _bytes.Length * 2L));
        }
    }
}
