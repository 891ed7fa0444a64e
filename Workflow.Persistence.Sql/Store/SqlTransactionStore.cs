namespace Workflow.Persistence.Sql;

/// <summary>
/// A store for the instances that the application starts or loads in its own transaction. All calls use the connection of the transaction: their effects exist
/// when the application commits, and none of them exists when it rolls back.
/// </summary>
/// <remarks>
/// <para><see cref="SqlInstanceStore.UseTransaction"/> creates this store. Set it as the store of a <see cref="WorkflowApplication"/>, start or load an
/// instance, unload the instance, dispose of this store, and commit. The instance can then be loaded from the <see cref="SqlInstanceStore"/>, and hosts find it
/// if it is runnable.</para>
/// <para>An instance that is still in memory when the transaction has ended or this store is disposed cannot continue: its next save, or the next renewal of
/// its lease, aborts it.</para>
/// <para>The calls of one store wait for each other. The application must not use the connection while an instance is saved or loaded. After a canceled call,
/// dispose of this store before using the connection; the disposal waits for the call. Saves do not take part in <see cref="System.Transactions"/>, and
/// activities find no <see cref="TransactionConnections"/>. Thread-safe.</para>
/// </remarks>
public sealed class SqlTransactionStore : InstanceStore, IAsyncDisposable
{
    private readonly ApplicationTransaction _transaction;
    private readonly SqlInstanceStoreOptions _options;
    private readonly InstanceCodec _codec;
    private readonly TransactionCalls _calls;
    private readonly Lock _gate = new();
    private readonly List<TransactionOwner> _owners = [];

    internal SqlTransactionStore(ApplicationTransaction transaction, SqlInstanceStoreOptions options, InstanceCodec codec)
    {
        _transaction = transaction;
        _options = options;
        _codec = codec;
        _calls = new TransactionCalls(transaction);
    }

    /// <inheritdoc/>
    public override TimeProvider TimeProvider => _options.TimeProvider;

    /// <inheritdoc/>
    /// <remarks>
    /// In the transaction of the application, messages can be sent, and saves consume them. Use the <see cref="SqlInstanceStore"/> for all other message calls,
    /// and to suspend instances.
    /// </remarks>
    public override StoreCapabilities Capabilities { get; } = new() { KeepsMessages = true };

    /// <inheritdoc/>
    /// <remarks>The owner is valid in this transaction only, and is not visible to others.</remarks>
    /// <exception cref="InstancePersistenceException">The transaction has ended, or this store is disposed.</exception>
    public override Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (_calls.Obstacle is { } obstacle)
        {
            return Task.FromException<InstanceOwner>(new InstancePersistenceException(obstacle));
        }

        TransactionOwner owner = new(options) { RenewalPeriod = _options.LeaseRenewalPeriod };
        lock (_gate)
        {
            _owners.Add(owner);
        }

