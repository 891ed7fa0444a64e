using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The data of an instance in addition to its activities: its steps, queues and timers. The fields of this object are saved.</summary>
[Serializable]
internal sealed class InstanceImage : RunImage
{
    private readonly WorkItem[] _steps;
    private readonly QueueImage[] _queues;
    private readonly KeyValuePair<IComparable, object?>[] _pending;
    private readonly TimerImage[] _timers;
    private readonly Exception? _unhandled;

    public InstanceImage(WorkItem[] steps, QueueImage[] queues, KeyValuePair<IComparable, object?>[] pending, TimerImage[] timers, Exception? unhandled)
    {
        _steps = steps;
        _queues = queues;
        _pending = pending;
        _timers = timers;
        _unhandled = unhandled;
    }

    public IReadOnlyList<WorkItem> Steps => _steps;

    public IReadOnlyList<QueueImage> Queues => _queues;

    /// <summary>Items that wait for a queue that does not exist.</summary>
    public IReadOnlyList<KeyValuePair<IComparable, object?>> Pending => _pending;

    public IReadOnlyList<TimerImage> Timers => _timers;

    /// <summary>The exception that no activity has handled, or null.</summary>
    public Exception? Unhandled => _unhandled;

    /// <summary>Checks that no required value is null. Saved state can contain null where a program never has it.</summary>
    /// <exception cref="StateDamageException">A value is missing.</exception>
    public void Check()
    {
        bool isComplete = _steps is not null && _queues is not null && _pending is not null && _timers is not null
            && Array.TrueForAll(_steps, static step => step is { IsComplete: true })
            && Array.TrueForAll(_queues, static queue => queue is { IsComplete: true })
            && Array.TrueForAll(_pending, static pending => pending.Key is not null);
        if (!isComplete)
        {
            throw new StateDamageException("The saved state has an incomplete step or queue; restore it from a backup.");
        }
    }
}

/// <summary>A queue in saved state.</summary>
[Serializable]
internal sealed record QueueImage(IComparable Name, bool IsEnabled, object?[] Items, QueueSubscription[] Available, QueueSubscription[] Arrived)
{
    public bool IsComplete => Name is not null && Items is not null && Available is not null && Arrived is not null
        && Array.TrueForAll([.. Available, .. Arrived], static subscription => subscription is { Listener: not null, Subscriber: not null });
}

/// <summary>A timer in saved state.</summary>
[Serializable]
internal readonly record struct TimerImage(Guid Id, DateTime ExpiresAt)
{
    /// <summary>Creates the images of the timers of an instance. Null is an instance without timers.</summary>
    public static TimerImage[] Of(TimerEventSubscriptionCollection? timers) =>
        [.. timers?.Select(static timer => new TimerImage(timer.SubscriptionId, timer.ExpiresAt)) ?? []];

    public static TimerEventSubscriptionCollection Restore(IEnumerable<TimerImage> images, Guid instanceId)
    {
        TimerEventSubscriptionCollection timers = new();
        foreach (TimerImage image in images)
        {
            timers.Add(new TimerEventSubscription(image.Id, instanceId, image.ExpiresAt));
        }

        return timers;
    }
}
