using Workflow.Interop.Legacy.ComponentModel;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// The timers of one instance. Only the earliest timer is registered with the scheduler. Only the thread that runs the instance uses this class.
/// </summary>
internal sealed class InstanceTimers
{
    private readonly TimerEventSubscriptionCollection _timers;
    private readonly InstanceHost _host;
    private readonly Action _onDue;
    private DateTime? _scheduled;

    /// <param name="root">The root of the instance.</param>
    /// <param name="host">The host of the instance.</param>
    /// <param name="onDue">Called by the scheduler when the earliest timer is due.</param>
    public InstanceTimers(Activity root, InstanceHost host, Action onDue)
    {
        (_host, _onDue) = (host, onDue);
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
            _host.Schedule(_onDue, whenUtc);
        }
        else
        {
            _host.CancelTimer();
        }
    }

    /// <summary>Delivers the items of due timers to their queues. The next timer is scheduled when the instance is idle.</summary>
    public void TakeDue(WorkflowQueuingService queues)
    {
        // The scheduler has removed its timer, so the next Arrange registers one even if the earliest time is the same.
        _scheduled = null;
        DateTime now = _host.Executors.Time.GetUtcNow().UtcDateTime;
        while (Next is { } timer && timer.ExpiresAt <= now)
        {
            _timers.Remove(timer);
            if (queues.Exists(timer.QueueName))
            {
                _host.Guard(() => queues.Deliver(timer.QueueName, timer.SubscriptionId));
            }
        }
    }

    public void Stop()
    {
        if (_scheduled is not null)
        {
            _scheduled = null;
            _host.CancelTimer();
        }
    }
}