        return Task.FromResult<InstanceOwner>(owner);
    }

    /// <inheritdoc/>
    /// <remarks>
    /// Writes nothing, because others cannot see the lease before the commit. Throws if the transaction has ended, and with it the locks of the owner.
    /// </remarks>
    public override Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        Own(owner);
        return _calls.Obstacle is { } obstacle ? Task.FromException(new InstanceOwnerException(obstacle, owner.Id)) : Task.CompletedTask;
    }

    /// <inheritdoc/>
    /// <remarks>
    /// The locks of the owner are released with the next call, or when the store is disposed, because hosts delete owners at any time, when the application may
    /// be using the connection.
    /// </remarks>
    public override Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        (owner as TransactionOwner)?.ReturnAll();
        return Task.CompletedTask;
    }

    /// <inheritdoc/>
    public override async Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(save);
        StoreResult answer = await _calls.RunAsync(
            Own(owner),
            (row, token) => _transaction.SaveAsync(_codec.Encode(row, save), token),
            answer => new HeldLock(save.InstanceId, save.Unlock || save.Complete ? 0 : answer.LockVersion, null),
            obstacle => new InstanceLockLostException(obstacle, save.InstanceId),
            cancellationToken).ConfigureAwait(false);
        return answer.Outcome == StoreOutcome.Done ? answer.LockVersion : throw StoreErrors.OfWrite(answer, owner, save.InstanceId, save.LockVersion);
    }

    /// <inheritdoc/>
    /// <remarks>The lock is released with the next call, or when the store is disposed; see <see cref="DeleteOwnerAsync"/>.</remarks>
    /// <exception cref="NotSupportedException">The kind is <see cref="UnlockKind.Suspension"/>.</exception>
    public override Task UnlockAsync(InstanceOwner owner, InstanceUnlock unlock, CancellationToken cancellationToken)
    {
        TransactionOwner own = Own(owner);
        ArgumentNullException.ThrowIfNull(unlock);
        return unlock.Kind == UnlockKind.Suspension
            ? throw Unsupported()
            : UnlockAsync(own, new HeldLock(unlock.InstanceId, unlock.LockVersion, unlock.Reason));
    }

    /// <inheritdoc/>
    /// <remarks>
    /// A load of a locked instance fails at once, regardless of <see cref="SqlInstanceStoreOptions.LockedInstanceBehavior"/>, because others wait for the
    /// transaction.
    /// </remarks>
    public override async Task<StoredInstance> LoadAsync(InstanceOwner owner, InstanceLoad load, CancellationToken cancellationToken)
    {
        TransactionOwner own = Own(owner);
        InstanceLoad.Validate(load);
        StoredInstance? stored = null;
        StoreResult answer = await _calls.RunAsync(
            own,
            async (row, token) =>
            {
                // A load whose state cannot be decoded is rolled back like any failed call: the instance is not locked, and its row is unchanged.
                StoreResult found = await _transaction.LoadAsync(new LoadRequest(row, load.InstanceId, load.Key), token).ConfigureAwait(false);
                stored = found.Loaded is { } loaded ? _codec.Decode(loaded) : null;
                return found.HolderId == row.Id ? found with { HolderId = owner.Id } : found;
            },
            found => new HeldLock(found.Loaded!.InstanceId, found.Loaded.LockVersion, null),
            static obstacle => new InstancePersistenceException(obstacle),
            cancellationToken).ConfigureAwait(false);
        return answer.Outcome == StoreOutcome.Done ? stored! : throw StoreErrors.OfLoad(answer, owner, load.Key);
    }

    /// <summary>Not supported: in a transaction of the application, instances are loaded by id or key only.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="load">The instances to skip.</param>
    /// <param name="cancellationToken">Ignored.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, RunnableLoad load, CancellationToken cancellationToken) =>
        throw Unsupported();

    /// <summary>Not supported: in a transaction of the application, instances are loaded by id or key only.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="cancellationToken">Ignored.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override Task WaitForRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) => throw Unsupported();

    /// <inheritdoc/>
    /// <remarks>
    /// The message becomes visible when the application commits. Its content may have at most <see cref="SqlInstanceStoreOptions.MaxMessageBytes"/> bytes. Hosts
    /// notice the message within <see cref="SqlInstanceStoreOptions.RunnableDetectionPeriod"/>. The row of the instance is locked until the end of the
    /// transaction, so keep the transaction short.
    /// </remarks>
    /// <exception cref="InstancePersistenceException">The transaction has ended, or this store is disposed.</exception>
    public override async Task<MessageReceipt> SendAsync(InstanceMessage message, CancellationToken cancellationToken)
    {
        SendRequest request = MessageCalls.RequestOf(message, _options);
        return MessageCalls.ReceiptOf(
            await _calls.RunAsync(token => _transaction.SendAsync(request, token), cancellationToken).ConfigureAwait(false), message);
    }

    /// <summary>Not supported: use the <see cref="SqlInstanceStore"/> to withdraw messages.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="sequence">The number of the message.</param>
    /// <param name="cancellationToken">Ignored.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override Task<bool> WithdrawAsync(Guid instanceId, long sequence, CancellationToken cancellationToken) => throw Unsupported();

    /// <summary>Not supported: hosts receive messages from the <see cref="SqlInstanceStore"/>.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="query">The messages to read.</param>
    /// <param name="cancellationToken">Ignored.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override Task<IReadOnlyList<StoredMessage>> ReceiveAsync(InstanceOwner owner, MessageQuery query, CancellationToken cancellationToken) =>
        throw Unsupported();

    /// <summary>Not supported: hosts wait for messages with the <see cref="SqlInstanceStore"/>.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="known">The instances of the last answer.</param>
    /// <param name="cancellationToken">Ignored.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override Task<IReadOnlyList<Guid>> WaitForMessagesAsync(
        InstanceOwner owner, IReadOnlyCollection<Guid>? known, CancellationToken cancellationToken) => throw Unsupported();

    /// <summary>Not supported: use the <see cref="SqlInstanceStore"/>.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="cancellationToken">Ignored.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override Task<bool> ContinueAsync(Guid instanceId, CancellationToken cancellationToken) => throw Unsupported();

    /// <summary>Not supported: use the <see cref="SqlInstanceStore"/>.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="cancellationToken">Ignored.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override Task<bool> TerminateAsync(Guid instanceId, CancellationToken cancellationToken) => throw Unsupported();

    /// <summary>Not supported: query the <see cref="SqlInstanceStore"/>, or the views on the connection of the transaction.</summary>
    /// <param name="query">The query.</param>
    /// <param name="cancellationToken">Ignored.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override IAsyncEnumerable<InstanceSummary> QueryAsync(InstanceQuery query, CancellationToken cancellationToken) => throw Unsupported();

    /// <summary>
    /// Waits for the call in progress, releases all locks in the transaction, and ends the use of the connection. Call this method before the commit. It
    /// neither commits nor rolls back, and does not throw.
    /// </summary>
    /// <returns>A task that completes when the connection is no longer used.</returns>
    public async ValueTask DisposeAsync()
    {
        TransactionOwner[] owners;
        lock (_gate)
        {
            owners = [.. _owners];
        }

        await _calls.CloseAsync(owners).ConfigureAwait(false);
    }

    private Task UnlockAsync(TransactionOwner owner, HeldLock held)
    {
        if (_calls.Obstacle is { } obstacle)
        {
            return Task.FromException(new InstanceLockLostException(obstacle, held.InstanceId));
        }

        return owner.TryReturn(held)
            ? Task.CompletedTask
            : Task.FromException(StoreErrors.OfWrite(new StoreResult(StoreOutcome.LockLost), owner, held.InstanceId, held.Version));
    }

    private TransactionOwner Own(InstanceOwner owner)
    {
        ArgumentNullException.ThrowIfNull(owner);
        lock (_gate)
        {
            return owner is TransactionOwner own && _owners.Contains(own) ? own : throw StoreErrors.OwnerGone(owner);
        }
    }

    private static NotSupportedException Unsupported() =>
        new("A store in a transaction of the application starts instances, loads them by their ids and keys, and sends messages; use the 'SqlInstanceStore' for other calls.");
}
