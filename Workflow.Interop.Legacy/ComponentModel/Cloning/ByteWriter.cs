using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>Writes values as bytes into one growing buffer, in the format of BinaryWriter. The writer can be reused after <see cref="Clear"/>.</summary>
internal sealed class ByteWriter(int capacity = 256)
{
    private byte[] _bytes = new byte[capacity];
    private int _length;

    public ReadOnlySpan<byte> Written => _bytes.AsSpan(0, _length);

    public ArraySegment<byte> Segment => new(_bytes, 0, _length);

    public int Capacity => _bytes.Length;

    public void Clear() => _length = 0;

    public byte[] ToArray() => Written.ToArray();

    public void Write(byte value)
    {
        if (_length == _bytes.Length)
        {
            Grow(1);
        }

        _bytes[_length++] = value;
    }

    public void Write(bool value) => Write(value ? (byte)1 : (byte)0);

    public void Write(sbyte value) => Write(unchecked((byte)value));

    public void Write(short value) => BinaryPrimitives.WriteInt16LittleEndian(Next(sizeof(short)), value);

    public void Write(ushort value) => BinaryPrimitives.WriteUInt16LittleEndian(Next(sizeof(ushort)), value);

    public void Write(int value) => BinaryPrimitives.WriteInt32LittleEndian(Next(sizeof(int)), value);

    public void Write(uint value) => BinaryPrimitives.WriteUInt32LittleEndian(Next(sizeof(uint)), value);

    public void Write(long value) => BinaryPrimitives.WriteInt64LittleEndian(Next(sizeof(long)), value);

    public void Write(ulong value) => BinaryPrimitives.WriteUInt64LittleEndian(Next(sizeof(ulong)), value);

    public void Write(float value) => Write(BitConverter.SingleToInt32Bits(value));

    public void Write(double value) => Write(BitConverter.DoubleToInt64Bits(value));

    public void Write(decimal value)
    {
        Span<int> parts = stackalloc int[4];
        decimal.GetBits(value, parts);
        foreach (int part in parts)
        {
            Write(part);
        }
    }

    public void Write(Guid value) => value.TryWriteBytes(Next(16));

    public void Write(ReadOnlySpan<byte> bytes) => bytes.CopyTo(Next(bytes.Length));

    /// <summary>Writes an integer in groups of seven bits, as BinaryWriter does. A small non-negative number takes one byte.</summary>
    public void Write7BitEncodedInt(int value)
    {
        uint rest = unchecked((uint)value);
        while (rest > 0x7F)
        {
            Write((byte)(rest & 0x7F | 0x80));
            rest >>= 7;
        }

        Write((byte)rest);
    }

    /// <summary>Writes each character as one byte. No character may be greater than 0xFF.</summary>
    public void WriteLatin1(string text) => Encoding.Latin1.GetBytes(text, Next(text.Length));

    /// <summary>Writes the characters as UTF-16.</summary>
    public void WriteUtf16(string text) => Write(MemoryMarshal.AsBytes(text.AsSpan()));

    /// <summary>Reserves the next bytes of the buffer. The caller fills them.</summary>
    public Span<byte> Next(int count)
    {
        if (count > _bytes.Length - _length)
        {
            Grow(count);
        }

        Span<byte> next = _bytes.AsSpan(_length, count);
        _length += count;
        return next;
    }

    private void Grow(int count) => Array.Resize(ref _bytes, Math.Max(checked(_length + count), (int)Math.Min(_bytes.Length * 2L, Array.MaxLength)));
}
