using System.Diagnostics.CodeAnalysis;

namespace Workflow.Testing;

/// <summary>The work queue of all instances of a host. The host runs the queued work on the thread of the test, in the order in which it was posted.</summary>
internal sealed class TestScheduler : SynchronizationContext
{
    private readonly Lock _gate = new();
    private readonly Queue<(SendOrPostCallback Callback, object? State)> _posts = new();
    private TaskCompletionSource _arrived = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Completes when work is queued. A task that is read after <see cref="RunAll"/> also covers work that was posted between the two calls.</summary>
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
            _arrived.TrySetResult();
        }
    }

    public override void Send(SendOrPostCallback d, object? state) =>
        throw new NotSupportedException("A test host accepts posted work only; call Post.");

    public override SynchronizationContext CreateCopy() => this;

    /// <summary>Runs the queued work, and the work that it posts, until the queue is empty.</summary>
    public void RunAll()
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

    private bool TryTake([NotNullWhen(true)] out SendOrPostCallback? callback, out object? state)
    {
        lock (_gate)
        {
            if (_posts.TryDequeue(out (SendOrPostCallback Callback, object? State) post))
            {
                (callback, state) = post;
                return true;
            }

            if (_arrived.Task.IsCompleted)
            {
                _arrived = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
            }

            (callback, state) = (null, null);
            return false;
        }
    }
}
