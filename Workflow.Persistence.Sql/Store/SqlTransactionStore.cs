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
    /// In the transaction of the application, messages can be sent, and saves consume them. Use the <see cref="SqlInstanceStore"/> for all other message calls.
    /// </remarks>
    public override bool SupportsMessages => true;

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

        TransactionOwner owner = new(options, _options.LeaseRenewalPeriod);
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
    public override Task UnlockAsync(InstanceOwner owner, Guid instanceId, long lockVersion, CancellationToken cancellationToken) =>
        UnlockAsync(Own(owner), new HeldLock(instanceId, lockVersion, null));

    /// <inheritdoc/>
    /// <remarks>The lock is released with the next call, or when the store is disposed; see <see cref="DeleteOwnerAsync"/>.</remarks>
    public override Task UnlockFailedAsync(InstanceOwner owner, Guid instanceId, long lockVersion, string failure, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(failure);
        return UnlockAsync(Own(owner), new HeldLock(instanceId, lockVersion, failure));
    }

    /// <inheritdoc/>
    /// <remarks>
    /// A load of a locked instance fails at once, regardless of <see cref="SqlInstanceStoreOptions.LockedInstanceBehavior"/>, because others wait for the
    /// transaction.
    /// </remarks>
    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, Guid instanceId, CancellationToken cancellationToken) =>
        LoadAsync(owner, instanceId, null, cancellationToken);

    /// <inheritdoc/>
    /// <remarks>
    /// A load of a locked instance fails at once, regardless of <see cref="SqlInstanceStoreOptions.LockedInstanceBehavior"/>, because others wait for the
    /// transaction.
    /// </remarks>
    public override Task<StoredInstance> LoadByKeyAsync(InstanceOwner owner, Guid key, CancellationToken cancellationToken) =>
        LoadAsync(owner, null, key, cancellationToken);

    /// <summary>Not supported: in a transaction of the application, instances are loaded by id or key only.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="cancellationToken">Ignored.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) => throw Unsupported();

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
    /// <param name="instanceId">The instance.</param>
    /// <param name="after">The number after which messages are read.</param>
    /// <param name="maxCount">The maximum number of messages.</param>
    /// <param name="cancellationToken">Ignored.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override Task<IReadOnlyList<StoredMessage>> ReceiveAsync(
        InstanceOwner owner, Guid instanceId, long after, int maxCount, CancellationToken cancellationToken) =>
        throw Unsupported();

    /// <summary>Not supported: hosts wait for messages with the <see cref="SqlInstanceStore"/>.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="known">The instances of the last answer.</param>
    /// <param name="cancellationToken">Ignored.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override Task<IReadOnlyList<Guid>> WaitForMessagesAsync(
        InstanceOwner owner, IReadOnlyCollection<Guid>? known, CancellationToken cancellationToken) => throw Unsupported();

    /// <summary>Not supported: use the <see cref="SqlInstanceStore"/> to suspend instances.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="lockVersion">The version of the lock.</param>
    /// <param name="reason">The reason.</param>
    /// <param name="cancellationToken">Ignored.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override Task SuspendAsync(InstanceOwner owner, Guid instanceId, long lockVersion, string reason, CancellationToken cancellationToken) =>
        throw Unsupported();

    /// <summary>Not supported: use the <see cref="SqlInstanceStore"/>.</summary>
    /// <param name="owner">The owner.</param>
    /// <param name="excluded">The definitions to skip.</param>
    /// <param name="cancellationToken">Ignored.</param>
    /// <returns>Nothing.</returns>
    /// <exception cref="NotSupportedException">Always.</exception>
    public override Task<StoredInstance?> TryLoadRunnableAsync(
        InstanceOwner owner, IReadOnlyCollection<WorkflowIdentity> excluded, CancellationToken cancellationToken) => throw Unsupported();

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

    /// <summary>
    /// Loads and decodes an instance. A load whose state cannot be decoded is rolled back like any failed call: the instance is not locked, and its row is
    /// unchanged.
    /// </summary>
    private async Task<StoredInstance> LoadAsync(InstanceOwner owner, Guid? instanceId, Guid? key, CancellationToken cancellationToken)
    {
        TransactionOwner own = Own(owner);
        StoredInstance? stored = null;
        StoreResult answer = await _calls.RunAsync(
            own,
            async (row, token) =>
            {
                StoreResult found = await _transaction.LoadAsync(new LoadRequest(row, instanceId, key), token).ConfigureAwait(false);
                stored = found.Loaded is { } loaded ? _codec.Decode(loaded) : null;
                return found.HolderId == row.Id ? found with { HolderId = owner.Id } : found;
            },
            found => new HeldLock(found.Loaded!.InstanceId, found.Loaded.LockVersion, null),
            static obstacle => new InstancePersistenceException(obstacle),
            cancellationToken).ConfigureAwait(false);
        return answer.Outcome == StoreOutcome.Done ? stored! : throw StoreErrors.OfLoad(answer, owner, key);
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
