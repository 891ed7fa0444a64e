namespace Workflow.Persistence.Sql;

/// <summary>Encrypts the state of instances before it is stored, with keys that the application manages.</summary>
/// <remarks>
/// The id of the key is stored in each row, so that keys can be replaced: new saves use <see cref="CurrentKeyId"/>, and older rows are read with the key that they name. The methods are
/// called by many threads at once, on the threads of the callers of the store. Only the state is encrypted: bookmarks, promoted and write-only values stay readable.
/// </remarks>
public abstract class StateProtector
{
    /// <summary>The key that new saves use; not empty, at most 100 characters. It is stored in plain text.</summary>
    public abstract string CurrentKeyId { get; }

    /// <summary>Encrypts a state with a key.</summary>
    /// <param name="state">The state, compressed if that is configured.</param>
    /// <param name="keyId">The key; it was <see cref="CurrentKeyId"/>.</param>
    /// <param name="instanceId">The instance. Authenticate it with the state, so that a state cannot be moved to the row of another instance.</param>
    /// <returns>What is stored. An exception fails the save.</returns>
    public abstract byte[] Protect(ReadOnlySpan<byte> state, string keyId, Guid instanceId);

    /// <summary>Decrypts a state.</summary>
    /// <param name="protectedState">What <see cref="Protect"/> returned. It may be damaged or forged.</param>
    /// <param name="keyId">The key that the row names.</param>
    /// <param name="instanceId">The instance.</param>
    /// <returns>The state. An exception, such as for an unknown key or a failed authentication, fails the load with a <see cref="SnapshotException"/> that contains it.</returns>
    public abstract byte[] Unprotect(ReadOnlySpan<byte> protectedState, string keyId, Guid instanceId);
}
