using System.Buffers;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>Takes what is written up to the limit, so that a value that never ends is refused before it has filled the memory.</summary>
internal sealed class LimitedBuffer : IBufferWriter<byte>
{
    private readonly ArrayBufferWriter<byte> _buffer = new(1024);

    public ReadOnlySpan<byte> Written => _buffer.WrittenSpan;

    public static SnapshotException TooLarge() =>
        new($"The instance cannot be saved: its state has more than {SnapshotLimits.Bytes} bytes, which is the limit; keep large values outside, and their names in variables.");

    public void Advance(int count) => _buffer.Advance(count);

    public Memory<byte> GetMemory(int sizeHint = 0)
    {
        Check(sizeHint);
        return _buffer.GetMemory(sizeHint);
    }

    public Span<byte> GetSpan(int sizeHint = 0)
    {
        Check(sizeHint);
        return _buffer.GetSpan(sizeHint);
    }

    private void Check(int sizeHint)
    {
        // Three bytes are asked for with each character of a text, of which it may need one.
        if (_buffer.WrittenCount > SnapshotLimits.Bytes || sizeHint > 3 * SnapshotLimits.Bytes)
        {
            throw TooLarge();
        }
    }
}
