using System.IO.Compression;
using System.Runtime.InteropServices;

namespace Workflow.Persistence.Sql;

/// <summary>Compresses and encrypts states for their rows, and decodes them. Thread-safe.</summary>
/// <param name="encoding">The compression of new states.</param>
/// <param name="protector">Encrypts states; null for no encryption.</param>
/// <param name="maxSize">The maximum size of a state in bytes, before compression.</param>
internal sealed class StateCodec(StateEncoding encoding, StateProtector? protector, int maxSize)
{
    private const int LongestKeyId = 100;

    /// <summary>Encodes a state for its row.</summary>
    /// <exception cref="SnapshotException">The state is too large, or it cannot be encrypted.</exception>
    public EncodedState Encode(Guid instanceId, ReadOnlyMemory<byte> state)
    {
        if (state.Length > maxSize)
        {
            throw new SnapshotException(
                $"The state of the instance '{instanceId}' has {state.Length} bytes and the limit is {maxSize}; save less in its variables, or raise 'MaxStateBytes'.",
                instanceId);
        }

        byte[] bytes = Compress(state);
        string? keyId = null;
        if (protector is not null && !state.IsEmpty)
        {
            keyId = CurrentKeyId(instanceId);
            bytes = Protect(bytes, keyId, instanceId);
        }

        EncodedState encoded = new(bytes, (long)encoding, keyId, state.Length, 0);
        return encoded with { Check = StateChecksum.Of(instanceId, encoded) };
    }

    /// <summary>Decodes the state of a row.</summary>
    /// <exception cref="SnapshotException">The row is damaged, or its encryption key is not known.</exception>
    public byte[] Decode(Guid instanceId, EncodedState state)
    {
        if (StateChecksum.Of(instanceId, state) != state.Check)
        {
            throw new SnapshotException(
                $"The saved state of the instance '{instanceId}' is damaged: its checksum is wrong; restore the row from a backup.", instanceId);
        }

        if (state.Size < 0 || state.Size > maxSize)
        {
            throw new SnapshotException(
                $"The saved state of the instance '{instanceId}' has {state.Size} bytes and the limit is {maxSize}; raise 'MaxStateBytes'.", instanceId);
        }

        try
        {
            byte[] bytes = state.KeyId is { } keyId ? Unprotect(state.Bytes, keyId, instanceId) : state.Bytes;
            return Decompress(bytes, state.Encoding, (int)state.Size);
        }
        catch (Exception failure) when (failure is not InstancePersistenceException)
        {
            throw Unreadable(instanceId, failure.Message, failure);
        }
    }

    private byte[] Compress(ReadOnlyMemory<byte> state)
    {
        if (encoding == StateEncoding.None || state.IsEmpty)
        {
            return MemoryMarshal.TryGetArray(state, out ArraySegment<byte> part) && part.Array is { } array && array.Length == state.Length
                ? array
                : state.ToArray();
        }

        using MemoryStream target = new();
        using (Stream compressor = encoding == StateEncoding.GZip
            ? new GZipStream(target, CompressionLevel.Fastest, leaveOpen: true)
            : new BrotliStream(target, CompressionLevel.Fastest, leaveOpen: true))
        {
            compressor.Write(state.Span);
        }

        return target.ToArray();
    }

    private static byte[] Decompress(byte[] bytes, long encoding, int size)
    {
        switch (encoding)
        {
            case (long)StateEncoding.None:
                return bytes.Length == size ? bytes : throw new InvalidDataException($"it has {bytes.Length} bytes instead of {size}");
            case (long)StateEncoding.GZip when size == 0:
            case (long)StateEncoding.Brotli when size == 0:
                return [];
            case (long)StateEncoding.GZip:
                return Inflate(new GZipStream(new MemoryStream(bytes), CompressionMode.Decompress), size);
            case (long)StateEncoding.Brotli:
                return Inflate(new BrotliStream(new MemoryStream(bytes), CompressionMode.Decompress), size);
            default:
                throw new InvalidDataException($"the encoding {encoding} is not known");
        }
    }

    /// <summary>Decompresses at most the size in the row plus one byte, so that a forged state cannot exhaust memory.</summary>
    private static byte[] Inflate(Stream source, int size)
    {
        using (source)
        {
            byte[] state = new byte[size];
            source.ReadExactly(state);
            return source.ReadByte() < 0 ? state : throw new InvalidDataException($"it has more than {size} bytes");
        }
    }

    /// <summary>Returns the key id for new states. A row without a key id would be read as unencrypted, so an unusable id is an error.</summary>
    private string CurrentKeyId(Guid instanceId)
    {
        string? keyId;
        try
        {
            keyId = protector!.CurrentKeyId;
        }
        catch (Exception failure)
        {
            throw new SnapshotException(
                $"The state of the instance '{instanceId}' cannot be encrypted, because the 'StateProtector' has no current key: {failure.Message}",
                instanceId,
                failure);
        }

        return keyId is { Length: > 0 and <= LongestKeyId } && StorableText.ForDisplay(keyId) == keyId
            ? keyId
            : throw new SnapshotException(
                $"The state of the instance '{instanceId}' cannot be encrypted, because the 'CurrentKeyId' of the 'StateProtector' is not a text of 1 to {LongestKeyId} characters that a database keeps; correct it.",
                instanceId);
    }

    private byte[] Protect(byte[] bytes, string keyId, Guid instanceId)
    {
        try
        {
            return protector!.Protect(bytes, keyId, instanceId) ?? throw new InvalidOperationException("'Protect' returned null.");
        }
        catch (Exception failure)
        {
            throw new SnapshotException(
                $"The state of the instance '{instanceId}' cannot be encrypted with the key '{keyId}': {failure.Message}", instanceId, failure);
        }
    }

    private byte[] Unprotect(byte[] bytes, string keyId, Guid instanceId) => protector is null
        ? throw Unreadable(instanceId, $"it is encrypted with the key '{keyId}' and no 'StateProtector' is set", null)
        : protector.Unprotect(bytes, keyId, instanceId) ?? throw new InvalidOperationException("'Unprotect' returned null");

    private static SnapshotException Unreadable(Guid instanceId, string why, Exception? failure) => new(
        $"The saved state of the instance '{instanceId}' cannot be read: {why.TrimEnd('.')}; restore the row from a backup or fix the configuration.",
        instanceId,
        failure);
}
