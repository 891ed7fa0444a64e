namespace Workflow.Core.Tests.TestKit;

/// <summary>A synchronization context that queues posted callbacks until the test runs them on its thread.</summary>
internal sealed class PumpContext : SynchronizationContext
{
    private readonly Lock _gate = new();
    private readonly Queue<(SendOrPostCallback Callback, object? State)> _posts = new();
    private TaskCompletionSource _arrived = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The number of posts so far.</summary>
    public int Posted { get; private set; }

    /// <summary>Completes when a callback is queued.</summary>
    public Task Arrived
    {
        get
        {
            lock (_gate)
            {
                return _arrived.Task;
            }
        }
    }

    public override void Post(SendOrPostCallback d, object? state)
    {
        lock (_gate)
        {
            _posts.Enqueue((d, state));
            Posted++;
            _arrived.TrySetResult();
        }
    }

    public override void Send(SendOrPostCallback d, object? state) => throw new NotSupportedException("Nothing is sent here, only posted.");

    /// <summary>Runs the queued callbacks, and those that they post, under this context.</summary>
    public void Pump()
    {
        SynchronizationContext? before = Current;
        SetSynchronizationContext(this);
        try
        {
            while (TryTake(out SendOrPostCallback? callback, out object? state))
            {
                callback(state);
            }
        }
        finally
        {
            SetSynchronizationContext(before);
        }
    }

    private bool TryTake([System.Diagnostics.CodeAnalysis.NotNullWhen(true)] out SendOrPostCallback? callback, out object? state)
    {
        lock (_gate)
        {
            if (_posts.TryDequeue(out (SendOrPostCallback Callback, object? State) post))
            {
                (callback, state) = post;
                return true;
            }

            _arrived = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            (callback, state) = (null, null);
            return false;
        }
    }
}
