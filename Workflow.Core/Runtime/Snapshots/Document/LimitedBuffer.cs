using System.Buffers;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>A buffer with a limit, so that a value of unlimited size makes the save fail before it uses all memory.</summary>
internal sealed class LimitedBuffer : IBufferWriter<byte>
{
    private readonly ArrayBufferWriter<byte> _buffer = new(1024);

    public ReadOnlySpan<byte> Written => _buffer.WrittenSpan;

    public int Capacity => _buffer.Capacity;

    /// <summary>Clears the buffer for the next document.</summary>
    public void Clear() => _buffer.ResetWrittenCount();

    public static SnapshotException TooLarge() =>
        new($"The instance cannot be saved: its state is larger than the limit of {SnapshotLimits.Bytes} bytes; store large values elsewhere and keep only references to them in variables.");

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
        // The JSON writer requests three bytes for each character of a string, although most need one.
        if (_buffer.WrittenCount > SnapshotLimits.Bytes || sizeHint > 3 * SnapshotLimits.Bytes)
        {
            throw TooLarge();
        }
    }
}
