using System.Transactions;

namespace Workflow;

/// <summary>
/// The part of the execution port for transactions. A separate class, so that the port for scopes does not depend on the handle and the callbacks of
/// transactions. The namespace Workflow.Runtime implements it with the other scopes.
/// </summary>
internal abstract class TransactionPort : ScopePort
{
    public static TransactionPort Of(ActivityContext context) => (TransactionPort)context.Port.Scopes;

    /// <summary>Requests a call of the callback when a transaction can be set (rule 10.1).</summary>
    public abstract void RequestTransaction(
        ActivityInstance requester,
        RuntimeTransactionHandle handle,
        Action<NativeActivityTransactionContext, object?> callback,
        object? state,
        bool isRequired);

    public abstract void SetTransaction(ActivityInstance requester, RuntimeTransactionHandle handle, Transaction transaction);

    public abstract void CompleteTransaction(ActivityInstance requester, RuntimeTransactionHandle handle, BookmarkCallback? callback);
}
