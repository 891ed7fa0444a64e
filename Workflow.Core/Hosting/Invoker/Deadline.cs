namespace Workflow.Hosting;

/// <summary>The timeout of an invocation, of any length. It expires once, on any thread.</summary>
internal sealed class Deadline : IDisposable
{
    /// <summary>The longest wait of a timer. System timers accept at most 49.7 days, so a longer timeout is divided.</summary>
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

    /// <summary>Starts the timeout; returns null for <see cref="Timeout.InfiniteTimeSpan"/>.</summary>
    public static Deadline? Start(Invocation invocation, TimeSpan timeout) => timeout == Timeout.InfiniteTimeSpan ? null : new Deadline(invocation, timeout);

    /// <summary>Throws if the timeout is invalid.</summary>
    /// <exception cref="ArgumentOutOfRangeException">The timeout is negative and not <see cref="Timeout.InfiniteTimeSpan"/>.</exception>
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
            // The clock is an object of the application. Without the abort, the run would have no timeout any more.
            _invocation.AbortFor(exception);
        }
    }
}
