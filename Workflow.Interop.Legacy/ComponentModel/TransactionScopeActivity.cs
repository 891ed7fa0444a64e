namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Runs its children one after the other in a transaction, which is the ambient one of their steps. When they have succeeded, the instance is saved and its pending work is done in the
/// same transaction, and it is committed. If they fail, it is rolled back and the instance goes back to what it was when the scope began; then the parent gets the exception.
/// One scope of an instance runs at a time, and nothing else of the instance meanwhile. The runtime needs a persistence service.
/// </summary>
public sealed class TransactionScopeActivity : TransactedSequence
{
    /// <summary>Makes a scope without children.</summary>
    public TransactionScopeActivity()
    {
    }

    /// <summary>Makes a scope without children.</summary>
    /// <param name="name">Its name.</param>
    public TransactionScopeActivity(string name)
        : base(name)
    {
    }
}
