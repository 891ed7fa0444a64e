using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Workflow.Tracking.Etw.Events;

/// <summary>One value of a payload, as EventSource lays it out: texts in UTF-16 with a terminator, numbers little-endian.</summary>
[StructLayout(LayoutKind.Auto)]
internal readonly struct Field
{
    private static readonly DateTime FirstFileTime = DateTime.FromFileTimeUtc(0);

    private readonly string? _text;
    private readonly Guid _bytes;
    private readonly byte _size;

    private Field(string text) => _text = text;

    private Field(long number, byte size)
    {
        Span<byte> bytes = stackalloc byte[16];
        bytes.Clear();
        BinaryPrimitives.WriteInt64LittleEndian(bytes, number);
        _bytes = new Guid(bytes);
        _size = size;
    }

    private Field(Guid id)
    {
        _bytes = id;
        _size = 16;
    }

    public int Size => _text is null ? _size : (_text.Length + 1) * sizeof(char);

    public static implicit operator Field(string text) => new(text);

    public static implicit operator Field(long number) => new(number, sizeof(long));

    public static implicit operator Field(int number) => new(number, sizeof(int));

    public static implicit operator Field(Guid id) => new(id);

    /// <summary>A truth value takes four bytes.</summary>
    public static implicit operator Field(bool flag) => new(flag ? 1 : 0, sizeof(int));

    /// <summary>A time is a file time; what lies before its epoch becomes the epoch.</summary>
    public static implicit operator Field(DateTime time) => new(time < FirstFileTime ? 0 : time.ToFileTimeUtc(), sizeof(long));

    /// <summary>Writes the value; a NUL in a text is replaced, for readers take it for the end and misread all that follows.</summary>
    public void CopyTo(Span<byte> target)
    {
        if (_text is null)
        {
            Span<byte> bytes = stackalloc byte[16];
            _bytes.TryWriteBytes(bytes);
            bytes[.._size].CopyTo(target);
            return;
        }

        Span<char> characters = MemoryMarshal.Cast<byte, char>(target);
        _text.CopyTo(characters);
        characters[.._text.Length].Replace('\0', '\uFFFD');
        characters[_text.Length] = '\0';
    }
}
