namespace Workflow.Foundation;

/// <summary>One timer of a clock, set to the next time that matters to its owner.</summary>
/// <remarks>
/// Not thread-safe: the owner's lock protects it. The callback runs on any thread, never inside a call of this class, and possibly once more after
/// the alarm was stopped.
/// </remarks>
internal sealed class Alarm(TimeProvider clock, Action ring)
{
    /// <summary>The longest wait. System timers take at most 49.7 days; for a longer wait the alarm fires early and the owner sets it again.</summary>
    private static readonly TimeSpan LongestWait = TimeSpan.FromDays(49);

    private ITimer? _timer;

    /// <summary>Sets the alarm to fire once after the given time, which replaces the previous time.</summary>
    public void Set(TimeSpan wait)
    {
        // The time is rounded up to whole milliseconds: an alarm that fires early would only be set again. It is never zero: for zero, a clock may call
        // the callback at once, on this thread, under the owner's lock.
        wait = wait > LongestWait ? LongestWait : TimeSpan.FromMilliseconds(Math.Max(1, Math.Ceiling(wait.TotalMilliseconds)));
        if (_timer is null)
        {
            _timer = Create(wait);
        }
        else
        {
            _timer.Change(wait, Timeout.InfiniteTimeSpan);
        }
    }

    /// <summary>Stops the alarm until it is set again. A stopped alarm needs no disposal.</summary>
    public void Stop()
    {
        _timer?.Dispose();
        _timer = null;
    }

    /// <summary>Creates the timer without the ambient values of this thread (a transaction, for example), which must not flow into the callback.</summary>
    private ITimer Create(TimeSpan wait)
    {
        bool flows = !ExecutionContext.IsFlowSuppressed();
        if (flows)
        {
            ExecutionContext.SuppressFlow();
        }

        try
        {
            return clock.CreateTimer(static state => ((Action)state!)(), ring, wait, Timeout.InfiniteTimeSpan);
        }
        finally
        {
            if (flows)
            {
                ExecutionContext.RestoreFlow();
            }
        }
    }
}
