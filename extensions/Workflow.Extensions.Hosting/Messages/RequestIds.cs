using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;

namespace Workflow.Extensions.Hosting;

/// <summary>Converts the textual keys and request ids of applications to the ids of a store.</summary>
/// <remarks>
/// The id consists of the first 16 bytes of the SHA-256 hash of all parts, in the layout of version 8 of RFC 9562. Each part is hashed as its length in UTF-8
/// bytes (four bytes, big-endian), followed by its bytes. The first part is the kind of the id, so that equal texts of different kinds have different ids.
/// Stores contain these ids, so the computation must never change.
/// </remarks>
internal static class RequestIds
{
    /// <summary>Throws for unpaired surrogates, which have no UTF-8 encoding. With a replacement character, different texts would have the same id.</summary>
    private static readonly UTF8Encoding Strict = new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    /// <summary>Returns the id of the key of an instance.</summary>
    public static Guid OfKey(string key) => Of("workflow-key", key);

    /// <summary>Returns the id of a request to start an instance of a definition.</summary>
    public static Guid OfStart(string definition, string requestId) => Of("workflow-start", definition, requestId);

    /// <summary>Returns the id of a request to deliver a message.</summary>
    public static Guid OfMessage(WorkflowReference target, string kind, string? bookmark, string requestId) =>
        Of("workflow-message", target.Key is null ? "id" : "key", target.Key ?? target.InstanceId.ToString("D"), kind, bookmark ?? string.Empty, requestId);

    private static Guid Of(params ReadOnlySpan<string> parts)
    {
        using IncrementalHash hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        Span<byte> length = stackalloc byte[sizeof(int)];
        foreach (string part in parts)
        {
            byte[] bytes = Strict.GetBytes(part);
            BinaryPrimitives.WriteInt32BigEndian(length, bytes.Length);
            hash.AppendData(length);
            hash.AppendData(bytes);
        }

        Span<byte> id = hash.GetHashAndReset().AsSpan(0, 16);
        id[6] = (byte)((id[6] & 0x0F) | 0x80);
        id[8] = (byte)((id[8] & 0x3F) | 0x80);
        return new Guid(id, bigEndian: true);
    }
}
