namespace Workflow.Tracking.Etw.Events;

/// <summary>
/// Sends a heartbeat once a second between start and stop. A reader of an event stream can stall on the last events of a burst until another event comes
/// (dotnet/runtime#76704). With one event a second the reader does not stall, and a gap in the sequence numbers shows that events were lost.
/// </summary>
/// <remarks>Started and stopped by one thread at a time, which may be a thread of the runtime. Neither operation creates a thread.</remarks>
internal sealed class Heartbeat
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private readonly ITimer _timer;
    private Action<long>? _beat;
    private long _number;

    public Heartbeat(TimeProvider clock)
    {
        // The heartbeats must not run in the execution context of the caller that starts the first session, so its flow is suppressed. The timer is due at
        // once, although no heartbeat is sent yet: this starts the timer thread before a session exists. The thread that serves sessions must not wait for the
        // start of another thread, because it would deadlock with a consumer that is itself starting a thread.
        using (ExecutionContext.IsFlowSuppressed() ? default(AsyncFlowControl?) : ExecutionContext.SuppressFlow())
        {
            _timer = clock.CreateTimer(static heartbeat => ((Heartbeat)heartbeat!).Beat(), this, TimeSpan.Zero, Timeout.InfiniteTimeSpan);
        }
    }

    /// <summary>Starts the heartbeat with sequence number 1. Does nothing if the heartbeat is already running.</summary>
    public void Start(Action<long> beat)
    {
        if (_beat is null)
        {
            Interlocked.Exchange(ref _number, 0);
            Volatile.Write(ref _beat, beat);
            _timer.Change(Interval, Interval);
        }
    }

    /// <summary>Stops the heartbeat. A heartbeat that has already begun is still sent.</summary>
    public void Stop()
    {
        Volatile.Write(ref _beat, null);
        _timer.Change(Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    private void Beat() => Volatile.Read(ref _beat)?.Invoke(Interlocked.Increment(ref _number));
}
