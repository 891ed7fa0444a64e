namespace Workflow.Hosting;

/// <summary>The handlers of an application. Created when the first handler is set, because many applications have none.</summary>
/// <remarks>Any thread may set a handler at any time; the owner of the turn reads it (rule 16.1.2).</remarks>
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

    /// <summary>True if an abort also suspends the instance in its store.</summary>
    public bool SuspendsWhenAborted { get; set; }

    /// <summary>The task that completes when the handler <see cref="Completed"/> has returned.</summary>
    public Task CompletedReturn =>
        (Volatile.Read(ref _completed)
            ?? Interlocked.CompareExchange(ref _completed, new(TaskCreationOptions.RunContinuationsAsynchronously), null)
            ?? _completed).Task;

    /// <summary>
    /// Records that the handler <see cref="Completed"/> has returned or thrown. The exchange decides the race with a reader of
    /// <see cref="CompletedReturn"/>: either it finds the reader's source, or the reader finds the completed one.
    /// </summary>
    public void EndCompleted() => Interlocked.Exchange(ref _completed, Returned)?.TrySetResult();

    /// <summary>Checks a handler before it is set.</summary>
    /// <param name="handler">The handler; null for none.</param>
    /// <param name="name">The name of the property that is set.</param>
    /// <exception cref="ArgumentException">The delegate combines several methods.</exception>
    public static T? Single<T>(T? handler, string name)
        where T : Delegate =>
        handler is null or { HasSingleTarget: true }
            ? handler
            : throw new ArgumentException(
                $"'{name}' of a workflow application accepts one method, and += combines several; use = with one method that calls the others.",
                nameof(handler));

    private static TaskCompletionSource Ended()
    {
        TaskCompletionSource ended = new();
        ended.SetResult();
        return ended;
    }
}
