using System.Collections.Concurrent;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// Signals the ends of instances to callers of this process that wait for them, so that they need not query the store for instances of this process, and
/// retains the most recent ends. Thread-safe.
/// </summary>
internal sealed class Completions(HostConfiguration configuration) : IDisposable
{
    private readonly RecentResults _recent = new(configuration.Options.ResultRetention, configuration.Instances.Clock);
    private readonly ConcurrentDictionary<Guid, Waiters> _waiters = [];

    /// <summary>Starts a wait. The caller must end the wait with <see cref="EndWait"/>.</summary>
    public Task<WorkflowCompletion> BeginWait(Guid instanceId) => _waiters.AddOrUpdate(
        instanceId,
        static _ => new Waiters(1, new(TaskCreationOptions.RunContinuationsAsynchronously)),
        static (_, known) => known with { Count = known.Count + 1 }).End.Task;

    public void EndWait(Guid instanceId)
    {
        while (_waiters.TryGetValue(instanceId, out Waiters? known))
        {
            if (known.Count > 1 ? _waiters.TryUpdate(instanceId, known with { Count = known.Count - 1 }, known) : _waiters.TryRemove(new(instanceId, known)))
            {
                return;
            }
        }
    }

    /// <summary>Records the end of an instance, which is saved, and signals the callers that wait for it.</summary>
    public void Complete(Guid instanceId, WorkflowCompletion completion)
    {
        _recent.Add(instanceId, completion);
        if (_waiters.TryGetValue(instanceId, out Waiters? known))
        {
            known.End.TrySetResult(completion);
        }
    }

    /// <summary>Returns the completion of an instance that ended in this process recently; null if there is none.</summary>
    public WorkflowCompletion? FindRecent(Guid instanceId) => _recent.Find(instanceId);

    public void Dispose() => _recent.Dispose();

    private sealed record Waiters(int Count, TaskCompletionSource<WorkflowCompletion> End);
}
