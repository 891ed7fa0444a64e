using Workflow.Foundation;

namespace Workflow.Hosting;

/// <summary>
/// Tells an instance that this process has lost it. During a save, the notice waits for the answer of the store. Thread-safe.
/// </summary>
/// <remarks>
/// A process that did not run for longer than its lease has many saves with the store when it learns of the loss, from the first answer or from a renewal. Without the wait,
/// the notice would abandon all the other saves, and their callers would get "the stored state is unknown" although each answer is about to say it for certain.
/// </remarks>
/// <param name="clock">The clock of the limit.</param>
/// <param name="lost">Called on any thread, outside locks.</param>
internal sealed class LossNotice(TimeProvider clock, Action<Exception> lost)
{
    private readonly Lock _gate = new();
    private Alarm? _alarm;
    private Exception? _held;
    private bool _isHeld;

    /// <summary>A save begins.</summary>
    public void Hold()
    {
        lock (_gate)
        {
            _isHeld = true;
        }
    }

    /// <summary>The save has ended, or was abandoned.</summary>
    /// <param name="isGivenBack">The save was the last of this process, so nothing is left to lose.</param>
    public void Release(bool isGivenBack)
    {
        Exception? reason = End();
        if (reason is not null && !isGivenBack)
        {
            lost(reason);
        }
    }

    /// <summary>The process has lost the instance.</summary>
    /// <param name="reason">Why.</param>
    /// <param name="limit">How long the notice waits for a store that does not answer.</param>
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
