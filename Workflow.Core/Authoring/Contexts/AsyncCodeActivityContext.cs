namespace Workflow;

/// <summary>What an asynchronous activity sees of the run it is part of; usable until its operation ended.</summary>
public sealed class AsyncCodeActivityContext : CodeActivityContext
{
    private readonly CancellationTokenSource _cancellation = new();
    private Func<AsyncCodeActivityContext, IAsyncResult, object?>? _end;
    private Task<IAsyncResult>? _pair;

    internal AsyncCodeActivityContext(ExecutionPort port, ActivityInstance instance)
        : base(port, instance)
    {
    }

    /// <summary>Whether the activity was asked to cancel; false while it is torn down by an abort or a termination (rule 3.4).</summary>
    public bool IsCancellationRequested => Current.IsCancellationRequested;

    /// <summary>Anything that Begin leaves for End or Cancel; null by default.</summary>
    public object? UserState { get; set; }

    internal CancellationToken CancellationToken => _cancellation.Token;

    internal bool IsAborting { get; set; }

    internal bool IsMarkedCanceled { get; private set; }

    internal bool CancelWasCalled { get; set; }

    /// <summary>Makes the activity end <see cref="ActivityInstanceState.Canceled"/>.</summary>
    /// <exception cref="InvalidOperationException">Nobody asked it to cancel (rule 3.4).</exception>
    public void MarkCanceled()
    {
        if (!Current.IsCancellationRequested && !IsAborting)
        {
            throw new InvalidOperationException($"'{Instance.Activity.DisplayName}' cannot be marked as canceled: nobody asked it to cancel.");
        }

        IsMarkedCanceled = true;
    }

    internal void RequestCancellation() => _cancellation.Cancel();

    /// <summary>Bridges a WF4 pair: the task ends when the begun operation did; the end is called by <see cref="EndPair"/>.</summary>
    internal Task BeginEnd(
        Func<AsyncCodeActivityContext, AsyncCallback, object?, IAsyncResult> begin, Action<AsyncCodeActivityContext, IAsyncResult> end)
    {
        _end = (context, result) =>
        {
            end(context, result);
            return null;
        };
        return Begin(begin);
    }

    internal Task<TResult> BeginEnd<TResult>(
        Func<AsyncCodeActivityContext, AsyncCallback, object?, IAsyncResult> begin, Func<AsyncCodeActivityContext, IAsyncResult, TResult> end)
    {
        _end = (context, result) => end(context, result);
        Task<IAsyncResult> pair = Begin(begin);
        return pair.ContinueWith(
            static done => done.IsFaulted ? throw done.Exception!.InnerException! : default(TResult)!,
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default);
    }

    internal void EndPair()
    {
        if (_pair is { IsCompletedSuccessfully: true })
        {
            _end!(this, _pair.ConfigureAwait(false).GetAwaiter().GetResult());
        }
    }

    internal TResult EndPair<TResult>(Task<TResult>? operation)
    {
        if (_pair is { IsCompletedSuccessfully: true })
        {
            return (TResult)_end!(this, _pair.ConfigureAwait(false).GetAwaiter().GetResult())!;
        }

        return operation is null ? default! : operation.ConfigureAwait(false).GetAwaiter().GetResult();
    }

    private Task<IAsyncResult> Begin(Func<AsyncCodeActivityContext, AsyncCallback, object?, IAsyncResult> begin)
    {
        TaskCompletionSource<IAsyncResult> ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
        object state = new();
        IAsyncResult result = begin(this, result => ended.TrySetResult(result), state);
        if (result is null || result.AsyncState != state)
        {
            throw new InvalidOperationException(
                $"BeginExecute of '{Instance.Activity.DisplayName}' must return a result whose AsyncState is the state that it was given.");
        }

        if (result.CompletedSynchronously)
        {
            ended.TrySetResult(result);
        }

        _pair = ended.Task;
        return _pair;
    }
}
