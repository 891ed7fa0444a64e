using System.Data.Common;
using System.Runtime.CompilerServices;

namespace Workflow.Persistence.Sql;

/// <summary>A store in the database of the application, where queries can show which instance waits for what.</summary>
/// <remarks>
/// <para>The database is an SQLite file, or a PostgreSQL or SQL Server database, which <see cref="EnsureSchemaAsync"/> prepares. For the first two, the
/// application references the driver, Microsoft.Data.Sqlite or Npgsql.</para>
/// <para>Saves that arrive together are written in one transaction. A save in a <see cref="System.Transactions.Transaction"/> is checked at once and written
/// when the transaction commits. Thread-safe. The store has its own threads: dispose of the store when no application uses it any more.</para>
/// </remarks>
public sealed class SqlInstanceStore : InstanceStore, IAsyncDisposable
{
    private const int PageSize = 100, PurgeSize = 1000;

    /// <summary>The maximum retention. No instance is older, and every database can subtract it from the current time.</summary>
    private static readonly TimeSpan LongestRetention = TimeSpan.FromDays(365_000);

    private readonly SqlInstanceStoreOptions _options;
    private readonly SqlEngine _engine;
    private readonly InstanceCodec _codec;
    private readonly RunnableWatch _watch;
    private readonly MessageCalls _messages;
    private readonly LoadCalls _loads;
    private readonly TransactionConnections _connections;
    private readonly ConnectionUse _use;

    /// <summary>Creates a store with default options. Opens no connection yet.</summary>
    /// <param name="dataSource">The source of the connections, whose type determines the kind of database. The store does not dispose of it.</param>
    /// <exception cref="ArgumentNullException">The data source is null.</exception>
    /// <exception cref="NotSupportedException">The kind of database is not supported.</exception>
    public SqlInstanceStore(DbDataSource dataSource)
        : this(dataSource, new SqlInstanceStoreOptions())
    {
    }

    /// <summary>Creates a store. Opens no connection yet.</summary>
    /// <param name="dataSource">The source of the connections, whose type determines the kind of database. The store does not dispose of it.</param>
    /// <param name="options">The settings of the store.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentException">The options have problems, which the message lists.</exception>
    /// <exception cref="NotSupportedException">The kind of database is not supported.</exception>
    public SqlInstanceStore(DbDataSource dataSource, SqlInstanceStoreOptions options)
    {
        ArgumentNullException.ThrowIfNull(dataSource);
        ArgumentNullException.ThrowIfNull(options);
        _options = options.Validated(nameof(options));
        _engine = EngineFactory.Create(dataSource, _options, _options.LeaseRenewalPeriod + _options.LeaseMargin);
        _codec = new InstanceCodec(_options);
        _watch = new RunnableWatch(_engine.PollRunnableAsync, _options.TimeProvider, _options.RunnableDetectionPeriod);
        _engine.Changed = _watch.Changed;
        _messages = new MessageCalls(_engine, _options);
        _loads = new LoadCalls(_engine, _options, _codec);
        _use = new ConnectionUse(_engine.ConnectionOfAsync);
        _connections = new TransactionConnections(_use.ConnectAsync);
    }

    /// <summary>
    /// Creates a store on an SQLite file, using the driver Microsoft.Data.Sqlite that the application references. Opens no connection yet;
    /// <see cref="EnsureSchemaAsync"/> creates a file that does not exist.
    /// </summary>
    /// <param name="path">
    /// The path of the file. A relative path is resolved when the store is created, against the data directory of the process or else the current directory.
    /// </param>
    /// <param name="options">The settings of the store; null, the default, for the default settings.</param>
    /// <returns>The store. The caller disposes of it.</returns>
    /// <exception cref="ArgumentNullException">The path is null.</exception>
    /// <exception cref="ArgumentException">
    /// The path is empty, white space or a connection string; or the options have problems, which the message lists.
    /// </exception>
    /// <exception cref="NotSupportedException">The application does not reference the driver.</exception>
    public static SqlInstanceStore OpenSqlite(string path, SqlInstanceStoreOptions? options = null)
    {
        ArgumentException.ThrowIfNullOrWhiteSpace(path);

        // A file with such a name would be created without a notice. The message does not repeat the text, which may contain a password.
        if (SqliteDriver.IsConnectionString(path))
        {
            throw new ArgumentException(
                "The path is a connection string; pass the path of the file alone, or pass a data source to the constructor of the store.", nameof(path));
        }

        return new SqlInstanceStore(SqliteDriver.CreateDataSource(path), options ?? new SqlInstanceStoreOptions());
    }

