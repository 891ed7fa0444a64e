namespace PortedActivities.Tests;

/// <summary>A workflow that the invoker runs. When a call to this class returns, the workflow is idle or has ended.</summary>
internal sealed class Started
{
    private readonly CancellationTokenSource _cancellation = new();
    private readonly Task<IDictionary<string, object?>> _run;

    public Started(Activity workflow, params object[] extensions)
        : this(workflow, null, extensions)
    {
    }

    public Started(Activity workflow, Dictionary<string, object?>? inputs, params object[] extensions)
    {
        WorkflowInvoker invoker = new(workflow);
        foreach (object extension in extensions)
        {
            invoker.Extensions.Add(extension);
        }

        Task<IDictionary<string, object?>>? run = null;
        NoContext.Run(() => run = invoker.InvokeAsync(inputs, _cancellation.Token));
        _run = run!;
    }

    /// <summary>True if the workflow has not ended.</summary>
    public bool IsRunning => !_run.IsCompleted;

    public void Cancel() => NoContext.Run(_cancellation.Cancel);

    public Task<IDictionary<string, object?>> OutputsAsync() => _run.WaitAsync(HangGuard.Limit);

    /// <summary>Asserts that the workflow ends canceled.</summary>
    public Task AssertCanceledAsync() => Assert.ThrowsAnyAsync<OperationCanceledException>(OutputsAsync);

    /// <summary>Asserts that the workflow ends with this exception object.</summary>
    public async Task AssertFailedAsync(Exception expected) => Assert.Same(expected, await Assert.ThrowsAsync(expected.GetType(), OutputsAsync));
}
