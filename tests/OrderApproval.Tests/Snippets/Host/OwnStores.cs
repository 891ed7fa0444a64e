using System.Security.Cryptography;
using Workflow.Persistence;

namespace OrderApproval.Tests.Snippets;

/// <summary>Encrypts the states of instances. Keys, bookmarks and values for queries stay readable.</summary>
/// <param name="inner">The store that keeps the instances.</param>
/// <param name="key">A key of 16, 24 or 32 bytes.</param>
public sealed class EncryptingStore(InstanceStore inner, byte[] key) : DelegatingInstanceStore(inner)
{
    private const int NonceSize = 12, TagSize = 16;

    public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(save);
        return base.SaveAsync(owner, save with { State = Encrypt(save.State.Span) }, cancellationToken);
    }

    public override async Task<StoredInstance> LoadAsync(InstanceOwner owner, InstanceLoad load, CancellationToken cancellationToken) =>
        await DecryptAsync(owner, await base.LoadAsync(owner, load, cancellationToken));

    public override async Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, RunnableLoad load, CancellationToken cancellationToken) =>
        await base.TryLoadRunnableAsync(owner, load, cancellationToken) is { } found ? await DecryptAsync(owner, found) : null;

    private async Task<StoredInstance> DecryptAsync(InstanceOwner owner, StoredInstance loaded)
    {
        try
        {
            return loaded with { State = Decrypt(loaded.State.Span) };
        }
        catch (CryptographicException failure)
        {
            // A store that has locked an instance and cannot read it unlocks the instance as failed.
            await UnlockAsync(owner, InstanceUnlock.Failure(loaded.InstanceId, loaded.LockVersion, failure.Message), CancellationToken.None);
            throw new SnapshotException($"The state of the instance '{loaded.InstanceId}' cannot be decrypted; check the key.", loaded.InstanceId, failure);
        }
    }

    private byte[] Encrypt(ReadOnlySpan<byte> state)
    {
        byte[] data = new byte[NonceSize + TagSize + state.Length];
        RandomNumberGenerator.Fill(data.AsSpan(0, NonceSize));
        using AesGcm aes = new(key, TagSize);
        aes.Encrypt(data.AsSpan(0, NonceSize), state, data.AsSpan(NonceSize + TagSize), data.AsSpan(NonceSize, TagSize));
        return data;
    }

    private byte[] Decrypt(ReadOnlySpan<byte> data)
    {
        if (data.Length < NonceSize + TagSize)
        {
            throw new CryptographicException("The state is too short.");
        }

        byte[] state = new byte[data.Length - NonceSize - TagSize];
        using AesGcm aes = new(key, TagSize);
        aes.Decrypt(data[..NonceSize], data[(NonceSize + TagSize)..], data[NonceSize..(NonceSize + TagSize)], state);
        return state;
    }
}
