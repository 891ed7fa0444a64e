using System.Transactions;

namespace Workflow;

/// <summary>The context of a transaction callback, which sets the transaction of the workflow (rule 10.1).</summary>
public sealed class NativeActivityTransactionContext : NativeActivityContext
{
    private readonly RuntimeTransactionHandle _handle;

    internal NativeActivityTransactionContext(ActivityInstance instance, RuntimeTransactionHandle handle)
        : base(instance) => _handle = handle;

    /// <summary>
    /// Sets the transaction. The activity that declares the handle becomes its isolation scope: no activity outside this scope runs until the transaction has
    /// ended.
    /// </summary>
    /// <param name="transaction">
    /// The transaction. A <see cref="CommittableTransaction"/> is committed when the scope completes; for any other transaction, the workflow waits for its
    /// end.
    /// </param>
    /// <exception cref="InvalidOperationException">The workflow already has a transaction.</exception>
    public void SetRuntimeTransaction(Transaction transaction)
    {
        ArgumentNullException.ThrowIfNull(transaction);
        TransactionPort.Of(this).SetTransaction(Instance, _handle, transaction);
    }
}
