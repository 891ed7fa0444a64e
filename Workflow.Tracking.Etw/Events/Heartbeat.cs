namespace Workflow.Tracking.Etw.Events;

/// <summary>
/// Beats once a second between start and stop. A reader of a stream of events can stall on the last ones of a burst until another comes (dotnet/runtime#76704);
/// with a beat a second it does not, and a gap in the beats tells it that events were lost.
/// </summary>
/// <remarks>Started and stopped by one thread at a time.</remarks>
internal sealed class Heartbeat(TimeProvider clock)
{
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(1);

    private ITimer? _timer;

    /// <summary>Begins to beat, with the numbers from 1; does nothing when it beats already.</summary>
    public void Start(Action<long> beat)
    {
        if (_timer is not null)
        {
            return;
        }

        // The first session's caller must not be the context of all beats.
        using (ExecutionContext.IsFlowSuppressed() ? default(AsyncFlowControl?) : ExecutionContext.SuppressFlow())
        {
            long number = 0;
            _timer = clock.CreateTimer(_ => beat(Interlocked.Increment(ref number)), null, Interval, Interval);
        }
    }

    /// <summary>Beats no more, but for a beat that is on its way.</summary>
    public void Stop()
    {
        _timer?.Dispose();
        _timer = null;
    }
}
