namespace Workflow.Hosting;

/// <summary>The handlers of an application; made when the first one is set, for many applications have none.</summary>
/// <remarks>Set by any thread at any time, read by the one that has the turn (rule 16.1.2).</remarks>
internal sealed class ApplicationHandlers
{
    private static readonly TaskCompletionSource Returned = Ended();

    private TaskCompletionSource? _completed;

    public Action<WorkflowApplicationAbortedEventArgs>? Aborted { get; set; }

    public Action<WorkflowApplicationCompletedEventArgs>? Completed { get; set; }

    public Action<WorkflowApplicationEventArgs>? Unloaded { get; set; }

    public Action<WorkflowApplicationIdleEventArgs>? Idle { get; set; }

    public Func<WorkflowApplicationIdleEventArgs, PersistableIdleAction>? PersistableIdle { get; set; }

    public Func<WorkflowApplicationUnhandledExceptionEventArgs, UnhandledExceptionAction>? UnhandledException { get; set; }

    /// <summary>An abort sets the instance aside in its store.</summary>
    public bool SuspendsWhenAborted { get; set; }

    /// <summary>Ends when <see cref="Completed"/> has returned.</summary>
    public Task CompletedReturn =>
        (Volatile.Read(ref _completed) ?? Interlocked.CompareExchange(ref _completed, new(TaskCreationOptions.RunContinuationsAsynchronously), null) ?? _completed).Task;

    /// <summary>Notes that <see cref="Completed"/> has returned, or thrown.</summary>
    public void EndCompleted() => Interlocked.Exchange(ref _completed, Returned)?.TrySetResult();

    /// <summary>A handler as it was set.</summary>
    /// <param name="handler">The handler.</param>
    /// <param name="name">What is set.</param>
    /// <exception cref="ArgumentException">It calls several methods.</exception>
    public static T? Single<T>(T? handler, string name)
        where T : Delegate =>
        handler is null or { HasSingleTarget: true }
            ? handler
            : throw new ArgumentException(
                $"'{name}' of a workflow application accepts one method, and += combines several; use = with one method that calls the others.", nameof(handler));

    private static TaskCompletionSource Ended()
    {
        TaskCompletionSource ended = new();
        ended.SetResult();
        return ended;
    }
}
