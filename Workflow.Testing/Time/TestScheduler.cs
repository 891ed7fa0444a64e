using System.Diagnostics.CodeAnalysis;

namespace Workflow.Testing;

/// <summary>The work of all instances of a host, which runs on the thread of the test when the host says so, in the order in which it was posted.</summary>
internal sealed class TestScheduler : SynchronizationContext
{
    private readonly Lock _gate = new();
    private readonly Queue<(SendOrPostCallback Callback, object? State)> _posts = new();
    private TaskCompletionSource _arrived = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Ends when work waits to be run. Read it before looking for work: what arrives after that ends it.</summary>
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

    /// <summary>Runs what was posted, and what that posts, until nothing is left.</summary>
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
