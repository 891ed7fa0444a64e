using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>The engine for SQLite: one thread writes, one thread reads, and callers wait asynchronously.</summary>
internal sealed class SqliteEngine : SqlEngine
{
    private readonly SqlInstanceStoreOptions _options;
    private readonly SqliteDatabase _database;
    private readonly SqliteOwners _owners;
    private readonly SqliteSaving _saving;
    private readonly SqliteLoading _loading;
    private readonly SqliteMessages _messages;
    private readonly SqliteQuerying _querying;
    private readonly SqliteWriter _writer;
    private readonly SqliteReader _reader;
    private readonly SqliteTransactions _transactions;
    private volatile bool _isDisposed;

    public SqliteEngine(DbDataSource source, SqlInstanceStoreOptions options, TimeSpan leaseTime)
    {
        _options = options;
        _database = new SqliteDatabase(source, options);
        _owners = new SqliteOwners(_database, options, leaseTime);
        _saving = new SqliteSaving(_database);
        _loading = new SqliteLoading(_owners, options.Reporter);
        _messages = new SqliteMessages(_database);
        _querying = new SqliteQuerying(_database);
        _writer = new SqliteWriter(_database, _owners, options);
        _reader = new SqliteReader(_database);
        options.Reporter.Watch(() => _writer.QueueLength);
        _transactions = new SqliteTransactions(_writer, _database, _owners, options, () => Changed());
    }

    public override async Task EnsureSchemaAsync(CancellationToken cancellationToken)
    {
        // The schema is created on a separate thread, which would open the file again after the disposal.
        if (_isDisposed)
        {
            throw StoreErrors.Disposed();
        }

        SqliteSchema schema = new(_database);
        SqliteSetup setup = new(_database);
        try
        {
            long before = await setup.RunAsync(new SqliteWork<long>(_ => schema.Ensure()), cancellationToken).ConfigureAwait(false);
            _options.Reporter.SchemaChanged(before, _database.SchemaVersions.Count);
        }
        finally
        {
            await setup.CloseAsync().ConfigureAwait(false);
        }
    }

