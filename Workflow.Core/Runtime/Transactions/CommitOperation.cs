using System.Transactions;

namespace Workflow.Runtime.Transactions;

/// <summary>The end of a transaction: a commit by the engine, or the wait for the commit of the application (rule 10.3). It blocks no thread.</summary>
internal sealed class CommitOperation
{
    private readonly CommittableTransaction? _committable;
    private IAsyncResult? _commit;

    /// <summary>Created when something waits for the end. Most commits end at once, so nothing waits for them.</summary>
    private TaskCompletionSource? _ended;

    /// <summary>1 when the outcome is available.</summary>
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
            // The transaction has ended before: code inside it or its timeout rolled it back.
            Failure = exception;
            NoteEnd();
        }
    }

    /// <summary>The reason why the transaction was not committed; null if it was. Valid after <see cref="TryEnd"/> has returned true.</summary>
    public Exception? Failure { get; private set; }

    /// <summary>A task that completes when the outcome is available.</summary>
    public Task Ended
    {
        get
        {
            _ended ??= new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);

            // The fences here and in NoteEnd ensure that either NoteEnd sees the source, or this method sees the flag.
            Interlocked.MemoryBarrier();
            if (Volatile.Read(ref _isOver) != 0)
            {
                _ended.TrySetResult();
            }

            return _ended.Task;
        }
    }

    /// <summary>Takes the outcome; returns false if it is not available yet.</summary>
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

    /// <summary>Records the end of the transaction. Called on the thread that ends the transaction.</summary>
    private void NoteEnd()
    {
        Interlocked.Exchange(ref _isOver, 1);
        Volatile.Read(ref _ended)?.TrySetResult();
    }
}
