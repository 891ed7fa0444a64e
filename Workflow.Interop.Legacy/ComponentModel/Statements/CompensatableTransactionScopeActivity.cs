namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// A <see cref="TransactionScopeActivity"/> whose work can be undone after it has succeeded: by its <see cref="CompensationHandlerActivity"/>, or by
/// compensating the activities in it if it has no handler. The compensation runs after the transaction of the scope has ended. The handler can contain a
/// transaction scope.
/// </summary>
public sealed class CompensatableTransactionScopeActivity : TransactedSequence, ICompensatableActivity
{
    /// <summary>Creates a scope without children.</summary>
    public CompensatableTransactionScopeActivity()
    {
    }

    /// <summary>Creates a scope without children.</summary>
    /// <param name="name">The name of the activity.</param>
    public CompensatableTransactionScopeActivity(string name)
        : base(name)
    {
    }

    /// <inheritdoc/>
    ActivityExecutionStatus ICompensatableActivity.Compensate(ActivityExecutionContext executionContext) => ActivityExecutionStatus.Closed;
}