    public override async Task<SqlOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken)
    {
        Guid id = Guid.NewGuid();
        long sid = await WriteAsync(
            session =>
            {
                _owners.EndOwnersOfEndedProcesses(session);
                return _owners.Create(session, id, options);
            },
            0, cancellationToken).ConfigureAwait(false);
        Changed();
        return new SqlOwner(id, sid, options, _options.TimeProvider, _options.Opened) { RenewalPeriod = _options.LeaseRenewalPeriod };
    }

    public override async Task<StoreOutcome> RenewOwnerAsync(SqlOwner owner, CancellationToken cancellationToken)
    {
        // A transaction that holds the file may last longer than the lease. An owner whose lease is valid now cannot expire before that transaction renews its
        // lease.
        if (_transactions.TryRenew(owner) is { } since)
        {
            return await _reader
                .RunAsync(new SqliteWork<bool>(session => SqliteOwners.WasValid(session, owner, since)), cancellationToken).ConfigureAwait(false)
                ? StoreOutcome.Done
                : StoreOutcome.OwnerGone;
        }

        return await WriteAsync(
            session =>
            {
                _owners.EndOwnersOfEndedProcesses(session);
                SqliteMessages.Forget(session, _options.RequestRetention, ForgottenRequests);
                return _owners.Renew(session, owner);
            },
            0,
            cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Renews a lease and blocks the calling thread. The writing thread completes the wait directly, without a thread pool thread.</summary>
    public override StoreOutcome RenewOwner(SqlOwner owner)
    {
        SqliteWork<StoreOutcome> renewal = new(session => _owners.Renew(session, owner)) { SeesOwners = false };
        _writer.Enqueue(renewal);
#pragma warning disable RS0030 // The caller uses a dedicated thread that may block.
        return renewal.Task.GetAwaiter().GetResult();
#pragma warning restore RS0030
    }

    public override async Task DeleteOwnerAsync(SqlOwner owner, CancellationToken cancellationToken)
    {
        await WriteAsync(
            session =>
            {
                _owners.Delete(session, owner);
                return true;
            },
            0,
            cancellationToken).ConfigureAwait(false);
        Changed();
    }

    public override async Task<StoreResult> SaveAsync(SaveRequest request, CancellationToken cancellationToken)
    {
        // Computed before any wait, because the delay counts from the call.
        long? due = request.DueIn is { } wait ? StoreTime.After(_database.Now, wait) : null;
        SqliteEnlistment? transaction = _transactions.Open.OfCaller();
        await _transactions.Open.WaitForOthersAsync(request.InstanceId, transaction, cancellationToken).ConfigureAwait(false);
        if (_transactions.Open.FindTaken(request, transaction) is { } taken)
        {
            return taken;
        }

        if (transaction is not null)
        {
            request.Detach();
            PendingWrite write = new(request.Owner, request.InstanceId, request.LockVersion, request.KeysToAdd, session => _saving.Save(session, request, due));
            return await transaction.AddAsync(write, cancellationToken).ConfigureAwait(false);
        }

        StoreResult result = await WriteAsync(
            session => _saving.Save(session, request, due), request.State.Bytes.Length, cancellationToken, seesOwners: false).ConfigureAwait(false);
        ChangedIf(request.Unlocks && !request.Completes);
        return result;
    }

    public override async Task<StoreResult> UnlockAsync(UnlockRequest request, CancellationToken cancellationToken)
    {
        SqliteEnlistment? transaction = _transactions.Open.OfCaller();
        await _transactions.Open.WaitForOthersAsync(request.InstanceId, transaction, cancellationToken).ConfigureAwait(false);
        if (transaction is not null)
        {
            PendingWrite write = new(request.Owner, request.InstanceId, request.LockVersion, [], session => new StoreResult(_saving.Unlock(session, request)));
            return await transaction.AddAsync(write, cancellationToken).ConfigureAwait(false);
        }

        StoreOutcome outcome = await WriteAsync(session => _saving.Unlock(session, request), 0, cancellationToken, seesOwners: false).ConfigureAwait(false);
        Changed();
        return new StoreResult(outcome);
    }

    public override async Task<bool> ContinueAsync(Guid instanceId, CancellationToken cancellationToken)
    {
        bool isReleased = await WriteSoonAsync(session => _saving.Continue(session, instanceId), 0, cancellationToken).ConfigureAwait(false);
        ChangedIf(isReleased);
        return isReleased;
    }

    public override Task<bool> TerminateAsync(Guid instanceId, bool deletes, CancellationToken cancellationToken) =>
        WriteSoonAsync(session => SqliteSaving.Terminate(session, instanceId, deletes), 0, cancellationToken);

    public override Task<StoreResult> LoadAsync(LoadRequest request, CancellationToken cancellationToken) =>
        WriteAsync(session => _loading.Load(session, request), 0, cancellationToken);

    public override Task<RunnablePoll> PollRunnableAsync(SqlOwner owner, CancellationToken cancellationToken) =>
        WriteAsync(session => _loading.Poll(session, owner), 0, cancellationToken);

    public override async Task<IReadOnlyList<SummaryRow>> QueryAsync(InstanceQuery query, long? afterSid, int limit, CancellationToken cancellationToken)
    {
        await _transactions.WaitForCommitsAsync(cancellationToken).ConfigureAwait(false);
        return await _reader.RunAsync(
            new SqliteWork<IReadOnlyList<SummaryRow>>(session => _querying.Page(session, query, afterSid, limit)), cancellationToken).ConfigureAwait(false);
    }

    public override async Task<StoreResult> SendAsync(SendRequest request, CancellationToken cancellationToken)
    {
        StoreResult result = await WriteSoonAsync(session => _messages.Send(session, request), request.Content.Length, cancellationToken).ConfigureAwait(false);
        ChangedIf(result is { Outcome: StoreOutcome.Done, MayWake: true });
        return result;
    }

    public override Task<bool> WithdrawAsync(Guid instanceId, long sequence, CancellationToken cancellationToken) =>
        WriteSoonAsync(session => SqliteMessages.Withdraw(session, instanceId, sequence), 0, cancellationToken);

    public override Task<ReceiveResult> ReceiveAsync(ReceiveRequest request, CancellationToken cancellationToken) =>
        ReadBesideAsync(session => SqliteMessages.Receive(session, request), cancellationToken);

    public override Task<MessagePoll> PollMessagesAsync(SqlOwner owner, CancellationToken cancellationToken) =>
        ReadBesideAsync(session => SqliteMessages.Poll(session, owner), cancellationToken);

    public override async Task<DbConnection> ConnectionOfAsync(Transaction transaction, CancellationToken cancellationToken) =>
        await _transactions.Open.Of(transaction).LendAsync(cancellationToken).ConfigureAwait(false);

    public override ApplicationTransaction Join(DbTransaction transaction) =>
        new SqliteApplicationTransaction(_database, _owners, _saving, _loading, _messages, _options, transaction);

    protected override bool IsContention(Exception failure) => SqliteFailures.IsTransient(failure);

    public override Task<int> PurgeAsync(TimeSpan retention, int limit, CancellationToken cancellationToken) =>
        WriteAsync(session => SqliteSaving.Purge(session, session.Now - StoreTime.Of(retention), limit), 0, cancellationToken);

    public override async ValueTask DisposeAsync()
    {
        _isDisposed = true;
        await _writer.CloseAsync().ConfigureAwait(false);
        await _reader.CloseAsync().ConfigureAwait(false);
    }

    private void ChangedIf(bool hasChanged)
    {
        if (hasChanged)
        {
            Changed();
        }
    }

    /// <summary>Executes a short read that instances wait for, in the transaction of the current writes.</summary>
    /// <remarks>
    /// On the reading thread, the read could start while the writing thread commits. In this case, SQLite retries; after some attempts it sleeps, and a build
    /// without HAVE_USLEEP sleeps for a whole second. Measured with version 3.35.5: every few seconds, all instances of a busy host waited for one second.
    /// </remarks>
    private async Task<T> ReadBesideAsync<T>(Func<SqliteSession, T> action, CancellationToken cancellationToken)
    {
        if (Transaction.Current is null)
        {
            return await WriteAsync(action, 0, cancellationToken, seesOwners: false).ConfigureAwait(false);
        }

        // The transaction of the caller may hold the file, and the writing thread waits for the end of that transaction.
        await _transactions.WaitForCommitsAsync(cancellationToken).ConfigureAwait(false);
        return await _reader.RunAsync(new SqliteWork<T>(action), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Writes for a client. While the application uses the connection of a transaction, the call waits for at most
    /// <see cref="SqlInstanceStoreOptions.CommandTimeout"/>, as it would for another process, because the transaction may be waiting for the caller.
    /// </summary>
    private Task<T> WriteSoonAsync<T>(Func<SqliteSession, T> action, int bytes, CancellationToken cancellationToken) =>
        _transactions.IsLent ? WriteInTimeAsync(action, bytes, cancellationToken) : WriteAsync(action, bytes, cancellationToken);

    private async Task<T> WriteInTimeAsync<T>(Func<SqliteSession, T> action, int bytes, CancellationToken cancellationToken)
    {
        using CancellationTokenSource limit = new(_options.CommandTimeout, _options.TimeProvider);
        using CancellationTokenSource either = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            return await WriteAsync(action, bytes, either.Token).ConfigureAwait(false);
        }
        catch (OperationCanceledException late) when (limit.IsCancellationRequested && !cancellationToken.IsCancellationRequested)
        {
            throw new InstancePersistenceException(
                $"The SQLite database '{_database.File}' is held by a transaction of this process whose connection the application uses; end that transaction sooner, and make calls that it waits for after its end, or raise 'CommandTimeout'.",
                late);
        }
    }

    /// <summary>Writes together with other calls in one transaction. A transient failure is retried.</summary>
    private async Task<T> WriteAsync<T>(Func<SqliteSession, T> action, int bytes, CancellationToken cancellationToken, bool seesOwners = true)
    {
        T result = await TransientRetry.RunAsync(
            _options,
            SqliteFailures.IsTransient,
            () => _writer.RunAsync(new SqliteWork<T>(action) { Bytes = bytes, SeesOwners = seesOwners }, cancellationToken),
            cancellationToken).ConfigureAwait(false);
        ChangedIf(_owners.TakeChanged());
        return result;
    }
}
