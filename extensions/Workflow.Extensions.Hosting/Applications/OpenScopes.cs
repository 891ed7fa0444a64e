namespace Workflow.Extensions.Hosting;

/// <summary>Counts the open container scopes of instances, so that a shutdown can wait for their end. Thread-safe.</summary>
internal sealed class OpenScopes
{
    private readonly Lock _gate = new();
    private TaskCompletionSource? _none;
    private int _count;

    public void Add()
    {
        lock (_gate)
        {
            _count++;
        }
    }

    public void Remove()
    {
        TaskCompletionSource? none = null;
        lock (_gate)
        {
            if (--_count == 0)
            {
                none = _none;
                _none = null;
            }
        }

        none?.TrySetResult();
    }

    /// <summary>Returns a task that completes when all services of all scopes are disposed.</summary>
    public Task WhenNoneAsync()
    {
        lock (_gate)
        {
            return _count == 0 ? Task.CompletedTask : (_none ??= new(TaskCreationOptions.RunContinuationsAsynchronously)).Task;
        }
    }
}
