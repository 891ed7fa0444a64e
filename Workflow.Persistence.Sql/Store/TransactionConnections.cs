using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>
/// An extension that gives an activity the connection of its transaction. Changes on this connection are committed together with the state of the instance,
/// which is saved on the same connection, or not at all.
/// </summary>
/// <remarks>
/// <para>An application whose store is a <see cref="SqlInstanceStore"/> has this extension automatically; use <see cref="ActivityContext.GetExtension{T}"/> to
/// get it. The transaction is that of the TransactionScope around the activity.</para>
/// <para>The connection is open and in the transaction. Do not close it, and do not begin, commit or roll back a transaction on it. Only one activity may use
/// the connection at a time. It is closed when the transaction ends. With SQLite, the transaction holds the write lock of the file from the first call until
/// its end, and all other writes wait. Thread-safe.</para>
/// </remarks>
public sealed class TransactionConnections
{
    private readonly Func<Transaction, CancellationToken, Task<DbConnection>> _connect;

    internal TransactionConnections(Func<Transaction, CancellationToken, Task<DbConnection>> connect) => _connect = connect;

    /// <summary>
    /// Returns the connection of the transaction in which an activity runs. Call this method before the first await of the activity, because the context is not
    /// valid after that.
    /// </summary>
    /// <param name="context">The context of the activity.</param>
    /// <param name="cancellationToken">Cancels the wait for the connection.</param>
    /// <returns>The connection, the same for each call in one transaction.</returns>
    /// <exception cref="ArgumentNullException">The context is null.</exception>
    /// <exception cref="InvalidOperationException">The activity does not run in a transaction.</exception>
    /// <exception cref="TransactionException">The transaction has ended, for example because of its timeout.</exception>
    /// <exception cref="InstancePersistenceException">The database cannot be used.</exception>
    public Task<DbConnection> GetAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(context);
        Transaction transaction = context.GetProperty<RuntimeTransactionHandle>()?.GetCurrentTransaction(context)
            ?? throw new InvalidOperationException(
                "The activity runs in no transaction, so it has no connection to share with the store; move it into a 'TransactionScope'.");
        return _connect(transaction, cancellationToken);
    }

    /// <summary>Returns the connection of a transaction, for example one that an activity has read from its <see cref="RuntimeTransactionHandle"/>.</summary>
    /// <param name="transaction">The transaction.</param>
    /// <param name="cancellationToken">Cancels the wait for the connection.</param>
    /// <returns>The connection, the same for each call in one transaction.</returns>
    /// <exception cref="ArgumentNullException">The transaction is null.</exception>
    /// <exception cref="TransactionException">The transaction has ended.</exception>
    /// <exception cref="InstancePersistenceException">The database cannot be used.</exception>
    public Task<DbConnection> GetAsync(Transaction transaction, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(transaction);
        return _connect(transaction, cancellationToken);
    }
}
