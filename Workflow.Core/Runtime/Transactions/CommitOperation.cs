using System.Transactions;

namespace Workflow.Runtime.Transactions;

/// <summary>The end of a transaction: a commit of the engine, or the wait for that of the application (rule 10.3). No thread waits for either.</summary>
internal sealed class CommitOperation
{
    private readonly CommittableTransaction? _committable;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private IAsyncResult? _commit;

    public CommitOperation(Transaction transaction)
    {
        _committable = transaction as CommittableTransaction;
        if (_committable is null)
        {
            transaction.TransactionCompleted += (_, completed) => OnCompleted(completed.Transaction!);
            return;
        }

        try
        {
            _commit = _committable.BeginCommit(static commit => ((CommitOperation)commit.AsyncState!)._ended.TrySetResult(), this);
        }
        catch (TransactionException exception)
        {
            // It was over before: rolled back inside, or by its timeout.
            Failure = exception;
            _ended.SetResult();
        }
    }

    /// <summary>Why it was not committed; null when it was. Known once it has been ended.</summary>
    public Exception? Failure { get; private set; }

    public Task Ended => _ended.Task;

    /// <summary>Takes the outcome; false while there is none.</summary>
    public bool TryEnd()
    {
        if (_commit is { IsCompleted: false } || (_commit is null && !_ended.Task.IsCompleted))
        {
            return false;
        }

        if (_commit is not null)
        {
            try
            {
                _committable!.EndCommit(_commit);
            }
            catch (TransactionException exception)
            {
                Failure = exception;
            }

            _commit = null;
            _ended.TrySetResult();
        }

        return true;
    }

    private void OnCompleted(Transaction transaction)
    {
        if (transaction.TransactionInformation.Status != TransactionStatus.Committed)
        {
            Failure = new TransactionAbortedException("The transaction that the workflow waited for was not committed.");
        }

        _ended.TrySetResult();
    }
}
