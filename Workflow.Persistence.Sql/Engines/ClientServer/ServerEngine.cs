using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>
/// The engine for a database server. Writes are flushed together from queues; each other call uses its own pooled connection. The clock of the server
/// determines leases and timers.
/// </summary>
internal sealed class ServerEngine : SqlEngine
{
    private readonly SqlInstanceStoreOptions _options;
    private readonly ServerDatabase _database;
    private readonly ServerDefinitions _definitions;
    private readonly ServerOwners _owners;
    private readonly UnacknowledgedLoads _unacknowledged;
    private readonly ServerLoading _loading;
    private readonly ServerQuerying _querying;
    private readonly ServerWriter _writer;
    private readonly ServerTransactions _transactions;
    private readonly ServerParts _parts;
    private volatile bool _isDisposed;

    public ServerEngine(ServerDatabase database, ServerSaving saving, SqlInstanceStoreOptions options, TimeSpan leaseTime)
    {
        _options = options;
        _database = database;
        _definitions = new ServerDefinitions(_database);
        _owners = new ServerOwners(_database, options, leaseTime);
        _unacknowledged = new UnacknowledgedLoads(_database, options, leaseTime + options.CommandTimeout);
        _loading = new ServerLoading(_database, _definitions, _owners, _unacknowledged, options.TimeProvider);
        _querying = new ServerQuerying(_database);
        ServerMessages messages = new(_database);
        ServerLoads? loads = _database.BatchesLoads ? new(_database, _definitions, _unacknowledged) : null;
        _writer = new ServerWriter(_database, saving, loads, messages, options);
        _transactions = new ServerTransactions(_database, saving, () => Changed());
        _parts = new ServerParts(_database, _owners, saving, _loading, _unacknowledged, messages);
    }

    public override async Task EnsureSchemaAsync(CancellationToken cancellationToken)
    {
        ServerSchema schema = new(_database);
        int before = await TranslatedAsync(() => schema.EnsureAsync(cancellationToken), cancellationToken).ConfigureAwait(false);
        _options.Reporter.SchemaChanged(before, _database.SchemaVersions.Count);
    }

