namespace Workflow.Hosting;

/// <summary>Ends the time of an invocation. Rings once, on any thread, after a time of any length.</summary>
internal sealed class Deadline : IDisposable
{
    /// <summary>System timers take at most 49.7 days; a longer time is waited for in parts.</summary>
    private static readonly TimeSpan LongestWait = TimeSpan.FromDays(49);

    private readonly Invocation _invocation;
    private readonly ITimer _timer;
    private TimeSpan _left;

    private Deadline(Invocation invocation, TimeSpan timeout)
    {
        _invocation = invocation;
        _left = timeout;
        TimeProvider time = (TimeProvider?)invocation.GetExtension(typeof(TimeProvider)) ?? TimeProvider.System;
        _timer = time.CreateTimer(static state => ((Deadline)state!).Ring(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        Wait();
    }

    /// <summary>Begins to count; null for no limit.</summary>
    public static Deadline? Start(Invocation invocation, TimeSpan timeout) => timeout == Timeout.InfiniteTimeSpan ? null : new Deadline(invocation, timeout);

    /// <summary>Refuses a time that is none.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is negative, and not <see cref="Timeout.InfiniteTimeSpan"/>.</exception>
    public static void Check(TimeSpan timeout)
    {
        if (timeout < TimeSpan.Zero && timeout != Timeout.InfiniteTimeSpan)
        {
            throw new ArgumentOutOfRangeException(nameof(timeout), timeout, "A timeout is zero or more, or Timeout.InfiniteTimeSpan for no limit.");
        }
    }

    public void Dispose() => _timer.Dispose();

    private void Wait()
    {
        TimeSpan wait = _left < LongestWait ? _left : LongestWait;
        _left -= wait;
        _timer.Change(wait, Timeout.InfiniteTimeSpan);
    }

    private void Ring()
    {
        if (_left == TimeSpan.Zero)
        {
            _invocation.TimeOut();
            return;
        }

        try
        {
            Wait();
        }
        catch (Exception exception)
        {
            // The clock is the application's. Without this the run would have no limit any more.
            _invocation.AbortFor(exception);
        }
    }
}
