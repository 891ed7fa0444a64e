using System.Buffers.Binary;
using System.Numerics;
using System.Runtime.InteropServices;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Computes the CRC-32C of a stored state. The checksum detects damage and states copied from another row. It does not protect against forgery.
/// </summary>
internal static class StateChecksum
{
    public static long Of(Guid instanceId, EncodedState state)
    {
        Span<byte> head = stackalloc byte[32];
        instanceId.TryWriteBytes(head);
        BinaryPrimitives.WriteInt64LittleEndian(head[16..], state.Encoding);
        BinaryPrimitives.WriteInt64LittleEndian(head[24..], state.Size);
        uint crc = Add(uint.MaxValue, head);
        crc = Add(crc, MemoryMarshal.AsBytes(state.KeyId.AsSpan()));
        return ~Add(crc, state.Bytes);
    }

    private static uint Add(uint crc, ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length >= sizeof(ulong))
        {
            crc = BitOperations.Crc32C(crc, BinaryPrimitives.ReadUInt64LittleEndian(bytes));
            bytes = bytes[sizeof(ulong)..];
        }

        foreach (byte value in bytes)
        {
            crc = BitOperations.Crc32C(crc, value);
        }

        return crc;
    }
}
