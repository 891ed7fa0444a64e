using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// The timers of one instance. Only the earliest timer is registered with the scheduler. Only the thread that runs the instance uses this class.
/// </summary>
internal sealed class InstanceTimers
{
    private readonly TimerEventSubscriptionCollection _timers;
    private readonly LoadedInstance _instance;
    private DateTime? _scheduled;

    public InstanceTimers(Activity root, LoadedInstance instance)
    {
        _instance = instance;
        _timers = (TimerEventSubscriptionCollection?)root.GetValue(TimerEventSubscriptionCollection.TimerCollectionProperty)
            ?? new TimerEventSubscriptionCollection();
        root.State.Set(TimerEventSubscriptionCollection.TimerCollectionProperty, _timers);
    }

    public TimerEventSubscription? Next => _timers.Peek();

    /// <summary>Schedules the earliest timer if it is not scheduled yet.</summary>
    public void Arrange()
    {
        DateTime? next = Next?.ExpiresAt;
        if (next == _scheduled)
        {
            return;
        }

        _scheduled = next;
        if (next is { } whenUtc)
        {
            _instance.Runtime.Schedule(_instance.TimerDue, _instance.InstanceId, whenUtc);
        }
        else
        {
            _instance.Runtime.CancelTimer(_instance.InstanceId);
        }
    }

    /// <summary>Delivers the items of due timers to their queues. The next timer is scheduled when the instance is idle.</summary>
    public void TakeDue(WorkflowQueuingService queues)
    {
        _scheduled = null;
        DateTime now = _instance.Runtime.Time.GetUtcNow().UtcDateTime;
        while (Next is { } timer && timer.ExpiresAt <= now)
        {
            _timers.Remove(timer);
            if (queues.Exists(timer.QueueName))
            {
                _instance.Runtime.Guard(() => queues.Deliver(timer.QueueName, timer.SubscriptionId), _instance.InstanceId);
            }
        }
    }

    public void Stop()
    {
        if (_scheduled is not null)
        {
            _scheduled = null;
            _instance.Runtime.CancelTimer(_instance.InstanceId);
        }
    }
}
