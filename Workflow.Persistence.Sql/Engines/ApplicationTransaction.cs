using System.Data;
using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>A transaction that the application has begun on a connection of its own, and the calls of a store in it.</summary>
/// <remarks>
/// One call at a time, on the connection of the application, so that nothing waits for a lock that the transaction itself has. Nothing is repeated: only the application can
/// repeat its transaction. Each call is between a mark and its end, and what fails in between is undone, so that the rows of the application stay.
/// </remarks>
internal abstract class ApplicationTransaction(DbTransaction transaction, DbConnection connection)
{
    /// <summary>Whether the transaction was committed or rolled back, or its connection is closed.</summary>
    public virtual bool IsOver => !ReferenceEquals(OpenConnectionOf(transaction), connection);

    protected DbTransaction Transaction => transaction;

    protected DbConnection Connection => connection;

    /// <summary>The connection of a transaction.</summary>
    /// <param name="transaction">The transaction.</param>
    /// <param name="own">A connection of the store.</param>
    /// <exception cref="InvalidOperationException">The transaction has ended.</exception>
    /// <exception cref="ArgumentException">The connections are of different drivers.</exception>
    public static DbConnection ConnectionOf(DbTransaction transaction, DbConnection own)
    {
        DbConnection connection = OpenConnectionOf(transaction) ?? throw new InvalidOperationException("The transaction has ended, or its connection is closed; begin another one.");
        return own.GetType().IsInstanceOfType(connection) ? connection : throw new ArgumentException(
            $"The connection of the transaction is a '{connection.GetType().FullName}' and those of the store are '{own.GetType().FullName}'; begin it on a connection to the database of the store.",
            nameof(transaction));
    }

    /// <summary>Makes calls where this database may block a thread.</summary>
    public abstract Task<T> RunAsync<T>(Func<Task<T>> calls);

    /// <summary>Sets the mark to which a call is undone.</summary>
    public abstract Task MarkAsync(CancellationToken cancellationToken);

    /// <summary>Undoes what was done since the mark.</summary>
    public abstract Task UndoAsync();

    /// <summary>Removes the mark.</summary>
    public abstract Task KeepAsync();

    public abstract Task<SqlOwner> CreateOwnerAsync(InstanceOwnerOptions options, CancellationToken cancellationToken);

    /// <summary>Removes the row of an owner that holds nothing.</summary>
    public abstract Task RemoveOwnerAsync(SqlOwner owner, CancellationToken cancellationToken);

    public abstract Task<StoreAnswer> SaveAsync(SaveRequest request, CancellationToken cancellationToken);

    public abstract Task<StoreAnswer> UnlockAsync(UnlockRequest request, CancellationToken cancellationToken);

    public abstract Task<StoreAnswer> LoadAsync(LoadRequest request, CancellationToken cancellationToken);

    public abstract Task<StoreAnswer> SendAsync(SendRequest request, CancellationToken cancellationToken);

    /// <summary>Whether another call has written the same key or the same instance just now, so that it will be found when the call is repeated.</summary>
    public abstract bool IsConflict(Exception failure);

    /// <summary>The failure for the caller.</summary>
    public abstract Exception Translate(Exception failure);

    /// <summary>
    /// The connection of a transaction; null: it has ended. A driver can keep the connection then, but all of them refuse to say the level. And one can use the object again, for a transaction of
    /// another connection.
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
