namespace Workflow.Persistence.Sql;

/// <summary>A call in a queue that is executed together with others. It can be canceled while it waits; once started, it runs to completion.</summary>
internal sealed class QueuedWrite
{
    private readonly TaskCompletionSource<StoreResult> _end = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly CancellationTokenRegistration _cancellation;
    private int _state;

    public QueuedWrite(IFlushedCall call, CancellationToken cancellationToken)
    {
        Call = call;
        _cancellation = cancellationToken.UnsafeRegister(static (queued, token) => ((QueuedWrite)queued!).Cancel(token), this);
    }

    public IFlushedCall Call { get; }

    /// <summary>Completes when the answer is known and the changes are durable on the server.</summary>
    public Task<StoreResult> Task => _end.Task;

    /// <summary>Marks the call as started, so that it can no longer be canceled; false if it was canceled.</summary>
    public bool TryBegin()
    {
        // Unregister does not wait for a running cancellation callback, because the caller holds the lock of the queue.
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

    public void Succeed(StoreResult result) => _end.TrySetResult(result);

    public void Fail(Exception failure) => _end.TrySetException(failure);
}
