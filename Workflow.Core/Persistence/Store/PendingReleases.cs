using System.Collections.Concurrent;

namespace Workflow.Persistence;

/// <summary>
/// The instances of a store that this process is releasing. A call that aborts an instance does not wait for the store. A later call that loads the
/// instance waits for the release, so that it does not find the instance locked by its own process.
/// </summary>
/// <remarks>Thread-safe. A load waits only for the first attempt of the release: while the store cannot be reached, the load would fail too.</remarks>
internal sealed class PendingReleases
{
    private readonly ConcurrentDictionary<Guid, Task> _running = [];
    private readonly ConcurrentDictionary<Guid, Task> _late = [];

    /// <summary>Returns a task that completes when the instance is not being released. The task does not fail.</summary>
    public Task EndOf(Guid instanceId) => _running.GetValueOrDefault(instanceId, Task.CompletedTask);

    /// <summary>Registers an instance until its release has ended.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="release">Begins the release. Its task does not fail.</param>
    public Task AddAsync(Guid instanceId, Func<Task> release)
    {
        Task running = release();
        if (!running.IsCompleted)
        {
            _running[instanceId] = running;
            _ = RemoveAsync(_running, instanceId, running);
        }

        return running;
    }

    /// <summary>
    /// Returns the task of an abandoned load, which completes when the load has ended and has unlocked the instance again; null if there is none. The task
    /// may never complete, so only a load that finds the instance locked waits for it.
    /// </summary>
    public Task? LateLoadOf(Guid instanceId) => _late.GetValueOrDefault(instanceId);

    /// <summary>Registers an abandoned load until it has ended. The task does not fail.</summary>
    public void AddLateLoad(Guid instanceId, Task late)
    {
        _late[instanceId] = late;
        _ = RemoveAsync(_late, instanceId, late);
    }

    private static async Task RemoveAsync(ConcurrentDictionary<Guid, Task> tasks, Guid instanceId, Task ending)
    {
        await ending.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

        // Removes this task only: another release or load of the same instance may have been registered meanwhile.
        tasks.TryRemove(new(instanceId, ending));
    }
}
