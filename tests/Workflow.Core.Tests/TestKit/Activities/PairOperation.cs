namespace Workflow.Core.Tests.TestKit;

/// <summary>An asynchronous activity with the Begin and End methods of WF4, which ends when the test ends it. Supports one run at a time.</summary>
internal sealed class PairOperation : AsyncCodeActivity<int>
{
    private readonly Log _log;
    private TaskCompletionSource<int>? _source;

    public PairOperation(Log log, string name)
    {
        _log = log;
        DisplayName = name;
    }

    public Action<AsyncCodeActivityContext>? OnCancel { get; set; }

    public Action<AsyncCodeActivityContext>? OnEnd { get; set; }

    /// <summary>Ends the operation. The workflow continues on a thread of the pool.</summary>
    public void Succeed(int value = 0) => NoContext.Run(() => _source!.SetResult(value));

    protected override IAsyncResult BeginExecute(AsyncCodeActivityContext context, AsyncCallback callback, object? state)
    {
        _log.Add($"{DisplayName} begins");
        _source = new TaskCompletionSource<int>(state);
        _ = _source.Task.ContinueWith(
            task => callback(task), CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        return _source.Task;
    }

    protected override int EndExecute(AsyncCodeActivityContext context, IAsyncResult result)
    {
        _log.Add($"{DisplayName} ends");
        OnEnd?.Invoke(context);
        return Finished.ResultOf((Task<int>)result);
    }

    protected override void Cancel(AsyncCodeActivityContext context)
    {
        _log.Add($"{DisplayName} cancels");
        OnCancel?.Invoke(context);
    }
}
