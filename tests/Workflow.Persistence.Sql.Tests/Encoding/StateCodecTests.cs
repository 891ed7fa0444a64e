using System.IO.Compression;
using System.Security.Cryptography;
using Workflow.Persistence.Sql.Tests.Documents;

namespace Workflow.Persistence.Sql.Tests.Encoding;

public sealed class StateCodecTests
{
    private const int Limit = 100_000;

    private static readonly Guid Id = Guid.NewGuid();
    private static readonly byte[] Sample = [.. Enumerable.Range(0, 3000).Select(number => (byte)(number % 97))];

    public static TheoryData<StateEncoding, bool> Codecs => new()
    {
        { StateEncoding.None, false }, { StateEncoding.GZip, false }, { StateEncoding.Brotli, false },
        { StateEncoding.None, true }, { StateEncoding.GZip, true }, { StateEncoding.Brotli, true }
    };

    [Theory]
    [MemberData(nameof(Codecs))]
    public void Decode_EncodedState_ReturnsSameBytes(StateEncoding encoding, bool isProtected)
    {
        StateCodec codec = Codec(encoding, isProtected);
        foreach (byte[] state in new[] { [], [7], Sample, RandomNumberGenerator.GetBytes(Limit) })
        {
            Assert.Equal(state, codec.Decode(Id, codec.Encode(Id, state)));
        }
    }

    [Theory]
    [MemberData(nameof(Codecs))]
    public void Decode_OtherEncodingOption_ReturnsState(StateEncoding encoding, bool isProtected)
    {
        EncodedState encoded = Codec(encoding, isProtected).Encode(Id, Sample);
        Assert.Equal(Sample, Codec(StateEncoding.None, isProtected: true).Decode(Id, encoded));
    }

    [Fact]
    public void Encode_Compression_ReducesSize()
    {
        Assert.InRange(Codec(StateEncoding.GZip, false).Encode(Id, Sample).Bytes.Length, 1, Sample.Length / 2);
        Assert.InRange(Codec(StateEncoding.Brotli, false).Encode(Id, Sample).Bytes.Length, 1, Sample.Length / 2);
    }

    [Theory]
    [MemberData(nameof(Codecs))]
    public void Decode_DamagedState_ThrowsWithInstanceId(StateEncoding encoding, bool isProtected)
    {
        StateCodec codec = Codec(encoding, isProtected);
        EncodedState good = codec.Encode(Id, Sample);
        Refused(codec, good with { Encoding = good.Encoding + 1 });
        Refused(codec, good with { Size = good.Size + 1 });
        Refused(codec, good with { Size = long.MaxValue });
        Refused(codec, good with { KeyId = "other" });
        Refused(codec, good with { Bytes = [] });
        Refused(codec, good with { Bytes = good.Bytes[..^1] });
        Refused(codec, good with { Check = good.Check ^ 1 });
        for (int i = 0; i < good.Bytes.Length; i += 13)
        {
            byte[] damaged = [.. good.Bytes];
            damaged[i] ^= 4;
            Refused(codec, good with { Bytes = damaged });
        }

        Assert.Contains("checksum", Assert.Throws<SnapshotException>(() => codec.Decode(Guid.NewGuid(), good)).Message, StringComparison.Ordinal);
    }

    /// <summary>A forger can compute the checksum. Only the limits and the key protect against a forged state.</summary>
    [Theory]
    [MemberData(nameof(Codecs))]
    public void Decode_ForgedState_ThrowsWithInstanceId(StateEncoding encoding, bool isProtected)
    {
        StateCodec codec = Codec(encoding, isProtected);
        EncodedState good = codec.Encode(Id, Sample);
        Refused(codec, Forged(good with { Encoding = 77 }));
        Refused(codec, Forged(good with { Encoding = (good.Encoding + 1) % 3 }));
        Refused(codec, Forged(good with { Size = good.Size - 1 }));
        Refused(codec, Forged(good with { Size = good.Size + 1 }));
        Refused(codec, Forged(good with { Size = -1 }));
        Refused(codec, Forged(good with { Size = long.MaxValue }));
        Refused(codec, Forged(good with { KeyId = "unknown" }));
        Refused(codec, Forged(good with { Bytes = [1, 2, 3] }));
        if (isProtected)
        {
            byte[] flipped = [.. good.Bytes];
            flipped[^1] ^= 1;
            Refused(codec, Forged(good with { Bytes = flipped }));
            Guid other = Guid.NewGuid();
            EncodedState moved = good with { Check = StateChecksum.Of(other, good) };
            Assert.Equal(other, Assert.Throws<SnapshotException>(() => codec.Decode(other, moved)).InstanceId);
        }
    }

