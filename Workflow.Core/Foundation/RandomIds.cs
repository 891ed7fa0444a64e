using System.Security.Cryptography;

namespace Workflow.Foundation;

/// <summary>
/// New ids of instances: random, as <see cref="Guid.NewGuid"/> makes them. Each thread draws the randomness of many at once, because what the
/// operating system does for one costs more than the whole run of a small workflow.
/// </summary>
/// <remarks>Safe from any thread.</remarks>
internal static class RandomIds
{
    private const int Size = 16;
    private const int Batch = 64;

    [ThreadStatic]
    private static byte[]? _random;

    /// <summary>How many bytes of <see cref="_random"/> are left.</summary>
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
