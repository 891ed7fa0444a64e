using Microsoft.Extensions.Logging;

namespace Workflow.Extensions.Hosting;

/// <summary>Saves and unloads one instance after it has waited for the times that the options define. Thread-safe.</summary>
internal sealed class IdleWatch : IDisposable
{
    private readonly Lock _gate = new();
    private readonly WorkflowApplication _application;
    private readonly WorkflowHostOptions _options;
    private readonly TimeProvider _clock;
    private readonly ILogger _logger;
    private readonly ITimer _timer;
    private long? _since;
    private bool _isPersisted;
    private bool _isDisposed;

    public IdleWatch(WorkflowApplication application, WorkflowHostOptions options, TimeProvider clock, ILogger logger)
    {
        _application = application;
        _options = options;
        _clock = clock;
        _logger = logger;
        _timer = clock.CreateTimer(static state => _ = ((IdleWatch)state!).OnTimerAsync(), this, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
    }

    /// <summary>The timestamp at which the instance started to wait; null while the instance runs or cannot be saved.</summary>
    public long? Since
    {
        get
        {
            lock (_gate)
            {
                return _since;
            }
        }
    }

    /// <summary>Starts the timers when the instance waits and can be saved. Returns the action to perform at once.</summary>
    public PersistableIdleAction Begin(bool isMemoryNeeded)
    {
        if (isMemoryNeeded || _options.TimeToUnload == TimeSpan.Zero)
        {
            return PersistableIdleAction.Unload;
        }

        lock (_gate)
        {
            _since = _clock.GetTimestamp();
            _isPersisted = _options.TimeToPersist == TimeSpan.Zero;
            Arm(NextWait(TimeSpan.Zero));
            return _isPersisted ? PersistableIdleAction.Persist : PersistableIdleAction.None;
        }
    }

    /// <summary>
    /// Restarts the wait when a message has arrived for the instance. The message may be for a bookmark that the instance does not have yet; then the instance
    /// continues to wait, and its idle time counts from now. If the message resumes the instance, the instance starts the next wait itself.
    /// </summary>
    public void Restart()
    {
        lock (_gate)
        {
            if (_since is not null)
            {
                _since = _clock.GetTimestamp();
                Arm(NextWait(TimeSpan.Zero));
            }
        }
    }

    /// <summary>Unloads the instance now.</summary>
    public void Unload() => _ = TryAsync(token => _application.UnloadAsync(token));

    public void Dispose()
    {
        lock (_gate)
        {
            _isDisposed = true;
            _since = null;
        }

        _timer.Dispose();
    }

    private async Task OnTimerAsync()
    {
        bool unloads;
        lock (_gate)
        {
            if (_since is not { } since)
            {
                return;
            }

            TimeSpan elapsed = _clock.GetElapsedTime(since);
            unloads = IsOver(_options.TimeToUnload, elapsed);
            bool persists = !unloads && !_isPersisted && IsOver(_options.TimeToPersist, elapsed);
            _isPersisted |= persists;
            if (!unloads)
            {
                Arm(NextWait(elapsed));
            }

            if (!unloads && !persists)
            {
                // Only a part of a long wait has elapsed.
                return;
            }
        }

        await TryAsync(unloads ? token => _application.UnloadAsync(token) : token => _application.PersistAsync(token)).ConfigureAwait(false);
    }

    /// <summary>
    /// Saves or unloads the instance. After a failure, the operation is retried after the recovery delay, because the store may be available again by then.
    /// </summary>
    private async Task TryAsync(Func<CancellationToken, Task> save)
    {
        try
        {
            await save(CancellationToken.None).ConfigureAwait(false);
        }
        catch (WorkflowApplicationException)
        {
            // The instance has ended, or was unloaded or aborted.
        }
        catch (Exception exception)
        {
            _logger.IdleSaveFailed(_application.Id, _options.RecoveryDelay, exception);
            lock (_gate)
            {
                _isPersisted = false;
                if (_since is not null)
                {
                    Arm(_options.RecoveryDelay);
                }
            }
        }
    }

    /// <summary>Returns the time until the earlier of the two actions.</summary>
    private TimeSpan NextWait(TimeSpan elapsed)
    {
        TimeSpan unload = _options.TimeToUnload, persist = _isPersisted ? Timeout.InfiniteTimeSpan : _options.TimeToPersist;
        TimeSpan next = persist == Timeout.InfiniteTimeSpan || (unload != Timeout.InfiniteTimeSpan && unload < persist) ? unload : persist;
        return next == Timeout.InfiniteTimeSpan ? next : TimeSpan.FromTicks(Math.Max(0, (next - elapsed).Ticks));
    }

    private static bool IsOver(TimeSpan limit, TimeSpan elapsed) => limit != Timeout.InfiniteTimeSpan && elapsed >= limit;

    /// <summary>Starts the timer. The caller holds the lock.</summary>
    private void Arm(TimeSpan wait)
    {
        if (!_isDisposed)
        {
            _timer.Change(LongTime.FirstPart(wait), Timeout.InfiniteTimeSpan);
        }
    }
}
