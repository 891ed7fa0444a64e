namespace Workflow.Hosting;

/// <summary>The task of the callers that wait for the end of an instance; created on first read or when the instance ends.</summary>
/// <remarks>A mutable struct; it must be a field. Thread-safe.</remarks>
internal struct CompletionTask
{
    /// <summary>
    /// Marks an instance that was unloaded before anyone read its task. Most tasks are never read, and a failed one costs ten objects, one of them with a
    /// finalizer.
    /// </summary>
    private static readonly TaskCompletionSource<WorkflowCompletion> UnloadedUnread = new();

    private TaskCompletionSource<WorkflowCompletion>? _source;

    /// <summary>Returns the task.</summary>
    public Task<WorkflowCompletion> Of(HostedInstance instance) => SourceOf(instance).Task;

    /// <summary>Completes the task with the result of the instance.</summary>
    public void Succeed(HostedInstance instance, WorkflowCompletion result) => SourceOf(instance).TrySetResult(result);

    /// <summary>Fails the task because the instance was unloaded.</summary>
    public void FailByUnload(HostedInstance instance)
    {
        // One exchange decides the race with the first reader: either it finds the mark and fails its own source, or its source is found and failed here.
        if (Interlocked.CompareExchange(ref _source, UnloadedUnread, null) is { } read)
        {
            Fail(read, new Refusals(instance).Exception);
        }
    }

    /// <summary>Fails the task because the instance was aborted. A task that has already ended does not change.</summary>
    public void FailByAbort(HostedInstance instance) => Fail(SourceOf(instance), new Refusals(instance).Exception);

    private static void Fail(TaskCompletionSource<WorkflowCompletion> source, WorkflowApplicationException reason)
    {
        source.TrySetException(reason);

        // Reading the exception observes it. It is no error if no caller waits for the end.
        _ = source.Task.Exception;
    }

    private TaskCompletionSource<WorkflowCompletion> SourceOf(HostedInstance instance)
    {
        TaskCompletionSource<WorkflowCompletion>? source = Volatile.Read(ref _source);
        while (source is null || ReferenceEquals(source, UnloadedUnread))
        {
            TaskCompletionSource<WorkflowCompletion> created = new(TaskCreationOptions.RunContinuationsAsynchronously);
            if (source is not null)
            {
                // Failed before it is published, so that no reader gets a task of an unloaded instance that waits for ever.
                Fail(created, new Refusals(instance).UnloadedException);
            }

            Interlocked.CompareExchange(ref _source, created, source);
            source = Volatile.Read(ref _source);
        }

        return source;
    }
}
