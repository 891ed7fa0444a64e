namespace Workflow.Core.Tests.TestKit;

/// <summary>A place at which something hangs until the test lets it go; with a token that it honours, or not.</summary>
internal sealed class Hang(bool honoursToken = false)
{
    private readonly TaskCompletionSource _reached = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _gate = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public bool HonoursToken => honoursToken;

    /// <summary>Ends when something hangs here.</summary>
    public Task Reached => _reached.Task.WaitAsync(HangGuard.Limit);

    public void LetGo() => _gate.TrySetResult();

    public void LetGo(Exception failure) => _gate.TrySetException(failure);

    public Task HereAsync(CancellationToken cancellationToken)
    {
        _reached.TrySetResult();
        return honoursToken ? _gate.Task.WaitAsync(cancellationToken) : _gate.Task;
    }
}
