namespace PortedActivities.Tests;

/// <summary>A workflow under way, run by the invoker as any host would run it. It has run until it was idle, or ended, when a call returns.</summary>
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

    /// <summary>Whether it waits for something from outside.</summary>
    public bool IsRunning => !_run.IsCompleted;

    public void Cancel() => NoContext.Run(_cancellation.Cancel);

    public Task<IDictionary<string, object?>> OutputsAsync() => _run.WaitAsync(HangGuard.Limit);

    /// <summary>Asserts that it ends canceled.</summary>
    public Task AssertCanceledAsync() => Assert.ThrowsAnyAsync<OperationCanceledException>(OutputsAsync);

    /// <summary>Asserts that the exception, that very object, comes out of it.</summary>
    public async Task AssertFailedAsync(Exception expected) => Assert.Same(expected, await Assert.ThrowsAsync(expected.GetType(), OutputsAsync));
}
