namespace Workflow.Hosting;

/// <summary>An operation that somebody waits for, asynchronously, with a token to give it up before its moment has come.</summary>
internal abstract class AnsweredOperation<T> : HostOperation
{
    private readonly TaskCompletionSource<T> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly CancellationTokenRegistration _registration;

    protected AnsweredOperation(CancellationToken cancellationToken)
    {
        Token = cancellationToken;
        if (cancellationToken.CanBeCanceled)
        {
            _registration = cancellationToken.UnsafeRegister(static (state, token) => ((AnsweredOperation<T>)state!)._answer.TrySetCanceled(token), this);
        }
    }

    public Task<T> Answer => _answer.Task;

    public sealed override bool IsGivenUp => _answer.Task.IsCompleted;

    protected CancellationToken Token { get; }

    public sealed override ValueTask PerformAsync(ApplicationInstance instance)
    {
        if (instance.IsOver)
        {
            AnswerTooLate(instance);
            return ValueTask.CompletedTask;
        }

        return PerformInTimeAsync(instance);
    }

    public sealed override void Fail(ApplicationInstance instance, Exception exception)
    {
        _registration.Unregister();
        if (exception is OperationCanceledException && Token.IsCancellationRequested)
        {
            _answer.TrySetCanceled(Token);
        }
        else
        {
            _answer.TrySetException(exception);
        }
    }

    /// <summary>Does it with an instance that has not ended.</summary>
    protected abstract ValueTask PerformInTimeAsync(ApplicationInstance instance);

    /// <summary>The instance has ended before (rule 6.7).</summary>
    protected virtual void AnswerTooLate(ApplicationInstance instance) => Fail(instance, Refusals.Of(instance));

    /// <summary>From here on the token is the business of what the operation does.</summary>
    protected void HoldFast() => _registration.Unregister();

    protected void Succeed(T answer)
    {
        _registration.Unregister();
        _answer.TrySetResult(answer);
    }
}
