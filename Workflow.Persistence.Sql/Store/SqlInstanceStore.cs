using System.Data.Common;
using System.Runtime.CompilerServices;

namespace Workflow.Persistence.Sql;

/// <summary>A store in the application's own database, where queries can see which instance waits for what.</summary>
/// <remarks>
/// <para>The database is an SQLite file, or a PostgreSQL or SQL Server database, which <see cref="EnsureSchemaAsync"/> prepares. The driver of the first two, Microsoft.Data.Sqlite or Npgsql, is
/// brought by the application.</para>
/// <para>Saves that come together are written in one transaction. A save in a <see cref="System.Transactions.Transaction"/> is checked at once and written when the transaction commits.
/// Thread-safe. Dispose of the store when no application uses it any more: it has threads of its own.</para>
/// </remarks>
public sealed class SqlInstanceStore : InstanceStore, IAsyncDisposable
{
    private const int PageSize = 100, PurgeSize = 1000;

    /// <summary>Nothing is older, and every database can subtract it from today.</summary>
    private static readonly TimeSpan LongestKept = TimeSpan.FromDays(365_000);

    private readonly SqlInstanceStoreOptions _options;
    private readonly SqlEngine _engine;
    private readonly SaveRequests _requests;
    private readonly RunnableWatch _watch;
    private readonly MessageCalls _messages;
    private readonly LoadCalls _loads;
    private readonly TransactionConnections _connections;
    private readonly ConnectionUse _use;

    /// <summary>Creates a store with default options on an SQLite file or a SQL Server database; see <see cref="SqlInstanceStore(string, SqlInstanceStoreOptions)"/>.</summary>
    /// <param name="database">The name of a file, or a connection string of SQL Server.</param>
    /// <exception cref="ArgumentException">The text is null, empty or white space, or it is neither of them.</exception>
    /// <exception cref="NotSupportedException">It is a file, and the application does not reference Microsoft.Data.Sqlite.</exception>
    public SqlInstanceStore(string database)
        : this(database, new SqlInstanceStoreOptions())
    {
    }

    /// <summary>Creates a store on an SQLite file or a SQL Server database. A file that does not exist is created by <see cref="EnsureSchemaAsync"/>.</summary>
    /// <remarks>
    /// A text without the sign <c>=</c> is the name of a file. A text with it is a connection string of SQL Server, which names the server, and also the database or how to log in; another text with it
    /// is refused, because <c>Data Source=orders.db</c>, for instance, is also a connection string of SQLite.
    /// </remarks>
    /// <param name="database">The name of a file, or a connection string of SQL Server.</param>
    /// <param name="options">How it works.</param>
    /// <exception cref="ArgumentNullException">The options are null.</exception>
    /// <exception cref="ArgumentException">
    /// The text is null, empty or white space, or it is neither of them; or the options have problems, and the message has all of them.
    /// </exception>
    /// <exception cref="NotSupportedException">It is a file, and the application does not reference Microsoft.Data.Sqlite.</exception>
    public SqlInstanceStore(string database, SqlInstanceStoreOptions options)
        : this(EngineChoice.ForText(database, nameof(database)), options)
    {
    }

    /// <summary>Creates a store with the default options. It opens no connection yet.</summary>
    /// <param name="dataSource">Where connections come from; their type tells the kind of database. The store does not dispose of it.</param>
    /// <exception cref="ArgumentNullException">The data source is null.</exception>
    /// <exception cref="NotSupportedException">There is no support for this kind of database.</exception>
    public SqlInstanceStore(DbDataSource dataSource)
        : this(dataSource, new SqlInstanceStoreOptions())
    {
    }

    /// <summary>Creates a store. It opens no connection yet.</summary>
    /// <param name="dataSource">Where connections come from; their type tells the kind of database. The store does not dispose of it.</param>
    /// <param name="options">How it works.</param>
    /// <exception cref="ArgumentNullException">An argument is null.</exception>
    /// <exception cref="ArgumentException">The options have problems; the message has all of them.</exception>
    /// <exception cref="NotSupportedException">There is no support for this kind of database.</exception>
    public SqlInstanceStore(DbDataSource dataSource, SqlInstanceStoreOptions options)
    {
        ArgumentNullException.ThrowIfNull(dataSource);
        ArgumentNullException.ThrowIfNull(options);
        _options = options.Validated(nameof(options));
        _engine = EngineChoice.For(dataSource, _options, _options.LeaseRenewalPeriod + _options.LeaseMargin);
        _requests = new SaveRequests(_options);
        _watch = new RunnableWatch(_engine.LookAsync, _options.TimeProvider, _options.RunnableDetectionPeriod);
        _engine.Changed = _watch.Changed;
        _messages = new MessageCalls(_engine, _options);
        _loads = new LoadCalls(_engine, _options, _requests);
        _use = new ConnectionUse(_engine.ConnectionOfAsync);
        _connections = new TransactionConnections(_use.ConnectAsync);
    }

