using System.Transactions;

namespace Workflow.Runtime.Transactions;

/// <summary>The end of a transaction: a commit of the engine, or the wait for that of the application (rule 10.3). No thread waits for either.</summary>
internal sealed class CommitOperation
{
    private readonly CommittableTransaction? _committable;
    private IAsyncResult? _commit;

    /// <summary>Made for the first that waits: most commits end at once, and nothing waits for them.</summary>
    private TaskCompletionSource? _ended;

    /// <summary>1: the outcome can be taken.</summary>
    private int _isOver;

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
            _commit = _committable.BeginCommit(static commit => ((CommitOperation)commit.AsyncState!).NoteEnd(), this);
        }
        catch (TransactionException exception)
        {
            // It was over before: rolled back inside, or by its timeout.
            Failure = exception;
            NoteEnd();
        }
    }

    /// <summary>Why it was not committed; null when it was. Known once it has been ended.</summary>
    public Exception? Failure { get; private set; }

    /// <summary>Ends when the outcome can be taken.</summary>
    public Task Ended
    {
        get
        {
            _ended ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);

            // With the fence here and that of NoteEnd, either the end finds the source, or it is seen here.
            Interlocked.MemoryBarrier();
            if (Volatile.Read(ref _isOver) != 0)
            {
                _ended.TrySetResult();
            }

            return _ended.Task;
        }
    }

    /// <summary>Takes the outcome; false while there is none.</summary>
    public bool TryEnd()
    {
        if (Volatile.Read(ref _isOver) == 0)
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
        }

        return true;
    }

    private void OnCompleted(Transaction transaction)
    {
        if (transaction.TransactionInformation.Status != TransactionStatus.Committed)
        {
            Failure = new TransactionAbortedException("The transaction that the workflow waited for was not committed.");
        }

        NoteEnd();
    }

    /// <summary>Called by the thread that ends the transaction.</summary>
    private void NoteEnd()
    {
        Interlocked.Exchange(ref _isOver, 1);
        Volatile.Read(ref _ended)?.TrySetResult();
    }
}
