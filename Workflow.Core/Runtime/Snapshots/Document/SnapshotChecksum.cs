using System.Buffers.Binary;
using System.Globalization;
using System.Numerics;
using System.Runtime.InteropServices;
using System.Text;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The checksum at the end of a snapshot: CRC-32C over all bytes before it, as the last member of the document. It detects accidental damage only. An attacker
/// with access to the store can compute it too, so a reader checks all data in any case.
/// </summary>
internal static class SnapshotChecksum
{
    private const int Digits = 8;

    private static ReadOnlySpan<byte> Before => ",\"checksum\":\""u8;

    private static ReadOnlySpan<byte> After => "\"}"u8;

    /// <summary>Adds the checksum to a complete JSON object, as its last member.</summary>
    public static byte[] Append(ReadOnlySpan<byte> document)
    {
        ReadOnlySpan<byte> body = document[..^1];
        byte[] data = new byte[body.Length + Before.Length + Digits + After.Length];
        Span<byte> rest = data;
        body.CopyTo(rest);
        rest = rest[body.Length..];
        Before.CopyTo(rest);
        rest = rest[Before.Length..];
        _ = Compute(body).TryFormat(rest, out _, "x8", CultureInfo.InvariantCulture);
        After.CopyTo(rest[Digits..]);
        return data;
    }

    public static void Verify(ReadOnlySpan<byte> data)
    {
        int bodyLength = data.Length - Before.Length - Digits - After.Length;
        if (bodyLength < 1 || !data[bodyLength..].StartsWith(Before) || !data.EndsWith(After))
        {
            throw ReadFailure.Create("its 'checksum' is missing, so it is incomplete or not a snapshot");
        }

        Span<byte> expected = stackalloc byte[Digits];
        _ = Compute(data[..bodyLength]).TryFormat(expected, out _, "x8", CultureInfo.InvariantCulture);
        ReadOnlySpan<byte> actual = data.Slice(bodyLength + Before.Length, Digits);
        if (!actual.SequenceEqual(expected))
        {
            throw ReadFailure.Create($"it is damaged, because its 'checksum' is '{Encoding.Latin1.GetString(actual)}' but that of its content is '{Encoding.Latin1.GetString(expected)}'");
        }
    }

    public static uint Compute(ReadOnlySpan<byte> data)
    {
        uint crc = uint.MaxValue;
        foreach (ulong block in MemoryMarshal.Cast<byte, ulong>(data))
        {
            crc = BitOperations.Crc32C(crc, BitConverter.IsLittleEndian ? block : BinaryPrimitives.ReverseEndianness(block));
        }

        foreach (byte last in data[^(data.Length % sizeof(ulong))..])
        {
            crc = BitOperations.Crc32C(crc, last);
        }

        return ~crc;
    }
}
