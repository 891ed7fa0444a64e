namespace Workflow.Hosting;

/// <summary>An operation that a caller awaits. Its token cancels the operation before it is performed.</summary>
internal abstract class AwaitableOperation<T> : HostOperation
{
    private readonly TaskCompletionSource<T> _completion = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly CancellationTokenRegistration _registration;

    protected AwaitableOperation(CancellationToken cancellationToken)
    {
        Token = cancellationToken;
        if (cancellationToken.CanBeCanceled)
        {
            _registration = cancellationToken.UnsafeRegister(static (state, token) => ((AwaitableOperation<T>)state!)._completion.TrySetCanceled(token), this);
        }
    }

    public Task<T> Answer => _completion.Task;

    public sealed override bool IsGivenUp => _completion.Task.IsCompleted;

    protected CancellationToken Token { get; }

    public sealed override ValueTask PerformAsync(OperationTarget instance)
    {
        if (instance.IsEnded)
        {
            CompleteForEnded(instance);
            return ValueTask.CompletedTask;
        }

        return PerformOnLiveAsync(instance);
    }

    public sealed override void Fail(OperationTarget instance, Exception exception)
    {
        _registration.Unregister();
        if (exception is OperationCanceledException && Token.IsCancellationRequested)
        {
            _completion.TrySetCanceled(Token);
        }
        else
        {
            _completion.TrySetException(exception);
        }
    }

    /// <summary>Performs the operation on an instance that has not ended.</summary>
    protected abstract ValueTask PerformOnLiveAsync(OperationTarget instance);

    /// <summary>Completes an operation whose instance ended before (rule 6.7).</summary>
    protected virtual void CompleteForEnded(OperationTarget instance) => Fail(instance, new Refusals(instance).Exception);

    /// <summary>Ends the effect of the token on the wait of the caller: from here on the token is passed to the store.</summary>
    protected void DetachToken() => _registration.Unregister();

    protected void Succeed(T answer)
    {
        _registration.Unregister();
        _completion.TrySetResult(answer);
    }
}
