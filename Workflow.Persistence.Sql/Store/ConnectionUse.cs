using System.Data.Common;
using System.Transactions;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Knows which code works with the connection of a transaction. A call of that code which writes outside the transaction is refused: its effect would survive a rollback, and with SQLite it would wait for
/// the end of the transaction, which waits for the call. Thread-safe.
/// </summary>
/// <param name="connect">Gets the connection of a transaction.</param>
internal sealed class ConnectionUse(Func<Transaction, CancellationToken, Task<DbConnection>> connect)
{
    private readonly AsyncLocal<OpenTransaction?> _current = new();

    /// <summary>Gets the connection of a transaction, and notes it for the caller. Not asynchronous: the note would end with the method.</summary>
    public Task<DbConnection> ConnectAsync(Transaction transaction, CancellationToken cancellationToken)
    {
        OpenTransaction open = new();
        transaction.TransactionCompleted += (_, _) => open.IsOver = true;
        _current.Value = open;
        return connect(transaction, cancellationToken);
    }

    /// <summary>Whether the caller has the connection of a transaction that has not ended.</summary>
    public bool IsInside => _current.Value is { IsOver: false };

    /// <summary>The refusal of a call that writes outside the transaction.</summary>
    public static InvalidOperationException Refused() => new(
        "The caller uses the connection of a transaction, and this call of the store cannot take part in that transaction; make the call after the transaction has ended, for example in an activity behind the 'TransactionScope'.");

    private sealed class OpenTransaction
    {
        public volatile bool IsOver;
    }
}
