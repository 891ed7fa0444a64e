using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Tracks which code uses the connection of a transaction. Calls of that code that write outside the transaction are refused: their effect would survive a
/// rollback, and with SQLite they would deadlock, because the call waits for the end of the transaction, which waits for the call. Thread-safe.
/// </summary>
/// <param name="connect">Returns the connection of a transaction.</param>
internal sealed class ConnectionUse(Func<Transaction, CancellationToken, Task<DbConnection>> connect)
{
    private readonly AsyncLocal<OpenTransaction?> _current = new();

    /// <summary>
    /// Returns the connection of a transaction, and marks the asynchronous flow of the caller. Not an async method, because the <see cref="AsyncLocal{T}"/>
    /// value would be reset when the method returns.
    /// </summary>
    public Task<DbConnection> ConnectAsync(Transaction transaction, CancellationToken cancellationToken)
    {
        OpenTransaction open = new();
        transaction.TransactionCompleted += (_, _) => open.IsOver = true;
        _current.Value = open;
        return connect(transaction, cancellationToken);
    }

    /// <summary>True if the caller uses the connection of a transaction that has not ended.</summary>
    public bool IsInside => _current.Value is { IsOver: false };

    /// <summary>Creates the exception for a call that writes outside the transaction.</summary>
    public static InvalidOperationException Refused() => new(
        "The caller uses the connection of a transaction, and this call of the store cannot take part in that transaction; make the call after the transaction has ended, for example in an activity behind the 'TransactionScope'.");

    private sealed class OpenTransaction
    {
        public volatile bool IsOver;
    }
}
