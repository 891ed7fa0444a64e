namespace Workflow.Extensions.Hosting;

/// <summary>
/// Retains the results of instances that ended in this process for a time, because the store may delete ended instances: a caller that starts an instance and
/// waits for it a moment later gets the result. At most 1000 results. Thread-safe.
/// </summary>
internal sealed class RecentResults : IDisposable
{
    private const int MaxCount = 1000;

    private readonly Lock _gate = new();
    private readonly TimeSpan _retention;
    private readonly TimeProvider _clock;
    private readonly Dictionary<Guid, WorkflowCompletion> _results = [];
    private readonly Queue<(Guid Id, long Since)> _order = new();
    private readonly ITimer _timer;
    private bool _isTimerSet;

    public RecentResults(TimeSpan retention, TimeProvider clock)
    {
        _retention = retention;
        _clock = clock;
        _timer = clock.CreateTimer(static state => ((RecentResults)state!).OnTimer(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>The number of results.</summary>
    public int Count
    {
        get
        {
            lock (_gate)
            {
                return _results.Count;
            }
        }
    }

    public void Add(Guid instanceId, WorkflowCompletion completion)
    {
        if (_retention == TimeSpan.Zero)
        {
            return;
        }

        lock (_gate)
        {
            if (_results.TryAdd(instanceId, completion))
            {
                _order.Enqueue((instanceId, _clock.GetTimestamp()));
                Forget();
                SetTimer();
            }
        }
    }

    public WorkflowCompletion? Find(Guid instanceId)
    {
        lock (_gate)
        {
            Forget();
            return _results.GetValueOrDefault(instanceId);
        }
    }

    public void Dispose() => _timer.Dispose();

    /// <summary>Removes expired results. Without the timer, the last results would stay in memory until the next instance ends.</summary>
    private void OnTimer()
    {
        lock (_gate)
        {
            _isTimerSet = false;
            Forget();
            SetTimer();
        }
    }

    /// <summary>Removes the results that have expired or exceed the maximum. The caller holds the lock.</summary>
    private void Forget()
    {
        while (_order.TryPeek(out (Guid Id, long Since) oldest) && (_order.Count > MaxCount || IsOver(oldest.Since)))
        {
            _order.Dequeue();
            _results.Remove(oldest.Id);
        }
    }

    private bool IsOver(long since) => _retention != Timeout.InfiniteTimeSpan && _clock.GetElapsedTime(since) >= _retention;

    /// <summary>Starts the timer if it is not running. The caller holds the lock. One recurring timer is cheaper than one timer per result.</summary>
    private void SetTimer()
    {
        if (!_isTimerSet && _retention != Timeout.InfiniteTimeSpan && _order.Count > 0)
        {
            _isTimerSet = true;
            _timer.Change(LongTime.FirstPart(_retention), Timeout.InfiniteTimeSpan);
        }
    }
}
