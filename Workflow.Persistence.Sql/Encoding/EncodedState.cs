namespace Workflow.Persistence.Sql;

/// <summary>The state of an instance as its row holds it.</summary>
/// <param name="Bytes">The state, compressed and encrypted.</param>
/// <param name="Encoding">How it was compressed; a number, because a damaged row may have any.</param>
/// <param name="KeyId">The key that it was encrypted with; null: none.</param>
/// <param name="Size">The number of bytes before compression.</param>
/// <param name="Check">The checksum of all of this and of the id of the instance.</param>
internal readonly record struct EncodedState(byte[] Bytes, long Encoding, string? KeyId, long Size, long Check);
