using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Reads untrusted bytes. Every count is checked, and memory is allocated only for bytes that exist.</summary>
internal sealed class StateBytes(ReadOnlyMemory<byte> bytes)
{
    private int _position;

    public int Length => bytes.Length;

    public bool IsAtEnd => _position == bytes.Length;

    private int Rest => bytes.Length - _position;

    public byte Byte() => Take(1)[0];

    public bool Boolean() => Byte() != 0;

    /// <summary>Reads a non-negative number.</summary>
    public int Number()
    {
        uint value = 0;
        for (int shift = 0; shift < 35; shift += 7)
        {
            byte next = Byte();
            value |= (uint)(next & 0x7F) << shift;
            if ((next & 0x80) == 0)
            {
                return value <= int.MaxValue ? (int)value : throw Damaged();
            }
        }

        throw Damaged();
    }

    /// <summary>Reads the number of items that follow. Each item needs at least one byte.</summary>
    public int Count() => Number() is var count && count <= Rest ? count : throw Damaged();

    /// <summary>Reads an index into a list with <paramref name="count"/> items.</summary>
    public int Index(int count) => Number() is var index && index < count ? index : throw Damaged();

    public short Int16() => BinaryPrimitives.ReadInt16LittleEndian(Take(sizeof(short)));

    public int Int32() => BinaryPrimitives.ReadInt32LittleEndian(Take(sizeof(int)));

    public long Int64() => BinaryPrimitives.ReadInt64LittleEndian(Take(sizeof(long)));

    public decimal Decimal() => new([Int32(), Int32(), Int32(), Int32()]);

    public Guid Guid() => new(Take(16));

    public string Text()
    {
        bool isNarrow = Boolean();
        int length = Number();
        return isNarrow
            ? System.Text.Encoding.Latin1.GetString(Take(length))
            : length <= Rest / sizeof(char) ? new string(MemoryMarshal.Cast<byte, char>(Take(length * sizeof(char)))) : throw Damaged();
    }

    public ReadOnlySpan<byte> Take(int count)
    {
        if (count > Rest)
        {
            throw Damaged();
        }

        ReadOnlySpan<byte> taken = bytes.Span.Slice(_position, count);
        _position += count;
        return taken;
    }

    /// <summary>Reads a section that begins with its length.</summary>
    public StateBytes Section()
    {
        int length = Count();
        StateBytes section = new(bytes.Slice(_position, length));
        _position += length;
        return section;
    }

    private StateDamageException Damaged() => new($"The saved state ends too early or has a wrong count at byte {_position}; restore it from a backup.");
}
