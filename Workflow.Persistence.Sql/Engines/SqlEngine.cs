using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>What differs between databases: the text of statements, the binding of values, and how calls are written together.</summary>
/// <remarks>
/// Thread-safe. Outcomes are values; an exception is a failure of the database, as an <see cref="InstancePersistenceException"/>, or of a row, as a <see cref="SnapshotException"/>. Each
/// call begins by checking its owner, and decides about locks in the statement that writes.
/// </remarks>
internal abstract class SqlEngine : IAsyncDisposable
{
    protected SqlEngine() => Left = new LeftLocks(request => UnlockAsync(request, CancellationToken.None));

    /// <summary>Locks that no caller has.</summary>
    public LeftLocks Left { get; }

    /// <summary>Called when an instance may have become runnable, or an owner has gone.</summary>
    public Action Changed { get; set; } = static () => { };

    /// <summary>Creates the schema or upgrades it, under a lock of the database.</summary>
    public abstract Task EnsureSchemaAsync(CancellationToken cancellationToken);

    public abstract Task<SqlOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken);

    /// <summary>The maximum number of requests that a renewal forgets.</summary>
    protected const int ForgottenRequests = 1000;

    /// <summary>Renews a lease: done, or the owner is gone. Forgets requests that were remembered for long enough.</summary>
    public abstract Task<StoreOutcome> RenewOwnerAsync(SqlOwner owner, CancellationToken cancellationToken);

    /// <summary>Renews a lease on the thread of the caller, and does nothing else. It needs no thread of the pool.</summary>
    public abstract StoreOutcome RenewOwner(SqlOwner owner);

    public abstract Task DeleteOwnerAsync(SqlOwner owner, CancellationToken cancellationToken);

    /// <summary>Saves an instance, in the transaction of the caller if there is one.</summary>
    public abstract Task<StoreAnswer> SaveAsync(SaveRequest request, CancellationToken cancellationToken);

    /// <summary>Gives an instance back, in the transaction of the caller if there is one.</summary>
    public abstract Task<StoreAnswer> UnlockAsync(UnlockRequest request, CancellationToken cancellationToken);

    /// <summary>Forgets the failures of an instance that nobody holds.</summary>
    public abstract Task<bool> ReleaseAsync(Guid instanceId, CancellationToken cancellationToken);

    /// <summary>Ends an instance that nobody holds and that has failures, without reading its state.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="deletes">Whether nothing is kept of it.</param>
    /// <param name="cancellationToken">Asks for an early end.</param>
    public abstract Task<bool> TerminateAsync(Guid instanceId, bool deletes, CancellationToken cancellationToken);

    /// <summary>Locks an instance and reads its row.</summary>
    public abstract Task<StoreAnswer> LoadAsync(LoadRequest request, CancellationToken cancellationToken);

    /// <summary>Looks whether an owner may find a runnable instance.</summary>
    public abstract Task<RunnableLook> LookAsync(SqlOwner owner, CancellationToken cancellationToken);

    /// <summary>Reads the summaries that meet a query, after a row; null: from the first.</summary>
    public abstract Task<IReadOnlyList<SummaryRow>> QueryAsync(InstanceQuery query, long? afterSid, int limit, CancellationToken cancellationToken);

    /// <summary>Stores a message, in a transaction of its own.</summary>
    public abstract Task<StoreAnswer> SendAsync(SendRequest request, CancellationToken cancellationToken);

    /// <summary>Removes a message; false: there is none with this number.</summary>
    public abstract Task<bool> WithdrawAsync(Guid instanceId, long sequence, CancellationToken cancellationToken);

    /// <summary>Reads messages of an instance.</summary>
    public abstract Task<ReceiveAnswer> ReceiveAsync(ReceiveRequest request, CancellationToken cancellationToken);

    /// <summary>Looks for messages to instances that an owner holds.</summary>
    public abstract Task<MessageLook> LookForMessagesAsync(SqlOwner owner, CancellationToken cancellationToken);

    /// <summary>The connection of a transaction, on which its saves are written too.</summary>
    /// <exception cref="TransactionException">The transaction has ended.</exception>
    public abstract Task<DbConnection> ConnectionOfAsync(Transaction transaction, CancellationToken cancellationToken);

    /// <summary>Makes calls in a transaction that the application has begun.</summary>
    /// <exception cref="InvalidOperationException">The transaction has ended.</exception>
    /// <exception cref="ArgumentException">It is in another database.</exception>
    public abstract ApplicationTransaction Join(DbTransaction transaction);

    /// <summary>Whether a transaction failed only because of others that ran at the same time.</summary>
    public bool HasContention(Exception? failure) => failure is not null
        && (IsContention(failure) || (failure is AggregateException several ? several.InnerExceptions.Any(HasContention) : HasContention(failure.InnerException)));

    /// <summary>Deletes completed instances that were kept for a time; returns how many.</summary>
    public abstract Task<int> PurgeAsync(TimeSpan keptFor, int limit, CancellationToken cancellationToken);

    public abstract ValueTask DisposeAsync();

    /// <summary>Whether one exception, without its inner ones, says that.</summary>
    protected abstract bool IsContention(Exception failure);
}
