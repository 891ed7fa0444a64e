using Workflow.Foundation;

namespace Workflow.Persistence;

/// <summary>
/// The owners that wait for a runnable instance or for messages. Not thread-safe. The continuations of the waits do not run under the caller's lock.
/// </summary>
internal sealed class StoreWaiters(Alarm alarm)
{
    private readonly List<Waiter> _waiting = [];

    public Task Add(InstanceOwner owner) => Add(new Waiter(owner, forMessages: false));

    public Task AddForMessages(InstanceOwner owner) => Add(new Waiter(owner, forMessages: true));

    public void Remove(Task waiting) => _waiting.RemoveAll(waiter => waiter.Task == waiting);

    /// <summary>Completes the waits whose condition is met, and sets the timer for the earliest time at which another wait may complete.</summary>
    public void Look(OwnerTable owners, InstanceTable instances, DateTimeOffset now)
    {
        if (_waiting.Count == 0)
        {
            alarm.Stop();
            return;
        }

        _waiting.RemoveAll(waiter => waiter.TryEnd(owners, instances, now));
        DateTimeOffset?[] moments = [owners.NextEnd, instances.NextRunnable(now), now + _waiting.Min(waiter => waiter.UntilRoom(owners))];
        if (_waiting.Count > 0 && moments.Min() is { } next)
        {
            alarm.Set(next - now);
        }
        else
        {
            alarm.Stop();
        }
    }

    private Task Add(Waiter waiter)
    {
        _waiting.Add(waiter);
        return waiter.Task;
    }

    private sealed class Waiter(InstanceOwner owner, bool forMessages)
    {
        private readonly TaskCompletionSource _end = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Task => _end.Task;

        /// <summary>
        /// The time after which the owner may be able to load another suspect; null if the owner waits for messages or has no suspect loaded.
        /// </summary>
        public TimeSpan? UntilRoom(OwnerTable owners) => forMessages ? null : owners.LeaseOf(owner)?.Suspects.UntilNext;

        public bool TryEnd(OwnerTable owners, InstanceTable instances, DateTimeOffset now)
        {
            if (owners.LeaseOf(owner) is not { } lease)
            {
                return _end.TrySetException(OwnerTable.Gone(owner));
            }

            bool isOver = forMessages ? !lease.Arrivals.IsEmpty : instances.FirstRunnable(lease, [], now) is not null;
            return isOver && _end.TrySetResult();
        }
    }
}
