using System.Data;
using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>A transaction that the application has begun on its own connection, and the calls of a store in this transaction.</summary>
/// <remarks>
/// One call runs at a time, on the connection of the application, so that no call waits for a lock of the transaction itself. Calls are not repeated after
/// failures, because only the application can repeat its transaction. Each call runs inside a savepoint and is rolled back to the savepoint if it fails, so
/// that the changes of the application are kept.
/// </remarks>
internal abstract class ApplicationTransaction(DbTransaction transaction, DbConnection connection)
{
    /// <summary>True if the transaction was committed or rolled back, or its connection is closed.</summary>
    public virtual bool IsOver => !ReferenceEquals(OpenConnectionOf(transaction), connection);

    protected DbTransaction Transaction => transaction;

    protected DbConnection Connection => connection;

    /// <summary>Returns the connection of a transaction.</summary>
    /// <param name="transaction">The transaction.</param>
    /// <param name="own">A connection of the store.</param>
    /// <exception cref="InvalidOperationException">The transaction has ended.</exception>
    /// <exception cref="ArgumentException">The connections are of different drivers.</exception>
    public static DbConnection ConnectionOf(DbTransaction transaction, DbConnection own)
    {
        DbConnection connection = OpenConnectionOf(transaction)
            ?? throw new InvalidOperationException("The transaction has ended, or its connection is closed; begin another one.");
        return own.GetType().IsInstanceOfType(connection) ? connection : throw new ArgumentException(
            $"The connection of the transaction is a '{connection.GetType().FullName}' and those of the store are '{own.GetType().FullName}'; begin it on a connection to the database of the store.",
            nameof(transaction));
    }

    /// <summary>Runs calls on a thread that this database may block.</summary>
    public abstract Task<T> RunAsync<T>(Func<Task<T>> calls);

    /// <summary>Sets the savepoint of a call.</summary>
    public abstract Task BeginSavepointAsync(CancellationToken cancellationToken);

    /// <summary>Rolls back to the savepoint.</summary>
    public abstract Task RollBackToSavepointAsync();

    /// <summary>Releases the savepoint and keeps the changes.</summary>
    public abstract Task ReleaseSavepointAsync();

    public abstract Task<SqlOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken);

    /// <summary>Removes the row of an owner that holds no locks.</summary>
    public abstract Task RemoveOwnerAsync(SqlOwner owner, CancellationToken cancellationToken);

    public abstract Task<StoreResult> SaveAsync(SaveRequest request, CancellationToken cancellationToken);

    public abstract Task<StoreResult> UnlockAsync(UnlockRequest request, CancellationToken cancellationToken);

    public abstract Task<StoreResult> LoadAsync(LoadRequest request, CancellationToken cancellationToken);

    public abstract Task<StoreResult> SendAsync(SendRequest request, CancellationToken cancellationToken);

    /// <summary>Returns true if a concurrent call has just written the same key or the same instance. A repeated call sees these rows.</summary>
    public abstract bool IsConflict(Exception failure);

    /// <summary>Returns the exception for the caller.</summary>
    public abstract Exception Translate(Exception failure);

    /// <summary>
    /// Returns the open connection of a transaction; null if the transaction has ended. After the end, some drivers keep the connection, but all of them throw
    /// when the isolation level is read. A driver may also reuse the transaction object for a transaction on another connection.
    /// </summary>
    private static DbConnection? OpenConnectionOf(DbTransaction transaction)
    {
        try
        {
            _ = transaction.IsolationLevel;
            return transaction.Connection is { State: ConnectionState.Open } open ? open : null;
        }
        catch (InvalidOperationException)
        {
            return null;
        }
    }
}
