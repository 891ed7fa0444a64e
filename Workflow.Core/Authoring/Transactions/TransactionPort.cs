using System.Transactions;

namespace Workflow;

/// <summary>
/// The part of the port for transactions. It is a separate class, because handles and callbacks of transactions depend on the model. Runtime
/// implements it with the rest of the scopes.
/// </summary>
internal abstract class TransactionPort : ScopePort
{
    public static TransactionPort Of(ActivityContext context) => (TransactionPort)context.Port.Scopes;

    /// <summary>Calls the callback when a transaction can be set (rule 10.1).</summary>
    public abstract void RequestTransaction(
        ActivityInstance requester,
        RuntimeTransactionHandle handle,
        Action<NativeActivityTransactionContext, object?> callback,
        object? state,
        bool isRequired);

    public abstract void SetTransaction(ActivityInstance requester, RuntimeTransactionHandle handle, Transaction transaction);

    public abstract void CompleteTransaction(ActivityInstance requester, RuntimeTransactionHandle handle, BookmarkCallback? callback);
}
