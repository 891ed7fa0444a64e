using System.Collections.Concurrent;

namespace Workflow.Persistence;

/// <summary>
/// The instances of a store that this process is giving back just now. Who aborts an instance does not wait for the store; who loads it then waits
/// here, instead of finding it locked by its own process.
/// </summary>
/// <remarks>Safe from any thread. Only the first attempt is waited for: while the store cannot be reached there is nothing to load either.</remarks>
internal sealed class PendingReleases
{
    private readonly ConcurrentDictionary<Guid, Task> _running = [];
    private readonly ConcurrentDictionary<Guid, Task> _late = [];

    /// <summary>Ends when the instance is not being given back any more. Does not fail.</summary>
    public Task EndOf(Guid instanceId) => _running.GetValueOrDefault(instanceId, Task.CompletedTask);

    /// <summary>Notes an instance until its release has ended.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="release">Begins its release, which does not fail.</param>
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
    /// A load that was given up, until it has ended and given back what it locked; null when there is none. It may hang, so it is waited for only by
    /// who finds the instance locked.
    /// </summary>
    public Task? LateLoadOf(Guid instanceId) => _late.GetValueOrDefault(instanceId);

    /// <summary>Notes a load that was given up, until it has ended. It does not fail.</summary>
    public void AddLateLoad(Guid instanceId, Task late)
    {
        _late[instanceId] = late;
        _ = RemoveAsync(_late, instanceId, late);
    }

    private static async Task RemoveAsync(ConcurrentDictionary<Guid, Task> tasks, Guid instanceId, Task ending)
    {
        await ending.ConfigureAwait(false);
        tasks.TryRemove(new(instanceId, ending));
    }
}
