namespace Workflow.Persistence.Sql;

/// <summary>Encrypts the state of instances before it is stored, with keys that the application manages.</summary>
/// <remarks>
/// The id of the key is stored in each row, so that keys can be replaced: new saves use <see cref="CurrentKeyId"/>, and existing rows are read with the key
/// that they name. The methods are called concurrently, on the threads of the callers of the store. Only the state is encrypted; bookmarks, promoted values and
/// write-only values remain readable.
/// </remarks>
public abstract class StateProtector
{
    /// <summary>The id of the key for new saves; not empty, at most 100 characters. The id is stored in plain text.</summary>
    public abstract string CurrentKeyId { get; }

    /// <summary>Encrypts a state with a key.</summary>
    /// <param name="state">The state, compressed if that is configured.</param>
    /// <param name="keyId">The id of the key, as returned by <see cref="CurrentKeyId"/>.</param>
    /// <param name="instanceId">
    /// The id of the instance. Authenticate the id together with the state, so that a state cannot be moved to the row of another instance.
    /// </param>
    /// <returns>The bytes to store. An exception fails the save.</returns>
    public abstract byte[] Protect(ReadOnlySpan<byte> state, string keyId, Guid instanceId);

    /// <summary>Decrypts a state.</summary>
    /// <param name="protectedState">The result of <see cref="Protect"/>. The bytes may be damaged or forged.</param>
    /// <param name="keyId">The id of the key in the row.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <returns>
    /// The state. An exception, for example because of an unknown key or a failed authentication, fails the load with a <see cref="SnapshotException"/> that
    /// contains the exception.
    /// </returns>
    public abstract byte[] Unprotect(ReadOnlySpan<byte> protectedState, string keyId, Guid instanceId);
}
