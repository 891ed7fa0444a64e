namespace Workflow.Core.Tests.TestKit;

/// <summary>A point at which a call blocks until the test releases it. Optionally observes the cancellation token.</summary>
internal sealed class Hang(bool honoursToken = false)
{
    private readonly TaskCompletionSource _reached = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _gate = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public bool HonoursToken => honoursToken;

    /// <summary>Completes when a call blocks here.</summary>
    public Task Reached => _reached.Task.WaitAsync(HangGuard.Limit);

    public void LetGo() => _gate.TrySetResult();

    public void LetGo(Exception failure) => _gate.TrySetException(failure);

    public Task HereAsync(CancellationToken cancellationToken)
    {
        _reached.TrySetResult();
        return honoursToken ? _gate.Task.WaitAsync(cancellationToken) : _gate.Task;
    }
}
