using System.Transactions;
using Workflow.Interop.Legacy.Runtime;

namespace Workflow.Interop.Legacy;

/// <summary>Does pending work when a transaction is about to be committed. Any thread may end the transaction.</summary>
internal sealed class InteropWork : IEnlistmentNotification
{
    private readonly WorkBatch _work;
    private readonly Transaction _transaction;

    private InteropWork(WorkBatch work, Transaction transaction) => (_work, _transaction) = (work, transaction);

    /// <summary>Hands the work of a batch over to a transaction.</summary>
    public static void Enlist(WorkBatch batch, Transaction transaction)
    {
        if (batch.Count > 0)
        {
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
            // The transaction has ended, and the new workflow has no place for exceptions that change nothing.
        }
    });
}