    public override async Task<SqlOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken)
    {
        (SqlOwner owner, bool hasEnded) = await CallAsync(
            async (connection, token) =>
            {
                await _owners.EndOwnersOfEndedProcessesAsync(connection, token).ConfigureAwait(false);
                bool hasEnded = await _owners.EndExpiredAsync(connection, token).ConfigureAwait(false);
                return (await _owners.CreateAsync(connection, options, token).ConfigureAwait(false), hasEnded);
            },
            cancellationToken).ConfigureAwait(false);
        ChangedIf(hasEnded);
        return owner;
    }

    public override async Task<StoreOutcome> RenewOwnerAsync(SqlOwner owner, CancellationToken cancellationToken)
    {
        (StoreOutcome outcome, bool hasEnded) = await CallAsync(
            async (connection, token) =>
            {
                StoreOutcome outcome = await _owners.RenewAsync(connection, owner, token).ConfigureAwait(false);
                await _parts.Messages.ForgetAsync(connection, _options.RequestRetention, ForgottenRequests, token).ConfigureAwait(false);
                await _owners.EndOwnersOfEndedProcessesAsync(connection, token).ConfigureAwait(false);
                bool hasUnlocked = await _unacknowledged.UnlockAsync(connection, owner, token).ConfigureAwait(false);
                return (outcome, await _owners.EndExpiredAsync(connection, token).ConfigureAwait(false) || hasUnlocked);
            },
            cancellationToken).ConfigureAwait(false);
        ChangedIf(hasEnded);
        return outcome;
    }

    public override StoreOutcome RenewOwner(SqlOwner owner)
    {
        try
        {
            using DbConnection connection = _database.Open();
            return _owners.Renew(connection, owner);
        }
        catch (Exception failure)
        {
            throw _database.Failures.Translate(failure, _database);
        }
    }

    public override async Task DeleteOwnerAsync(SqlOwner owner, CancellationToken cancellationToken)
    {
        await CallAsync(
            async (connection, token) =>
            {
                await _owners.EndAsync(connection, owner, token).ConfigureAwait(false);
                return await _owners.EndExpiredAsync(connection, token).ConfigureAwait(false);
            },
            cancellationToken).ConfigureAwait(false);
        _unacknowledged.Forget(owner);
        Changed();
    }

    public override async Task<StoreResult> SaveAsync(SaveRequest request, CancellationToken cancellationToken)
    {
        long since = _options.TimeProvider.GetTimestamp();
        DeferredWrites? transaction = _transactions.Open.OfCaller();
        int definition = request.LockVersion != 0 || request.Deletes ? 0 : await NumberOfAsync(request.Identity, cancellationToken).ConfigureAwait(false);
        ServerSave write = new(request, definition, since);
        await _transactions.Open.WaitForOthersAsync(request.InstanceId, transaction, cancellationToken).ConfigureAwait(false);
        if (_transactions.Open.FindTaken(request, transaction) is { } taken)
        {
            return taken;
        }

        StoreResult result = await WriteAsync(write, transaction, cancellationToken).ConfigureAwait(false);
        ChangedIf(request.Unlocks && !request.Completes && transaction is null);
        return result;
    }

    public override async Task<StoreResult> UnlockAsync(UnlockRequest request, CancellationToken cancellationToken)
    {
        ServerUnlock write = new(request, _options.TimeProvider.GetTimestamp());
        DeferredWrites? transaction = _transactions.Open.OfCaller();
        await _transactions.Open.WaitForOthersAsync(request.InstanceId, transaction, cancellationToken).ConfigureAwait(false);
        StoreResult result = await WriteAsync(write, transaction, cancellationToken).ConfigureAwait(false);
        ChangedIf(transaction is null);
        return result;
    }

    public override async Task<bool> ContinueAsync(Guid instanceId, CancellationToken cancellationToken)
    {
        bool isReleased = await CallAsync(
            async (connection, token) =>
                (await _database.QueryAsync<long>(connection, new ServerStatement("Continue", new { instance_id = instanceId }), token).ConfigureAwait(false))
                .Count == 1,
            cancellationToken).ConfigureAwait(false);
        ChangedIf(isReleased);
        return isReleased;
    }

    public override Task<bool> TerminateAsync(Guid instanceId, bool deletes, CancellationToken cancellationToken) => CallAsync(
        async (connection, token) =>
        {
            // An instance whose owner has expired stays locked until a call ends the owner.
            await _owners.EndExpiredAsync(connection, token).ConfigureAwait(false);
            ServerStatement end = new(deletes ? "TerminateDelete" : "Terminate", new { instance_id = instanceId }) { UsesIndexPlans = true };
            return (await _database.QueryAsync<long>(connection, end, token).ConfigureAwait(false)).Count == 1;
        },
        cancellationToken);

    public override async Task<StoreResult> LoadAsync(LoadRequest request, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();

        // A started load runs to completion, so that it is known which instance it has locked.
        Task<StoreResult> loading = LoadToEndAsync(request);
        try
        {
            return await loading.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            _ = UnlockAbandonedLoadAsync(request.Owner, loading);
            throw;
        }
    }

    public override Task<RunnablePoll> PollRunnableAsync(SqlOwner owner, CancellationToken cancellationToken) =>
        CallAsync((connection, token) => _loading.PollAsync(connection, owner, token), cancellationToken);

    public override async Task<IReadOnlyList<SummaryRow>> QueryAsync(
        InstanceQuery query, long? afterSid, int limit, CancellationToken cancellationToken) => afterSid == long.MaxValue
        ? []
        : await CallAsync(
            (connection, token) => _querying.PageAsync(connection, query, afterSid is { } last ? last + 1 : long.MinValue, limit, token),
            cancellationToken).ConfigureAwait(false);

    public override async Task<StoreResult> SendAsync(SendRequest request, CancellationToken cancellationToken)
    {
        // An attempt whose answer was lost may have stored the message. The request id lets the next attempt find the message.
        Guid requestId = request.RequestId ?? Guid.NewGuid();
        StoreResult result = _database.BatchesMessages
            ? await _writer.WriteAsync(new ServerSend(request, requestId), cancellationToken).WaitAsync(cancellationToken).ConfigureAwait(false)
            : StoreResult.NotExecuted;
        if (ReferenceEquals(result, StoreResult.NotExecuted))
        {
            result = await CallAsync(
                (connection, token) => _parts.Messages.SendAsync(connection, request, requestId, token), cancellationToken).ConfigureAwait(false);
        }

        ChangedIf(result is { Outcome: StoreOutcome.Done, MayWake: true });
        return result;
    }

    public override async Task<bool> WithdrawAsync(Guid instanceId, long sequence, CancellationToken cancellationToken)
    {
        int attempts = 0;
        bool isWithdrawn = await CallAsync(
            (connection, token) =>
            {
                attempts++;
                return _parts.Messages.WithdrawAsync(connection, instanceId, sequence, token);
            },
            cancellationToken).ConfigureAwait(false);

        // An attempt whose answer was lost may have removed the message. Then the result false would wrongly mean that the instance has consumed it.
        return isWithdrawn || attempts == 1 ? isWithdrawn : throw new InstancePersistenceException(
            $"The connection broke while the message {sequence} of the instance '{instanceId}' was withdrawn, and the message is gone: it was withdrawn or consumed; look at the instance.");
    }

    public override Task<ReceiveResult> ReceiveAsync(ReceiveRequest request, CancellationToken cancellationToken) =>
        CallAsync((connection, token) => _parts.Messages.ReceiveAsync(connection, request, token), cancellationToken);

    public override Task<MessagePoll> PollMessagesAsync(SqlOwner owner, CancellationToken cancellationToken) =>
        CallAsync((connection, token) => _parts.Messages.PollAsync(connection, owner, token), cancellationToken);

    public override async Task<DbConnection> ConnectionOfAsync(Transaction transaction, CancellationToken cancellationToken) =>
        await _transactions.Open.Of(transaction).LendAsync(cancellationToken).ConfigureAwait(false);

    public override ApplicationTransaction Join(DbTransaction transaction) =>
        new ServerApplicationTransaction(_parts, transaction, NumberOfAsync, _options.TimeProvider);

    protected override bool IsContention(Exception failure) => failure is TransactionConflictException || _database.Failures.IsContention(failure);

    public override Task<int> PurgeAsync(TimeSpan retention, int limit, CancellationToken cancellationToken) => CallAsync(
        async (connection, token) =>
        {
            ServerStatement purge = new("Purge", new { kept = StoreTime.Of(retention), limit }) { UsesIndexPlans = true };
            return (await _database.QueryAsync<long>(connection, purge, token).ConfigureAwait(false)).Count;
        },
        cancellationToken);

    public override async ValueTask DisposeAsync()
    {
        _isDisposed = true;
        await _writer.CloseAsync().ConfigureAwait(false);
    }

    private async Task<StoreResult> LoadToEndAsync(LoadRequest request)
    {
        bool isRunnable = request.InstanceId is null && request.Key is null;
        StoreResult? result = _database.BatchesLoads && !isRunnable
            ? await _writer.WriteAsync(new ServerLoad(request), CancellationToken.None).ConfigureAwait(false)
            : null;
        return result is null || ReferenceEquals(result, StoreResult.NotExecuted) ? await LoadAloneAsync(request).ConfigureAwait(false) : result;
    }

    private Task<StoreResult> LoadAloneAsync(LoadRequest request) =>
        CallAsync((connection, token) => _loading.LoadAsync(connection, request, token), CancellationToken.None);

    private Task<StoreResult> WriteAsync(ServerWrite write, DeferredWrites? transaction, CancellationToken cancellationToken) =>
        transaction is null ? _writer.WriteAsync(write, cancellationToken) : AddAsync(write, transaction, cancellationToken);

    /// <summary>
    /// Adds a write to a transaction. A trial write can be repeated on another connection. A write on the connection of the transaction cannot be repeated.
    /// </summary>
    private Task<StoreResult> AddAsync(ServerWrite write, DeferredWrites transaction, CancellationToken cancellationToken) =>
        write is ServerSave { Request.CommitsAtOnce: true }
            ? transaction.AddAsync(write, cancellationToken)
            : TranslatedAsync(() => transaction.AddAsync(write, cancellationToken), cancellationToken);

    /// <summary>
    /// Returns the number of a definition, and assigns one if there is none. The assignment is outside any transaction, because other transactions also need
    /// the number.
    /// </summary>
    private async Task<int> NumberOfAsync(WorkflowIdentity? identity, CancellationToken cancellationToken)
    {
        if (_definitions.NumberOf(identity) is not { } number)
        {
            await TranslatedAsync(
                async () =>
                {
                    await _definitions.AddAsync(identity!, cancellationToken).ConfigureAwait(false);
                    return true;
                },
                cancellationToken).ConfigureAwait(false);
            number = _definitions.NumberOf(identity) ?? throw Damage.Row($"definition {identity}", "identity", null);
        }

        return number;
    }

    /// <summary>Releases the lock of a load whose caller has left.</summary>
    private async Task UnlockAbandonedLoadAsync(SqlOwner owner, Task<StoreResult> loading)
    {
        await ((Task)loading).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        if (loading.IsCompletedSuccessfully && (await loading.ConfigureAwait(false)).Loaded is { } loaded)
        {
            await OrphanedLocks.UnlockAsync(new UnlockRequest(owner, loaded.InstanceId, loaded.LockVersion, null)).ConfigureAwait(false);
        }
    }

    private void ChangedIf(bool hasChanged)
    {
        if (hasChanged)
        {
            Changed();
        }
    }

    /// <summary>
    /// Runs a call on a connection outside any transaction. The call is repeated if it was refused for a transient reason, or if its connection broke.
    /// </summary>
    private Task<T> CallAsync<T>(Func<DbConnection, CancellationToken, Task<T>> call, CancellationToken cancellationToken) => TranslatedAsync(
        async () =>
        {
            DbConnection connection = await _database.OpenAsync(cancellationToken).ConfigureAwait(false);
            await using (connection.ConfigureAwait(false))
            {
                return await call(connection, cancellationToken).ConfigureAwait(false);
            }
        },
        cancellationToken);

    private async Task<T> TranslatedAsync<T>(Func<Task<T>> call, CancellationToken cancellationToken)
    {
        if (_isDisposed)
        {
            throw StoreErrors.Disposed();
        }

        cancellationToken.ThrowIfCancellationRequested();
        try
        {
            return await TransientRetry
                .RunAsync(_options, failure => IsBroken(failure) || _database.Failures.IsTransient(failure), call, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception failure) when (cancellationToken.IsCancellationRequested && failure is not OperationCanceledException)
        {
            // A driver may report the cancellation of a call as a failure of its own.
            throw new OperationCanceledException(null, failure, cancellationToken);
        }
        catch (Exception failure)
        {
            throw _database.Failures.Translate(failure, _database);
        }

        bool IsBroken(Exception failure)
        {
            bool isBroken = _database.Failures.IsBroken(failure);
            if (isBroken)
            {
                _options.Reporter.ConnectionBroken(failure);
            }

            return isBroken;
        }
    }
}
