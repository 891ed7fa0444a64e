using System.Buffers.Binary;
using System.Runtime.InteropServices;

namespace Workflow.Tracking.Etw.Events;

/// <summary>One value of a payload in the layout of EventSource: texts in UTF-16 with a terminator, numbers little-endian.</summary>
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

    /// <summary>Converts a Boolean value, which takes four bytes.</summary>
    public static implicit operator Field(bool flag) => new(flag ? 1 : 0, sizeof(int));

    /// <summary>Converts a time to a file time. A time before the epoch of file times becomes the epoch.</summary>
    public static implicit operator Field(DateTime time) => new(time < FirstFileTime ? 0 : time.ToFileTimeUtc(), sizeof(long));

    /// <summary>
    /// Writes the value. A NUL character in a text is replaced, because readers treat it as the end of the text and misread all following values.
    /// </summary>
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
