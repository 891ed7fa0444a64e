namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Runs its children one after the other in a transaction, which is the ambient transaction of their steps. When the children have succeeded, the instance is
/// saved and its pending work is performed in the same transaction, and the transaction is committed. If a child fails, the transaction is rolled back, the
/// instance returns to its state at the beginning of the scope, and the parent receives the exception. Only one scope of an instance runs at a time, and no
/// other step of the instance runs meanwhile. The runtime needs a persistence service.
/// </summary>
public sealed class TransactionScopeActivity : TransactedSequence
{
    /// <summary>Creates a scope without children.</summary>
    public TransactionScopeActivity()
    {
    }

    /// <summary>Creates a scope without children.</summary>
    /// <param name="name">The name of the activity.</param>
    public TransactionScopeActivity(string name)
        : base(name)
    {
    }
}
