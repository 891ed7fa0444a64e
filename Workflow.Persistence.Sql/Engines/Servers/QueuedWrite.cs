namespace Workflow.Persistence.Sql;

/// <summary>A call that waits in a queue to be written with others. It is canceled as long as it waits; once it has begun, it runs to its end.</summary>
internal sealed class QueuedWrite
{
    private readonly TaskCompletionSource<StoreAnswer> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly CancellationTokenRegistration _cancellation;
    private int _state;

    public QueuedWrite(IFlushedCall call, CancellationToken cancellationToken)
    {
        Call = call;
        _cancellation = cancellationToken.UnsafeRegister(static (queued, token) => ((QueuedWrite)queued!).Cancel(token), this);
    }

    public IFlushedCall Call { get; }

    /// <summary>Ends when the answer is known, and what was written is on the disk of the server.</summary>
    public Task<StoreAnswer> Task => _end.Task;

    /// <summary>Takes it out of the hands of its caller; false when it was canceled.</summary>
    public bool TryBegin()
    {
        // Without a wait for a cancellation that is going on: the queue is locked here.
        _cancellation.Unregister();
        return Interlocked.CompareExchange(ref _state, 1, 0) == 0;
    }

    private void Cancel(CancellationToken cancellationToken)
    {
        if (Interlocked.CompareExchange(ref _state, 2, 0) == 0)
        {
            _end.TrySetCanceled(cancellationToken);
        }
    }

    public void Succeed(StoreAnswer answer) => _end.TrySetResult(answer);

    public void Fail(Exception failure) => _end.TrySetException(failure);
}
