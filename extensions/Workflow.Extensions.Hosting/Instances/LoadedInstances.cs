using System.Collections.Concurrent;

namespace Workflow.Extensions.Hosting;

/// <summary>The instances in the memory of this process. Thread-safe.</summary>
/// <param name="maxLoaded">The maximum number of instances.</param>
/// <param name="retry">The time to wait for an instance that is being unloaded, before another instance is unloaded.</param>
/// <param name="clock">The clock for this time.</param>
internal sealed class LoadedInstances(int maxLoaded, TimeSpan retry, TimeProvider clock)
{
    private readonly ConcurrentDictionary<Guid, LoadedInstance> _instances = [];
    private readonly Lock _gate = new();
    private TaskCompletionSource _capacityFreed = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _reserved;
    private int _waiting;
    private long _loads;

    /// <summary>The last load number that was assigned.</summary>
    public long LastNumber => Volatile.Read(ref _loads);

    public int Count => _instances.Count;

    public bool IsFull => _instances.Count >= maxLoaded;

    public IReadOnlyList<LoadedInstance> All => [.. _instances.Values];

    public LoadedInstance? Find(Guid instanceId) => _instances.GetValueOrDefault(instanceId);

    /// <summary>Returns the load number of the next instance.</summary>
    public long NextNumber() => Interlocked.Increment(ref _loads);

    /// <summary>Adds an instance. It replaces an earlier object of the same instance that has just been unloaded.</summary>
    /// <param name="instance">The instance.</param>
    /// <param name="number">The load number.</param>
    public void Add(LoadedInstance instance, long number)
    {
        instance.Number = number;
        _instances[instance.Id] = instance;
        HostMeter.Loaded.Add(1, HostMeter.Tag(instance.Definition));
    }

    public void Remove(LoadedInstance instance)
    {
        _instances.TryRemove(new(instance.Id, instance));
        HostMeter.Loaded.Add(-1, HostMeter.Tag(instance.Definition));
        SignalCapacity(ended: 0);
    }

    /// <summary>
    /// Waits until another instance can be loaded, and reserves the capacity for it. The caller must call <see cref="EndReservation"/> when it has added the
    /// instance or has found none. During the wait, the instance that has waited for the longest time is unloaded.
    /// </summary>
    public Task ReserveAsync(CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            if (TryReserve_NeedsLock())
            {
                return Task.CompletedTask;
            }

            _waiting++;
        }

        return WaitAndReserveAsync(cancellationToken);
    }

    /// <summary>Reserves the capacity for another instance as <see cref="ReserveAsync"/> does, if it is free and no load waits for it.</summary>
    public bool TryReserve()
    {
        lock (_gate)
        {
            return _waiting == 0 && TryReserve_NeedsLock();
        }
    }

    /// <summary>Ends a reservation.</summary>
    public void EndReservation() => SignalCapacity(ended: 1);

    private async Task WaitAndReserveAsync(CancellationToken cancellationToken)
    {
        try
        {
            while (true)
            {
                // The task is taken under the same lock as the check, so that an instance that leaves after the check completes it.
                Task freed;
                lock (_gate)
                {
                    if (TryReserve_NeedsLock())
                    {
                        return;
                    }

                    freed = _capacityFreed.Task;
                }

                _instances.Values.Where(instance => instance.IdleSince is not null).MinBy(instance => instance.IdleSince)?.UnloadToFreeCapacity();
                await freed.WaitAsync(LongTime.FirstPart(retry), clock, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
                cancellationToken.ThrowIfCancellationRequested();
            }
        }
        finally
        {
            // The load counts as waiting until it has its reservation. Otherwise, a local start between the wake-up and the next check could take the
            // capacity that was freed for this load.
            lock (_gate)
            {
                _waiting--;
            }
        }
    }

    private bool TryReserve_NeedsLock()
    {
        bool hasCapacity = _instances.Count + _reserved < maxLoaded;
        _reserved += hasCapacity ? 1 : 0;
        return hasCapacity;
    }

    private void SignalCapacity(int ended)
    {
        TaskCompletionSource freed;
        lock (_gate)
        {
            _reserved -= ended;
            freed = _capacityFreed;
            _capacityFreed = new(TaskCreationOptions.RunContinuationsAsynchronously);
        }

        freed.TrySetResult();
    }
}