    /// <inheritdoc/>
    public override TimeProvider TimeProvider => _options.TimeProvider;

    /// <inheritdoc/>
    public override StoreCapabilities Capabilities { get; } = new() { KeepsMessages = true, JoinsTransactions = true, SuspendsInstances = true };

    /// <summary>A <see cref="TransactionConnections"/>, with which activities write in their transaction.</summary>
    public override object? Extension => _connections;

    /// <summary>
    /// Creates or upgrades the tables and views, under a lock of the database, so that several processes may call this method concurrently, at each start.
    /// </summary>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>A task that completes when the schema has the version that this library needs.</returns>
    /// <exception cref="InstancePersistenceException">The schema is newer than this version of the library, or the database cannot be used.</exception>
    public Task EnsureSchemaAsync(CancellationToken cancellationToken = default) => _engine.EnsureSchemaAsync(cancellationToken);

    /// <summary>Deletes completed instances that the store has kept, at most 1000 in each transaction, until none are left.</summary>
    /// <param name="retention">The minimum time since the completion of an instance; at least zero.</param>
    /// <param name="cancellationToken">Ends the deletion between two transactions.</param>
    /// <returns>The number of deleted instances.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative.</exception>
    public async Task<long> PurgeAsync(TimeSpan retention, CancellationToken cancellationToken = default)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(retention, TimeSpan.Zero);
        long deleted = 0;
        while (true)
        {
            int part = await PurgePartAsync(retention, cancellationToken).ConfigureAwait(false);
            deleted += part;
            if (part < PurgeSize)
            {
                _options.Reporter.Purged(deleted);
                return deleted;
            }
        }
    }

    /// <summary>
    /// Returns the connection of the current transaction of the caller, <see cref="System.Transactions.Transaction.Current"/>. Changes on this connection
    /// commit together with the saves of the transaction, or not at all.
    /// </summary>
    /// <remarks>
    /// <para>The connection is open and in a transaction. Do not begin, commit or roll back a transaction on it, do not close it, and do not use it while a
    /// save in the same transaction is in progress. It is closed when the transaction ends.</para>
    /// <para>With SQLite, the transaction holds the write lock of the file from this call until its end: all other calls of this store, and other processes
    /// that write, wait for it. Keep such transactions short, and do not wait in them for other instances.</para>
    /// </remarks>
    /// <param name="cancellationToken">Requests cancellation.</param>
    /// <returns>The connection, the same for each call in one transaction.</returns>
    /// <exception cref="InvalidOperationException">There is no transaction.</exception>
    /// <exception cref="System.Transactions.TransactionException">The transaction has ended.</exception>
    public Task<DbConnection> GetTransactionConnectionAsync(CancellationToken cancellationToken = default) =>
        System.Transactions.Transaction.Current is { } current
        ? _use.ConnectAsync(current, cancellationToken)
        : throw new InvalidOperationException(
            "There is no transaction; call this inside a 'System.Transactions.TransactionScope', or use the extension 'TransactionConnections' in an activity.");

    /// <summary>
    /// Creates a store for the instances that the application starts or loads in a transaction that it has begun itself. The instances are saved on the
    /// connection of the transaction: they exist when the application commits, together with its own rows, and do not exist when it rolls back.
    /// </summary>
    /// <remarks>
    /// Accesses no database. The transaction still belongs to the application, which commits it or rolls it back after it has disposed of the returned store.
    /// </remarks>
    /// <param name="transaction">An open transaction in the database of this store.</param>
    /// <returns>A store for this transaction.</returns>
    /// <exception cref="ArgumentNullException">The transaction is null.</exception>
    /// <exception cref="ArgumentException">The transaction is in another database, or on a connection of another driver.</exception>
    /// <exception cref="InvalidOperationException">The transaction has ended.</exception>
    public SqlTransactionStore UseTransaction(DbTransaction transaction)
    {
        ArgumentNullException.ThrowIfNull(transaction);
        return new SqlTransactionStore(_engine.Join(transaction), _options, _codec);
    }

    /// <inheritdoc/>
    public override async Task<InstanceOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(options);
        return await EngineOutside.CreateOwnerAsync(options, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public override async Task RenewOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        if (await _engine.RenewOwnerAsync(Own(owner), cancellationToken).ConfigureAwait(false) != StoreOutcome.Done)
        {
            _options.Reporter.OwnerLost(owner.Options.Name, owner.Id);
            throw StoreErrors.OwnerGone(owner);
        }

        await _engine.OrphanedLocks.RetryAsync(Own(owner)).ConfigureAwait(false);
        if (_options.CompletedRetention is { } retention)
        {
            _options.Reporter.Purged(await PurgePartAsync(retention, cancellationToken).ConfigureAwait(false));
        }
    }

    /// <inheritdoc/>
    public override bool TryRenewOwner(InstanceOwner owner) =>
        _engine.RenewOwner(Own(owner)) == StoreOutcome.Done ? true : throw StoreErrors.OwnerGone(owner);

    /// <inheritdoc/>
    public override async Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        if (owner is SqlOwner own)
        {
            await _engine.DeleteOwnerAsync(own, cancellationToken).ConfigureAwait(false);
            _engine.OrphanedLocks.Forget(own);
            _messages.Changed();
        }
    }

    /// <inheritdoc/>
    public override async Task<long> SaveAsync(InstanceOwner owner, InstanceSave save, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(save);
        cancellationToken.ThrowIfCancellationRequested();
        SqlOwner own = Own(owner);
        SqlEngine engine = save.LockVersion == 0 && System.Transactions.Transaction.Current is null ? EngineOutside : _engine;
        StoreResult answer = await engine.SaveAsync(_codec.Encode(own, save), cancellationToken).ConfigureAwait(false);
        RemoveSuspect(own, save.InstanceId);
        return answer.Outcome == StoreOutcome.Done ? answer.LockVersion : throw RefusalOf(answer, owner, save.InstanceId, save.LockVersion);
    }

    /// <inheritdoc/>
    public override Task UnlockAsync(InstanceOwner owner, InstanceUnlock unlock, CancellationToken cancellationToken)
    {
        SqlOwner own = Own(owner);
        ArgumentNullException.ThrowIfNull(unlock);
        return UnlockAsync(
            new UnlockRequest(own, unlock.InstanceId, unlock.LockVersion, unlock.Reason) { Suspends = unlock.Kind == UnlockKind.Suspension },
            cancellationToken);
    }

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">The caller uses the connection of a transaction that has not ended.</exception>
    public override Task<bool> ContinueAsync(Guid instanceId, CancellationToken cancellationToken) =>
        EngineOutside.ContinueAsync(instanceId, cancellationToken);

    /// <inheritdoc/>
    /// <remarks>If the instance is kept, its last state remains in its row for diagnosis until the instance is purged. No load returns it.</remarks>
    /// <exception cref="InvalidOperationException">The caller uses the connection of a transaction that has not ended.</exception>
    public override Task<bool> TerminateAsync(Guid instanceId, CancellationToken cancellationToken) =>
        EngineOutside.TerminateAsync(instanceId, _options.CompletionAction == InstanceCompletionAction.DeleteAll, cancellationToken);

    /// <inheritdoc/>
    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, InstanceLoad load, CancellationToken cancellationToken)
    {
        SqlOwner own = Own(owner);
        InstanceLoad.Validate(load);
        return _loads.LoadLockedAsync(new LoadRequest(own, load.InstanceId, load.Key), cancellationToken);
    }

    /// <inheritdoc/>
    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, RunnableLoad load, CancellationToken cancellationToken) =>
        _loads.TryLoadRunnableAsync(Own(owner), load.Excluded, cancellationToken);

    /// <inheritdoc/>
    public override Task WaitForRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) => _watch.WaitAsync(Own(owner), cancellationToken);

    /// <inheritdoc/>
    /// <remarks>The content may have at most <see cref="SqlInstanceStoreOptions.MaxMessageBytes"/> bytes.</remarks>
    /// <exception cref="InvalidOperationException">The caller uses the connection of a transaction that has not ended.</exception>
    public override Task<MessageReceipt> SendAsync(InstanceMessage message, CancellationToken cancellationToken) =>
        _messages.SendAsync(EngineOutside, message, cancellationToken);

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">The caller uses the connection of a transaction that has not ended.</exception>
    public override Task<bool> WithdrawAsync(Guid instanceId, long sequence, CancellationToken cancellationToken) =>
        EngineOutside.WithdrawAsync(instanceId, sequence, cancellationToken);

    /// <inheritdoc/>
    /// <exception cref="SnapshotException">
    /// The row of a message is damaged. The exception names the message, which remains until it is repaired or withdrawn.
    /// </exception>
    public override Task<IReadOnlyList<StoredMessage>> ReceiveAsync(InstanceOwner owner, MessageQuery query, CancellationToken cancellationToken) =>
        _messages.ReceiveAsync(Own(owner), query, cancellationToken);

    /// <inheritdoc/>
    /// <remarks>
    /// Messages from other processes are noticed within <see cref="SqlInstanceStoreOptions.RunnableDetectionPeriod"/>, messages from this object at once.
    /// </remarks>
    public override Task<IReadOnlyList<Guid>> WaitForMessagesAsync(
        InstanceOwner owner, IReadOnlyCollection<Guid>? known, CancellationToken cancellationToken) =>
        _messages.WaitAsync(Own(owner), known, cancellationToken);

    /// <inheritdoc/>
    /// <remarks>If rows are damaged, all others are listed, and then a <see cref="SnapshotException"/> names the first damaged row.</remarks>
    public override async IAsyncEnumerable<InstanceSummary> QueryAsync(InstanceQuery query, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(query);
        long? after = null;
        int remaining = query.MaxCount ?? int.MaxValue;
        SnapshotException? damage = null;

        // No bookmark can have a name that cannot be stored, and not every driver can send such a name.
        bool hasMore = remaining > 0 && (query.BookmarkName is null || StorableText.IsStorable(query.BookmarkName));
        while (hasMore)
        {
            cancellationToken.ThrowIfCancellationRequested();
            int size = Math.Min(remaining, PageSize);
            IReadOnlyList<SummaryRow> page = await _engine.QueryAsync(query, after, size, cancellationToken).ConfigureAwait(false);
            foreach (SummaryRow row in page)
            {
                after = row.Sid;
                if (row.Failure is { } failure)
                {
                    _options.Reporter.RowDamaged(failure.Message);
                    damage ??= failure;
                }

                if (row.Summary is { } summary)
                {
                    remaining--;
                    yield return summary;
                }
            }

            hasMore = page.Count == size && remaining > 0;
        }

        if (damage is not null)
        {
            throw damage;
        }
    }

    /// <inheritdoc/>
    public override bool IsContention(Exception failure) => _engine.HasContention(failure ?? throw new ArgumentNullException(nameof(failure)));

    /// <summary>
    /// Ends the threads and closes the connections of the store. Calls that have not started fail; further calls throw an
    /// <see cref="ObjectDisposedException"/>.
    /// </summary>
    /// <returns>A task that completes when the store is closed.</returns>
    public ValueTask DisposeAsync() => _engine.DisposeAsync();

    private Task<int> PurgePartAsync(TimeSpan retention, CancellationToken cancellationToken) =>
        _engine.PurgeAsync(retention < LongestRetention ? retention : LongestRetention, PurgeSize, cancellationToken);

    /// <summary>The engine for calls that write outside the transaction of the caller.</summary>
    /// <exception cref="InvalidOperationException">The caller uses the connection of a transaction that has not ended.</exception>
    private SqlEngine EngineOutside => _use.IsInside ? throw ConnectionUse.Refused() : _engine;

    private static SqlOwner Own(InstanceOwner owner)
    {
        ArgumentNullException.ThrowIfNull(owner);
        return owner as SqlOwner ?? throw StoreErrors.OwnerGone(owner);
    }

    private async Task UnlockAsync(UnlockRequest request, CancellationToken cancellationToken)
    {
        StoreResult answer = await _engine.UnlockAsync(request, cancellationToken).ConfigureAwait(false);
        RemoveSuspect(request.Owner, request.InstanceId);
        if (answer.Outcome != StoreOutcome.Done)
        {
            throw RefusalOf(answer, request.Owner, request.InstanceId, request.LockVersion);
        }
    }

    /// <summary>Removes a suspect that was saved or unlocked, and wakes the waiting owners, because another suspect may be admitted now.</summary>
    private void RemoveSuspect(SqlOwner owner, Guid instanceId)
    {
        if (owner.Suspects.Remove(instanceId))
        {
            _watch.Changed();
        }
    }

    private Exception RefusalOf(StoreResult answer, InstanceOwner owner, Guid instanceId, long lockVersion)
    {
        if (answer.Outcome is StoreOutcome.LockLost or StoreOutcome.OwnerGone)
        {
            _options.Reporter.LockLost(instanceId, owner.Options.Name, owner.Id, lockVersion);
        }

        return StoreErrors.OfWrite(answer, owner, instanceId, lockVersion);
    }
}
