using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The data that an instance saves in addition to its activities: its steps, queues and timers. The fields of this object are saved.</summary>
[Serializable]
internal sealed class ExecutorImage : RunImage
{
    private readonly QueuedStep[] _steps;
    private readonly QueueImage[] _queues;
    private readonly KeyValuePair<IComparable, object?>[] _pending;
    private readonly TimerImage[] _timers;
    private readonly Exception? _unhandled;

    private ExecutorImage(QueuedStep[] steps, QueueImage[] queues, KeyValuePair<IComparable, object?>[] pending, TimerImage[] timers, Exception? unhandled)
    {
        _steps = steps;
        _queues = queues;
        _pending = pending;
        _timers = timers;
        _unhandled = unhandled;
    }

    /// <summary>Returns the data of a running instance.</summary>
    public static ExecutorImage Of(Activity root, ActivityExecutor executor)
    {
        TimerEventSubscriptionCollection? timers = (TimerEventSubscriptionCollection?)root.GetValue(TimerEventSubscriptionCollection.TimerCollectionProperty);
        return new ExecutorImage(
            executor.Steps.All, executor.Queuing.Save(), executor.Queuing.SavePending(), TimerImage.Of(timers), executor.Transitions.Unhandled);
    }

    /// <summary>Gives the data to the executor of a new tree.</summary>
    /// <exception cref="StateDamageException">A required value is missing.</exception>
    public void Restore(Activity root, ActivityExecutor executor)
    {
        Check();
        executor.Steps.Replace([.. _steps]);
        executor.Transitions.Unhandled = _unhandled;
        executor.Queuing.Restore(_queues, _pending);
        root.State.Set(TimerEventSubscriptionCollection.TimerCollectionProperty, TimerImage.Restore(_timers, executor.InstanceId));
    }

    /// <summary>Checks that no required value is null. Saved state can contain null where a program never has it.</summary>
    /// <exception cref="StateDamageException">A value is missing.</exception>
    private void Check()
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
