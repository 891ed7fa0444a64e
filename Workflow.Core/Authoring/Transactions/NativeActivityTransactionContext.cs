using System.Transactions;

namespace Workflow;

/// <summary>The context of a transaction callback: what it sets is the transaction of the workflow from now on (rule 10.1).</summary>
public sealed class NativeActivityTransactionContext : NativeActivityContext
{
    private readonly RuntimeTransactionHandle _handle;

    internal NativeActivityTransactionContext(ExecutionPort port, ActivityInstance instance, RuntimeTransactionHandle handle)
        : base(port, instance) => _handle = handle;

    /// <summary>Sets the transaction. The activity that declares the handle becomes its isolation scope: nothing outside runs until the transaction is over.</summary>
    /// <param name="transaction">The transaction. One that is a <see cref="CommittableTransaction"/> is committed when the scope completes; the end of any other is waited for.</param>
    /// <exception cref="InvalidOperationException">The workflow has a transaction already.</exception>
    public void SetRuntimeTransaction(Transaction transaction)
    {
        ArgumentNullException.ThrowIfNull(transaction);
        TransactionPort.Of(this).SetTransaction(Instance, _handle, transaction);
    }
}
