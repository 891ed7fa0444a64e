using System.Security.Cryptography;

namespace Workflow.Foundation;

/// <summary>
/// Creates instance ids: random, as <see cref="Guid.NewGuid"/> creates them. Each thread draws the random bytes of many ids at once, because the call
/// of the operating system for one id costs more than the whole run of a small workflow.
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal static class RandomIds
{
    private const int Size = 16;
    private const int Batch = 64;

    [ThreadStatic]
    private static byte[]? _random;

    /// <summary>The number of unused bytes in <see cref="_random"/>.</summary>
    [ThreadStatic]
    private static int _left;

    public static Guid Next()
    {
        if (_left == 0)
        {
            RandomNumberGenerator.Fill(_random ??= new byte[Batch * Size]);
            _left = _random.Length;
        }

        _left -= Size;
        Span<byte> bytes = _random.AsSpan(_left, Size);

        // Version 4, variant 1 (RFC 9562).
        bytes[7] = (byte)((bytes[7] & 0x0F) | 0x40);
        bytes[8] = (byte)((bytes[8] & 0x3F) | 0x80);
        return new Guid(bytes);
    }
}
