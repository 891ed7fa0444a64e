namespace Workflow.Tracking.Etw.Events;

/// <summary>
/// Beats once a second between start and stop. A reader of a stream of events can stall on the last ones of a burst until another comes (dotnet/runtime#76704);
/// with a beat a second it does not, and a gap in the beats tells it that events were lost.
/// </summary>
/// <remarks>Started and stopped by one thread at a time, which may be one of the runtime's: neither makes a thread.</remarks>
internal sealed class Heartbeat
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly ITimer _timer;
    private Action<long>? _beat;
    private long _number;

    public Heartbeat(TimeProvider clock)
    {
        // The first session's caller must not be the context of all beats. Due at once, though nothing beats yet: so the thread of the timers is there before a
        // session is, whose thread must not wait for the start of another one (a consumer that is starting one itself would never get its answer).
        using (ExecutionContext.IsFlowSuppressed() ? default(AsyncFlowControl?) : ExecutionContext.SuppressFlow())
        {
            _timer = clock.CreateTimer(static heartbeat => ((Heartbeat)heartbeat!).Beat(), this, TimeSpan.Zero, Timeout.InfiniteTimeSpan);
        }
    }

    /// <summary>Begins to beat, with the numbers from 1; does nothing when it beats already.</summary>
    public void Start(Action<long> beat)
    {
        if (_beat is null)
        {
            Interlocked.Exchange(ref _number, 0);
            Volatile.Write(ref _beat, beat);
            _timer.Change(Interval, Interval);
        }
    }

    /// <summary>Beats no more, but for a beat that is on its way.</summary>
    public void Stop()
    {
        Volatile.Write(ref _beat, null);
        _timer.Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    private void Beat() => Volatile.Read(ref _beat)?.Invoke(Interlocked.Increment(ref _number));
}
