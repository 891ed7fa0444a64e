namespace Workflow.Foundation;

/// <summary>One timer of a clock, set to the next moment that matters to its owner.</summary>
/// <remarks>Not thread-safe: its owner's lock covers it. It rings on any thread, never inside a call, and possibly once more after it was stopped.</remarks>
internal sealed class Alarm(TimeProvider clock, Action ring)
{
    /// <summary>System timers take at most 49.7 days; a longer wait rings early, and is set anew then.</summary>
    private static readonly TimeSpan LongestWait = TimeSpan.FromDays(49);

    private ITimer? _timer;

    /// <summary>Has it ring once, after a time that replaces what was set before.</summary>
    public void Set(TimeSpan wait)
    {
        // In whole milliseconds and rounded up: an alarm that rings early would only be set again. Never zero: a clock may ring
        // at once for that, on this thread, under the owner's lock.
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

    /// <summary>Keeps it from ringing until it is set again; nothing is left to dispose of.</summary>
    public void Stop()
    {
        _timer?.Dispose();
        _timer = null;
    }

    /// <summary>Keeps the ambient values of this thread (a transaction, say) out of what is done when it rings.</summary>
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