    /// <summary>A megabyte of zeros compresses to a kilobyte. Decoding must not exceed the size that the row states.</summary>
    [Fact]
    public void Decode_CompressionBomb_Throws()
    {
        using MemoryStream bomb = new();
        using (GZipStream zip = new(bomb, CompressionLevel.SmallestSize, leaveOpen: true))
        {
            zip.Write(new byte[1_000_000]);
        }

        Refused(Codec(StateEncoding.GZip, false), Forged(new EncodedState(bomb.ToArray(), (long)StateEncoding.GZip, null, 10, 0)));
    }

    [Fact]
    public void Encode_StateOverLimit_Throws()
    {
        SnapshotException refused = Assert.Throws<SnapshotException>(() => Codec(StateEncoding.None, false).Encode(Id, new byte[Limit + 1]));
        Assert.Contains("'MaxStateBytes'", refused.Message, StringComparison.Ordinal);
        Assert.Equal(Id, refused.InstanceId);
    }

    [Fact]
    public void Encode_ProtectorThrows_ThrowsWithKeyId()
    {
        StateCodec codec = new(StateEncoding.None, new PersistenceSqlSnippet.AesProtector("lost", new Dictionary<string, byte[]>()), Limit);
        SnapshotException refused = Assert.Throws<SnapshotException>(() => codec.Encode(Id, Sample));
        Assert.Contains("'lost'", refused.Message, StringComparison.Ordinal);
        Assert.IsType<KeyNotFoundException>(refused.InnerException);
    }

    /// <summary>A row without a key id is read as not encrypted. A state that was stored with no valid key id would therefore be returned encrypted.</summary>
    [Fact]
    public void Encode_InvalidKeyId_Throws()
    {
        foreach (string? keyId in new[] { null, string.Empty, "a\0b", "a\uD800", new string('k', 101) })
        {
            SnapshotException refused = Assert.Throws<SnapshotException>(() => new StateCodec(StateEncoding.None, new Echo(keyId), Limit).Encode(Id, Sample));
            Assert.Equal(Id, refused.InstanceId);
            Assert.Contains("'CurrentKeyId'", refused.Message, StringComparison.Ordinal);
        }
    }

    [Fact]
    public void Codec_ProtectorReturnsNull_Throws()
    {
        StateCodec codec = new(StateEncoding.None, new Echo("k") { Result = _ => null }, Limit);
        Assert.Contains("'Protect' returned null", Assert.Throws<SnapshotException>(() => codec.Encode(Id, Sample)).Message, StringComparison.Ordinal);
        EncodedState encoded = new StateCodec(StateEncoding.None, new Echo("k"), Limit).Encode(Id, Sample);
        Assert.Contains("'Unprotect' returned null", Assert.Throws<SnapshotException>(() => codec.Decode(Id, encoded)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Decode_EncryptedStateWithoutProtector_Throws()
    {
        EncodedState encoded = Codec(StateEncoding.None, isProtected: true).Encode(Id, Sample);
        Assert.Contains(
            "'StateProtector'",
            Assert.Throws<SnapshotException>(() => Codec(StateEncoding.None, false).Decode(Id, encoded)).Message,
            StringComparison.Ordinal);
    }

    private static readonly Dictionary<string, byte[]> Keys = new() { ["k"] = [.. Enumerable.Range(0, 32).Select(number => (byte)number)] };

    private static StateCodec Codec(StateEncoding encoding, bool isProtected) =>
        new(encoding, isProtected ? new PersistenceSqlSnippet.AesProtector("k", Keys) : null, Limit);

    private static EncodedState Forged(EncodedState state) => state with { Check = StateChecksum.Of(Id, state) };

    private static void Refused(StateCodec codec, EncodedState state)
    {
        SnapshotException refused = Assert.Throws<SnapshotException>(() => codec.Decode(Id, state));
        Assert.Equal(Id, refused.InstanceId);
        Assert.Contains($"'{Id}'", refused.Message, StringComparison.Ordinal);
    }

    /// <summary>A protector that encrypts nothing. By default, it returns its input.</summary>
    private sealed class Echo(string? keyId) : StateProtector
    {
        public Func<byte[], byte[]?> Result { get; init; } = static bytes => bytes;

        public override string CurrentKeyId => keyId!;

        public override byte[] Protect(ReadOnlySpan<byte> state, string keyId, Guid instanceId) => Result(state.ToArray())!;

        public override byte[] Unprotect(ReadOnlySpan<byte> protectedState, string keyId, Guid instanceId) => Result(protectedState.ToArray())!;
    }
}
