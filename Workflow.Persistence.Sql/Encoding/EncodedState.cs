namespace Workflow.Persistence.Sql;

/// <summary>The state of an instance as stored in its row.</summary>
/// <param name="Bytes">The compressed and encrypted state.</param>
/// <param name="Encoding">The compression; a number, because a damaged row may contain any value.</param>
/// <param name="KeyId">The id of the encryption key; null if the state is not encrypted.</param>
/// <param name="Size">The number of bytes before compression.</param>
/// <param name="Check">The checksum of the other values and of the id of the instance.</param>
internal readonly record struct EncodedState(byte[] Bytes, long Encoding, string? KeyId, long Size, long Check);
