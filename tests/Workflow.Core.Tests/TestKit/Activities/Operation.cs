namespace Workflow.Core.Tests.TestKit;

/// <summary>An asynchronous activity that ends when the test ends it. Supports one run at a time.</summary>
internal sealed class Operation : AsyncCodeActivity<int>
{
    private readonly Log _log;
    private readonly TaskCompletionSource<int> _source = new();

    public Operation(Log log, string name)
    {
        _log = log;
        DisplayName = name;
    }

    /// <summary>True to end canceled as soon as the cancellation token requests it; false to ignore the token.</summary>
    public bool HeedsToken { get; init; }

    public Action<AsyncCodeActivityContext>? OnStart { get; set; }

    /// <summary>Called after the test has ended the operation and before the engine is notified.</summary>
    public Action<AsyncCodeActivityContext>? OnEnd { get; set; }

    public Action<AsyncCodeActivityContext>? OnCancel { get; set; }

    /// <summary>Ends the operation. The consequences run on this thread before the method returns.</summary>
    public void Succeed(int value = 0) => NoContext.Run(() => _source.SetResult(value));

    public void Fail(Exception exception) => NoContext.Run(() => _source.SetException(exception));

    public void EndCanceled() => NoContext.Run(_source.SetCanceled);

    protected override async Task<int> ExecuteAsync(AsyncCodeActivityContext context, CancellationToken cancellationToken)
    {
        _log.Add($"{DisplayName} starts");
        OnStart?.Invoke(context);
        using CancellationTokenRegistration registration = cancellationToken.Register(() => OnToken(cancellationToken));
        int value = await _source.Task.ConfigureAwait(false);
        OnEnd?.Invoke(context);
        return value;
    }

    protected override void Cancel(AsyncCodeActivityContext context)
    {
        _log.Add($"{DisplayName} cancels");
        OnCancel?.Invoke(context);
    }

    private void OnToken(CancellationToken cancellationToken)
    {
        _log.Add($"{DisplayName} token");
        if (HeedsToken)
        {
            _source.TrySetCanceled(cancellationToken);
        }
    }
}
