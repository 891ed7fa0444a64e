namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// A <see cref="TransactionScopeActivity"/> whose work can be undone after it has succeeded: by its <see cref="CompensationHandlerActivity"/>, or else by compensating what is in it.
/// The compensation does not run in the transaction, which has ended; the handler can contain a transaction scope.
/// </summary>
public sealed class CompensatableTransactionScopeActivity : TransactedSequence, ICompensatableActivity
{
    /// <summary>Makes a scope without children.</summary>
    public CompensatableTransactionScopeActivity()
    {
    }

    /// <summary>Makes a scope without children.</summary>
    /// <param name="name">Its name.</param>
    public CompensatableTransactionScopeActivity(string name)
        : base(name)
    {
    }

    /// <inheritdoc/>
    ActivityExecutionStatus ICompensatableActivity.Compensate(ActivityExecutionContext executionContext) => ActivityExecutionStatus.Closed;
}
