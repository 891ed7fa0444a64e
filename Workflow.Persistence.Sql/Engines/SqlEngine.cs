using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>The database-specific part of a store: the statements, the parameter binding, and the combination of calls into transactions.</summary>
/// <remarks>
/// Thread-safe. Outcomes are return values. An exception is a failure of the database, as an <see cref="InstancePersistenceException"/>, or of a row, as a
/// <see cref="SnapshotException"/>. Each call first checks its owner, and checks locks in the same statement that writes.
/// </remarks>
internal abstract class SqlEngine : IAsyncDisposable
{
    protected SqlEngine() => OrphanedLocks = new OrphanedLocks(request => UnlockAsync(request, CancellationToken.None));

    /// <summary>The locks that no caller holds.</summary>
    public OrphanedLocks OrphanedLocks { get; }

    /// <summary>Called when an instance may have become runnable, or an owner has ended.</summary>
    public Action Changed { get; set; } = static () => { };

    /// <summary>Creates or upgrades the schema, under a lock of the database.</summary>
    public abstract Task EnsureSchemaAsync(CancellationToken cancellationToken);

    public abstract Task<SqlOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken);

    /// <summary>The maximum number of expired requests that a lease renewal deletes.</summary>
    protected const int ForgottenRequests = 1000;

    /// <summary>Renews a lease; the outcome is that the call is done, or that the owner is gone. Also deletes expired requests.</summary>
    public abstract Task<StoreOutcome> RenewOwnerAsync(SqlOwner owner, CancellationToken cancellationToken);

    /// <summary>Renews a lease on the thread of the caller, without a thread pool thread, and does nothing else.</summary>
    public abstract StoreOutcome RenewOwner(SqlOwner owner);

    public abstract Task DeleteOwnerAsync(SqlOwner owner, CancellationToken cancellationToken);

    /// <summary>Saves an instance, in the transaction of the caller if there is one.</summary>
    public abstract Task<StoreResult> SaveAsync(SaveRequest request, CancellationToken cancellationToken);

    /// <summary>Unlocks an instance, in the transaction of the caller if there is one.</summary>
    public abstract Task<StoreResult> UnlockAsync(UnlockRequest request, CancellationToken cancellationToken);

    /// <summary>Resets the failures of an instance that no owner holds.</summary>
    public abstract Task<bool> ContinueAsync(Guid instanceId, CancellationToken cancellationToken);

    /// <summary>Ends an instance that no owner holds and that has failures, without reading its state.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="deletes">True if all data of the instance is deleted.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    public abstract Task<bool> TerminateAsync(Guid instanceId, bool deletes, CancellationToken cancellationToken);

    /// <summary>Locks an instance and reads its row.</summary>
    public abstract Task<StoreResult> LoadAsync(LoadRequest request, CancellationToken cancellationToken);

    /// <summary>Checks whether an owner may find a runnable instance.</summary>
    public abstract Task<RunnablePoll> PollRunnableAsync(SqlOwner owner, CancellationToken cancellationToken);

    /// <summary>Reads the summaries that match a query, starting after the given row; null to start at the first row.</summary>
    public abstract Task<IReadOnlyList<SummaryRow>> QueryAsync(InstanceQuery query, long? afterSid, int limit, CancellationToken cancellationToken);

    /// <summary>Stores a message, in a separate transaction.</summary>
    public abstract Task<StoreResult> SendAsync(SendRequest request, CancellationToken cancellationToken);

    /// <summary>Removes a message; false if there is no message with this number.</summary>
    public abstract Task<bool> WithdrawAsync(Guid instanceId, long sequence, CancellationToken cancellationToken);

    /// <summary>Reads messages of an instance.</summary>
    public abstract Task<ReceiveResult> ReceiveAsync(ReceiveRequest request, CancellationToken cancellationToken);

    /// <summary>Checks for messages to instances that an owner holds.</summary>
    public abstract Task<MessagePoll> PollMessagesAsync(SqlOwner owner, CancellationToken cancellationToken);

    /// <summary>Returns the connection of a transaction, on which the saves of the transaction are also written.</summary>
    /// <exception cref="TransactionException">The transaction has ended.</exception>
    public abstract Task<DbConnection> ConnectionOfAsync(Transaction transaction, CancellationToken cancellationToken);

    /// <summary>Joins a transaction that the application has begun.</summary>
    /// <exception cref="InvalidOperationException">The transaction has ended.</exception>
    /// <exception cref="ArgumentException">The transaction is in another database.</exception>
    public abstract ApplicationTransaction Join(DbTransaction transaction);

    /// <summary>Returns true if a transaction failed only because of concurrent transactions. Also checks inner exceptions.</summary>
    public bool HasContention(Exception? failure) => failure is not null
        && (IsContention(failure)
            || (failure is AggregateException several ? several.InnerExceptions.Any(HasContention) : HasContention(failure.InnerException)));

    /// <summary>Deletes completed instances whose retention has elapsed; returns their number.</summary>
    public abstract Task<int> PurgeAsync(TimeSpan retention, int limit, CancellationToken cancellationToken);

    public abstract ValueTask DisposeAsync();

    /// <summary>Returns true if the exception itself, without its inner exceptions, indicates contention.</summary>
    protected abstract bool IsContention(Exception failure);
}
