using Workflow.Foundation;

namespace Workflow.Hosting;

/// <summary>
/// Notifies an instance that this process has lost it. During a save, the notification waits for the response of the store. Thread-safe.
/// </summary>
/// <remarks>
/// A process that did not run for longer than its lease may have many saves in progress when it learns of the loss, from the first response or from a renewal.
/// Without the wait, the notification would abandon all other saves, and their callers would get the message that the stored state is unknown, although the
/// response to each save is about to arrive.
/// </remarks>
/// <param name="clock">The clock of the time limit.</param>
/// <param name="lost">The callback. It is called on any thread, outside locks.</param>
internal sealed class LossNotice(TimeProvider clock, Action<Exception> lost)
{
    private readonly Lock _gate = new();
    private Alarm? _alarm;
    private Exception? _held;
    private bool _isHeld;

    /// <summary>Begins a save, which delays the notification.</summary>
    public void Hold()
    {
        lock (_gate)
        {
            _isHeld = true;
        }
    }

    /// <summary>Ends the delay, because the save has ended or was abandoned.</summary>
    /// <param name="isGivenBack">True if the save was the last one of this process and unlocked the instance, so that nothing is left to lose.</param>
    public void Release(bool isGivenBack)
    {
        Exception? reason = End();
        if (reason is not null && !isGivenBack)
        {
            lost(reason);
        }
    }

    /// <summary>Notifies the instance now, or when the running save ends.</summary>
    /// <param name="reason">The reason of the loss.</param>
    /// <param name="limit">The longest delay, if the store does not respond.</param>
    public void Tell(Exception reason, TimeSpan limit)
    {
        lock (_gate)
        {
            if (_isHeld)
            {
                _held = reason;
                _alarm ??= new Alarm(clock, () => Release(isGivenBack: false));
                _alarm.Set(limit);
                return;
            }
        }

        // Outside the lock: the callback aborts the instance, which runs code of the application.
        lost(reason);
    }

    private Exception? End()
    {
        lock (_gate)
        {
            _isHeld = false;
            _alarm?.Stop();
            Exception? reason = _held;
            _held = null;
            return reason;
        }
    }
}
