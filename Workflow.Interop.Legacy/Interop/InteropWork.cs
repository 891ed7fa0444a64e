using System.Transactions;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy;

/// <summary>Does pending work when a transaction is about to be committed. Any thread may end the transaction.</summary>
internal sealed class InteropWork : IEnlistmentNotification
{
    private readonly WorkBatch _work;
    private readonly Transaction _transaction;

    private InteropWork(WorkBatch work, Transaction transaction) => (_work, _transaction) = (work, transaction);

    /// <summary>Moves the work of a batch to a transaction.</summary>
    public static void Enlist(WorkBatch batch, Transaction transaction)
    {
        if (batch.Count > 0)
        {
            // During the prepare phase, the work may enlist more resources in the transaction.
            transaction.EnlistVolatile(new InteropWork(batch.Take(), transaction), EnlistmentOptions.EnlistDuringPrepareRequired);
        }
    }

    public void Prepare(PreparingEnlistment preparingEnlistment)
    {
        Transaction? ambient = Transaction.Current;
        try
        {
            Transaction.Current = _transaction;
            _work.Commit(_transaction);
            preparingEnlistment.Prepared();
        }
        catch (Exception exception)
        {
            preparingEnlistment.ForceRollback(exception);
            Complete(succeeded: false);
        }
        finally
        {
            Transaction.Current = ambient;
        }
    }

    public void Commit(Enlistment enlistment) => End(enlistment, succeeded: true);

    public void Rollback(Enlistment enlistment) => End(enlistment, succeeded: false);

    public void InDoubt(Enlistment enlistment) => End(enlistment, succeeded: false);

    private void End(Enlistment enlistment, bool succeeded)
    {
        Complete(succeeded);
        enlistment.Done();
    }

    private void Complete(bool succeeded) => _work.Complete(succeeded, static call =>
    {
        try
        {
            call();
        }
        catch (Exception)
        {
            // The transaction has ended: an exception in a completion callback cannot change the outcome, and the workflow has no handler for it.
        }
    });
}