    /// <inheritdoc/>
    public override TimeProvider TimeProvider => _options.TimeProvider;

    /// <inheritdoc/>
    public override bool SupportsTransactions => true;

    /// <inheritdoc/>
    public override bool SupportsMessages => true;

    /// <summary>A <see cref="TransactionConnections"/>, with which activities write in their transaction.</summary>
    public override object? Extension => _connections;

    /// <summary>Creates the tables and views, or upgrades them, under a lock of the database: several processes may call it at once, at each start.</summary>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <returns>A task that ends when the schema is the one that this version needs.</returns>
    /// <exception cref="InstancePersistenceException">The schema is newer than this version of the library, or the database cannot be used.</exception>
    public Task EnsureSchemaAsync(CancellationToken cancellationToken) => _engine.EnsureSchemaAsync(cancellationToken);

    /// <summary>Deletes instances that have completed and were kept, at most 1000 in one transaction, until there are none left.</summary>
    /// <param name="keptFor">Only instances that completed at least this long ago; at least zero.</param>
    /// <param name="cancellationToken">Ends it between two transactions.</param>
    /// <returns>How many were deleted.</returns>
    /// <exception cref="ArgumentOutOfRangeException">The time is negative.</exception>
    public async Task<long> PurgeAsync(TimeSpan keptFor, CancellationToken cancellationToken)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(keptFor, TimeSpan.Zero);
        long deleted = 0;
        while (true)
        {
            int part = await PurgePartAsync(keptFor, cancellationToken).ConfigureAwait(false);
            deleted += part;
            if (part < PurgeSize)
            {
                _options.Reporter.Purged(deleted);
                return deleted;
            }
        }
    }

    /// <summary>
    /// The connection of the transaction of the caller, <see cref="System.Transactions.Transaction.Current"/>. What is written there commits with the saves of the transaction, or not at all.
    /// </summary>
    /// <remarks>
    /// <para>The connection is open and in a transaction. Do not begin, commit or roll back one on it, do not close it, and do not use it while a save in the same transaction goes on. It is
    /// closed when the transaction ends.</para>
    /// <para>With SQLite, the transaction has the write lock of the file from this call until its end: all other calls of this store, and other processes that write, wait for it. Keep such
    /// transactions short, and do not wait in them for other instances.</para>
    /// </remarks>
    /// <param name="cancellationToken">Asks for an early end.</param>
    /// <returns>The connection, the same for each call in one transaction.</returns>
    /// <exception cref="InvalidOperationException">There is no transaction.</exception>
    /// <exception cref="System.Transactions.TransactionException">The transaction has ended.</exception>
    public Task<DbConnection> GetTransactionConnectionAsync(CancellationToken cancellationToken) => System.Transactions.Transaction.Current is { } current
        ? _use.ConnectAsync(current, cancellationToken)
        : throw new InvalidOperationException("There is no transaction; call this inside a 'System.Transactions.TransactionScope', or use the extension 'TransactionConnections' in an activity.");

    /// <summary>
    /// A store for the instances that the application starts or loads in a transaction that it has begun itself. They are saved on the connection of the transaction: they are there when the
    /// application commits, together with its own rows, and not when it rolls back.
    /// </summary>
    /// <remarks>Makes no call. The transaction stays that of the application, which commits it or rolls it back, after it has disposed of the store that this returns.</remarks>
    /// <param name="transaction">An open transaction in the database of this store.</param>
    /// <returns>A store for this transaction.</returns>
    /// <exception cref="ArgumentNullException">The transaction is null.</exception>
    /// <exception cref="ArgumentException">The transaction is in another database, or on a connection of another driver.</exception>
    /// <exception cref="InvalidOperationException">The transaction has ended.</exception>
    public SqlTransactionStore UseTransaction(DbTransaction transaction)
    {
        ArgumentNullException.ThrowIfNull(transaction);
        return new SqlTransactionStore(_engine.Join(transaction), _options, _requests);
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
            throw AnswerFailures.OwnerGone(owner);
        }

        await _engine.Left.RetryAsync(Own(owner)).ConfigureAwait(false);
        if (_options.CompletedRetention is { } retention)
        {
            _options.Reporter.Purged(await PurgePartAsync(retention, cancellationToken).ConfigureAwait(false));
        }
    }

    /// <inheritdoc/>
    public override bool TryRenewOwner(InstanceOwner owner) => _engine.RenewOwner(Own(owner)) == StoreOutcome.Done ? true : throw AnswerFailures.OwnerGone(owner);

    /// <inheritdoc/>
    public override async Task DeleteOwnerAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(owner);
        if (owner is SqlOwner own)
        {
            await _engine.DeleteOwnerAsync(own, cancellationToken).ConfigureAwait(false);
            _engine.Left.Forget(own);
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
        StoreAnswer answer = await engine.SaveAsync(_requests.Of(own, save), cancellationToken).ConfigureAwait(false);
        EndTrial(own, save.InstanceId);
        return answer.Outcome == StoreOutcome.Done ? answer.LockVersion : throw RefusalOf(answer, owner, save.InstanceId, save.LockVersion);
    }

    /// <inheritdoc/>
    public override Task UnlockAsync(InstanceOwner owner, Guid instanceId, long lockVersion, CancellationToken cancellationToken) =>
        UnlockAsync(new UnlockRequest(Own(owner), instanceId, lockVersion, null), cancellationToken);

    /// <inheritdoc/>
    public override Task UnlockFailedAsync(InstanceOwner owner, Guid instanceId, long lockVersion, string failure, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(failure);
        return UnlockAsync(new UnlockRequest(Own(owner), instanceId, lockVersion, failure), cancellationToken);
    }

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">The caller uses the connection of a transaction that has not ended.</exception>
    public override Task<bool> ReleaseAsync(Guid instanceId, CancellationToken cancellationToken) => EngineOutside.ReleaseAsync(instanceId, cancellationToken);

    /// <inheritdoc/>
    /// <remarks>The last state of an instance that is kept stays in its row for a diagnosis, until it is purged. No load returns it.</remarks>
    /// <exception cref="InvalidOperationException">The caller uses the connection of a transaction that has not ended.</exception>
    public override Task<bool> TerminateAsync(Guid instanceId, CancellationToken cancellationToken) =>
        EngineOutside.TerminateAsync(instanceId, _options.CompletionAction == InstanceCompletionAction.DeleteAll, cancellationToken);

    /// <inheritdoc/>
    public override Task<StoredInstance> LoadAsync(InstanceOwner owner, Guid instanceId, CancellationToken cancellationToken) =>
        _loads.LoadLockedAsync(new LoadRequest(Own(owner), instanceId, null), cancellationToken);

    /// <inheritdoc/>
    public override Task<StoredInstance> LoadByKeyAsync(InstanceOwner owner, Guid key, CancellationToken cancellationToken) =>
        _loads.LoadLockedAsync(new LoadRequest(Own(owner), null, key), cancellationToken);

    /// <inheritdoc/>
    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) => TryLoadRunnableAsync(owner, [], cancellationToken);

    /// <inheritdoc/>
    public override Task<StoredInstance?> TryLoadRunnableAsync(InstanceOwner owner, IReadOnlyCollection<WorkflowIdentity> passed, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(passed);
        return _loads.TryLoadRunnableAsync(Own(owner), passed, cancellationToken);
    }

    /// <inheritdoc/>
    public override Task WaitForRunnableAsync(InstanceOwner owner, CancellationToken cancellationToken) => _watch.WaitAsync(Own(owner), cancellationToken);

    /// <inheritdoc/>
    /// <remarks>The content has at most <see cref="SqlInstanceStoreOptions.MaxMessageSize"/> bytes.</remarks>
    /// <exception cref="InvalidOperationException">The caller uses the connection of a transaction that has not ended.</exception>
    public override Task<MessageReceipt> SendAsync(InstanceMessage message, CancellationToken cancellationToken) => _messages.SendAsync(EngineOutside, message, cancellationToken);

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">The caller uses the connection of a transaction that has not ended.</exception>
    public override Task<bool> WithdrawAsync(Guid instanceId, long sequence, CancellationToken cancellationToken) =>
        EngineOutside.WithdrawAsync(instanceId, sequence, cancellationToken);

    /// <inheritdoc/>
    /// <exception cref="SnapshotException">The row of a message is damaged. The exception names the message, which stays until it is repaired or withdrawn.</exception>
    public override Task<IReadOnlyList<StoredMessage>> ReceiveAsync(InstanceOwner owner, Guid instanceId, long after, int maxCount, CancellationToken cancellationToken) =>
        _messages.ReceiveAsync(Own(owner), instanceId, after, maxCount, null, cancellationToken);

    /// <inheritdoc/>
    /// <exception cref="SnapshotException">The row of a message is damaged. The exception names the message, which stays until it is repaired or withdrawn.</exception>
    public override Task<IReadOnlyList<StoredMessage>> ReceiveAsync(
        InstanceOwner owner, Guid instanceId, long after, int maxCount, ContentLimit? limit, CancellationToken cancellationToken) =>
        _messages.ReceiveAsync(Own(owner), instanceId, after, maxCount, limit, cancellationToken);

    /// <inheritdoc/>
    /// <remarks>Messages that other processes have sent are noticed within <see cref="SqlInstanceStoreOptions.RunnableDetectionPeriod"/>, those of this object at once.</remarks>
    public override Task<IReadOnlyList<Guid>> WaitForMessagesAsync(InstanceOwner owner, IReadOnlyCollection<Guid>? known, CancellationToken cancellationToken) =>
        _messages.WaitAsync(Own(owner), known, cancellationToken);

    /// <inheritdoc/>
    public override Task SuspendAsync(InstanceOwner owner, Guid instanceId, long lockVersion, string reason, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(reason);
        return UnlockAsync(new UnlockRequest(Own(owner), instanceId, lockVersion, reason) { Suspends = true }, cancellationToken);
    }

    /// <inheritdoc/>
    /// <remarks>When rows are damaged, all others are listed, and then a <see cref="SnapshotException"/> names the first of them.</remarks>
    public override async IAsyncEnumerable<InstanceSummary> QueryAsync(InstanceQuery query, [EnumeratorCancellation] CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(query);
        long? after = null;
        int left = query.MaxCount ?? int.MaxValue;
        SnapshotException? damage = null;

        // A name that no save takes is the name of no bookmark, and not every driver can send it.
        bool hasMore = left > 0 && (query.BookmarkName is null || StorableText.IsStorable(query.BookmarkName));
        while (hasMore)
        {
            cancellationToken.ThrowIfCancellationRequested();
            int size = Math.Min(left, PageSize);
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
                    left--;
                    yield return summary;
                }
            }

            hasMore = page.Count == size && left > 0;
        }

        if (damage is not null)
        {
            throw damage;
        }
    }

    /// <inheritdoc/>
    public override bool IsContention(Exception failure) => _engine.HasContention(failure ?? throw new ArgumentNullException(nameof(failure)));

    /// <summary>Ends the threads and closes the connections of the store. Calls that have not begun fail; further calls throw an <see cref="ObjectDisposedException"/>.</summary>
    /// <returns>A task that ends when that is done.</returns>
    public ValueTask DisposeAsync() => _engine.DisposeAsync();

    private Task<int> PurgePartAsync(TimeSpan keptFor, CancellationToken cancellationToken) =>
        _engine.PurgeAsync(keptFor < LongestKept ? keptFor : LongestKept, PurgeSize, cancellationToken);

    /// <summary>For calls that write outside the transaction of the caller.</summary>
    /// <exception cref="InvalidOperationException">The caller uses the connection of a transaction that has not ended.</exception>
    private SqlEngine EngineOutside => _use.IsInside ? throw ConnectionUse.Refused() : _engine;

    private static SqlOwner Own(InstanceOwner owner)
    {
        ArgumentNullException.ThrowIfNull(owner);
        return owner as SqlOwner ?? throw AnswerFailures.OwnerGone(owner);
    }

    private async Task UnlockAsync(UnlockRequest request, CancellationToken cancellationToken)
    {
        StoreAnswer answer = await _engine.UnlockAsync(request, cancellationToken).ConfigureAwait(false);
        EndTrial(request.Owner, request.InstanceId);
        if (answer.Outcome != StoreOutcome.Done)
        {
            throw RefusalOf(answer, request.Owner, request.InstanceId, request.LockVersion);
        }
    }

    /// <summary>A suspect that is saved or unlocked makes room for another one.</summary>
    private void EndTrial(SqlOwner owner, Guid instanceId)
    {
        if (owner.Suspects.Remove(instanceId))
        {
            _watch.Changed();
        }
    }

    private Exception RefusalOf(StoreAnswer answer, InstanceOwner owner, Guid instanceId, long lockVersion)
    {
        if (answer.Outcome is StoreOutcome.LockLost or StoreOutcome.OwnerGone)
        {
            _options.Reporter.LockLost(instanceId, owner.Options.Name, owner.Id, lockVersion);
        }

        return AnswerFailures.OfWrite(answer, owner, instanceId, lockVersion);
    }
}
