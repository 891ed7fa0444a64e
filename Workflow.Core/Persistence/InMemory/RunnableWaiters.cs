using Workflow.Foundation;

namespace Workflow.Persistence;

/// <summary>The owners that wait for a runnable instance. Not thread-safe; what waits goes on outside the lock of whoever calls.</summary>
internal sealed class RunnableWaiters(Alarm alarm)
{
    private readonly List<Waiter> _waiting = [];

    public Task Add(InstanceOwner owner)
    {
        Waiter waiter = new(owner);
        _waiting.Add(waiter);
        return waiter.Task;
    }

    public void Remove(Task waiting) => _waiting.RemoveAll(waiter => waiter.Task == waiting);

    /// <summary>Lets those go on whose waiting is over, and sets the alarm for when time alone may end that of the others.</summary>
    public void Look(OwnerTable owners, InstanceTable instances, DateTimeOffset now)
    {
        if (_waiting.Count == 0)
        {
            alarm.Stop();
            return;
        }

        _waiting.RemoveAll(waiter => waiter.TryEnd(owners, instances, now));
        DateTimeOffset?[] moments = [owners.NextEnd, instances.NextRunnable(now)];
        if (_waiting.Count > 0 && moments.Min() is { } next)
        {
            alarm.Set(next - now);
        }
        else
        {
            alarm.Stop();
        }
    }

    private sealed class Waiter(InstanceOwner owner)
    {
        private readonly TaskCompletionSource _end = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Task => _end.Task;

        public bool TryEnd(OwnerTable owners, InstanceTable instances, DateTimeOffset now)
        {
            if (!owners.Contains(owner))
            {
                return _end.TrySetException(OwnerTable.Gone(owner));
            }

            return instances.FirstRunnable(owner, now) is not null && _end.TrySetResult();
        }
    }
}
