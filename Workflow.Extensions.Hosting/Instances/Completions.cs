using System.Collections.Concurrent;

namespace Workflow.Extensions.Hosting;

/// <summary>Callers of this process that wait for the end of instances, so that they learn of instances of this process without asking the store, and the ends that have just come. Thread-safe.</summary>
internal sealed class Completions(HostConfiguration configuration) : IDisposable
{
    private readonly RecentResults _recent = new(configuration.Options.ResultRetention, configuration.Instances.Clock);
    private readonly ConcurrentDictionary<Guid, Waiters> _waiters = [];

    /// <summary>Begins to wait. The caller must end the wait with <see cref="Leave"/>.</summary>
    public Task<WorkflowCompletion> Join(Guid instanceId) => _waiters.AddOrUpdate(instanceId, static _ => new Waiters(1, new(TaskCreationOptions.RunContinuationsAsynchronously)), static (_, known) => known with { Count = known.Count + 1 }).End.Task;

    public void Leave(Guid instanceId)
    {
        while (_waiters.TryGetValue(instanceId, out Waiters? known))
        {
            if (known.Count > 1 ? _waiters.TryUpdate(instanceId, known with { Count = known.Count - 1 }, known) : _waiters.TryRemove(new(instanceId, known)))
            {
                return;
            }
        }
    }

    /// <summary>An instance has ended, and that is saved.</summary>
    public void Complete(Guid instanceId, WorkflowCompletion completion)
    {
        _recent.Add(instanceId, completion);
        if (_waiters.TryGetValue(instanceId, out Waiters? known))
        {
            known.End.TrySetResult(completion);
        }
    }

    /// <summary>How an instance ended in this process a short time ago; null if it did not.</summary>
    public WorkflowCompletion? FindRecent(Guid instanceId) => _recent.Find(instanceId);

    public void Dispose() => _recent.Dispose();

    private sealed record Waiters(int Count, TaskCompletionSource<WorkflowCompletion> End);
}
