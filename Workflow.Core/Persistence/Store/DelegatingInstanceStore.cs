namespace Workflow.Persistence;

/// <summary>A store that forwards all calls to another store. A derived class overrides the calls that it changes, for example to encrypt states.</summary>
/// <remarks>
/// <para>The derived store forwards members that later versions add to <see cref="InstanceStore"/>, so deriving from this class does not cause WF9001.</para>
/// <para>The default owner belongs to one store object: a default owner of the inner store is not one of this store, and vice versa. Owners that either
/// store creates are valid in both. An application uses one of the two objects. As thread-safe as the inner store.</para>
/// </remarks>
public abstract class DelegatingInstanceStore : InstanceStore
{
    /// <summary>Initializes a store that forwards to another store.</summary>
    /// <param name="inner">The store that gets the calls. This store does not dispose of it.</param>
    /// <exception cref="ArgumentNullException">The inner store is null.</exception>
#pragma warning disable WF9001 // This class changes together with its base class.
    protected DelegatingInstanceStore(InstanceStore inner)
#pragma warning restore WF9001
    {
        ArgumentNullException.ThrowIfNull(inner);
        Inner = inner;
    }

    /// <inheritdoc/>
    public override TimeProvider TimeProvider => Inner.TimeProvider;

    /// <inheritdoc/>
    public override StoreCapabilities Capabilities => Inner.Capabilities;

    /// <inheritdoc/>
    public override object? Extension => Inner.Extension;

    /// <summary>The store that gets the calls.</summary>
    protected InstanceStore Inner { get; }

    /// <inheritdoc/>
    public override Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken) =>
        Inner.CreateOwnerAsync(options, cancellationToken);

    /// <inheritdoc/>
    public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) => Inner.RenewOwnerAsync(owner, cancellationToken);

    /// <inheritdoc/>
    public override bool TryRenewOwner(InstanceOwner owner) => Inner.TryRenewOwner(owner);

    /// <inheritdoc/>
    public override Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken) => Inner.DeleteOwnerAsync(owner, cancellationToken);

    /// <inheritdoc/>
    public override Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken) =>
        Inner.SaveAsync(owner, save, cancellationToken);

    /// <inheritdoc/>
    public override Task UnlockAsync(InstanceOwner owner, InstanceUnlock unlock, CancellationToken cancellationToken) =>
        Inner.UnlockAsync(owner, unlock, cancellationToken);

    /// <inheritdoc/>
    public override Task<bool> ContinueAsync(Guid instanceId, CancellationToken cancellationToken) => Inner.ContinueAsync(instanceId, cancellationToken);

    /// <inheritdoc/>
    public override Task<bool> TerminateAsync(Guid instanceId, CancellationToken cancellationToken) => Inner.TerminateAsync(instanceId, cancellationToken);

    /// <inheritdoc/>
    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, InstanceLoad load, CancellationToken cancellationToken) =>
        Inner.LoadAsync(owner, load, cancellationToken);

    /// <inheritdoc/>
    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, RunnableLoad load, CancellationToken cancellationToken) =>
        Inner.TryLoadRunnableAsync(owner, load, cancellationToken);

    /// <inheritdoc/>
    public override Task WaitForRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) => Inner.WaitForRunnableAsync(owner, cancellationToken);

    /// <inheritdoc/>
    public override Task<MessageReceipt> SendAsync(InstanceMessage message, CancellationToken cancellationToken) => Inner.SendAsync(message, cancellationToken);

    /// <inheritdoc/>
    public override Task<bool> WithdrawAsync(Guid instanceId, long sequence, CancellationToken cancellationToken) =>
        Inner.WithdrawAsync(instanceId, sequence, cancellationToken);

    /// <inheritdoc/>
    public override Task<IReadOnlyList<StoredMessage>> ReceiveAsync(InstanceOwner owner, MessageQuery query, CancellationToken cancellationToken) =>
        Inner.ReceiveAsync(owner, query, cancellationToken);

    /// <inheritdoc/>
    public override Task<IReadOnlyList<Guid>> WaitForMessagesAsync(
        InstanceOwner owner, IReadOnlyCollection<Guid>? known, CancellationToken cancellationToken) =>
        Inner.WaitForMessagesAsync(owner, known, cancellationToken);

    /// <inheritdoc/>
    public override IAsyncEnumerable<InstanceSummary> QueryAsync(InstanceQuery query, CancellationToken cancellationToken) =>
        Inner.QueryAsync(query, cancellationToken);

    /// <inheritdoc/>
    public override bool IsContention(Exception failure) => Inner.IsContention(failure);
}
