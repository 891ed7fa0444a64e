using System.Collections.Concurrent;

namespace Workflow.Persistence;

/// <summary>
/// The instances of a store that this process is releasing. A call that aborts an instance does not wait for the store. A call that loads the instance then waits
/// here, so that it does not find the instance locked by its own process.
/// </summary>
/// <remarks>Thread-safe. A load waits for the first attempt only: while the store cannot be reached, the load would fail too.</remarks>
internal sealed class PendingReleases
{
    private readonly ConcurrentDictionary<Guid, Task> _running = [];
    private readonly ConcurrentDictionary<Guid, Task> _late = [];

    /// <summary>Completes when the instance is not being released. Does not throw.</summary>
    public Task EndOf(Guid instanceId) => _running.GetValueOrDefault(instanceId, Task.CompletedTask);

    /// <summary>Registers an instance until its release has ended.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="release">Begins the release, which does not throw.</param>
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
    /// An abandoned load, until it has ended and unlocked what it locked; null when there is none. It may never end, so only a load that
    /// finds the instance locked waits for it.
    /// </summary>
    public Task? LateLoadOf(Guid instanceId) => _late.GetValueOrDefault(instanceId);

    /// <summary>Registers an abandoned load until it has ended. It does not throw.</summary>
    public void AddLateLoad(Guid instanceId, Task late)
    {
        _late[instanceId] = late;
        _ = RemoveAsync(_late, instanceId, late);
    }

    private static async Task RemoveAsync(ConcurrentDictionary<Guid, Task> tasks, Guid instanceId, Task ending)
    {
        await ending.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);

        // Removes its own task only: the instance may have been loaded and released again meanwhile.
        tasks.TryRemove(new(instanceId, ending));
    }
}
