namespace Workflow.Persistence.Sql;

/// <summary>
/// The wait between two checks of the database. It ends when this process has changed something, when a time is due, and, because of other processes, after
/// each period. Thread-safe.
/// </summary>
internal sealed class PollingWait(TimeProvider clock, TimeSpan period)
{
    /// <summary>The minimum difference that indicates that the clock was set while the timer was created.</summary>
    private static readonly TimeSpan Tolerance = TimeSpan.FromMilliseconds(20);

    private readonly Lock _gate = new();
    private TaskCompletionSource _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>Called when a check may have another result now. Ends the waits of all checks that have begun.</summary>
    public void Changed()
    {
        lock (_gate)
        {
            _changed.TrySetResult();
        }
    }

    /// <summary>Called before a check, so that a change during the check ends the wait after it.</summary>
    public PollingCheck Begin()
    {
        lock (_gate)
        {
            if (_changed.Task.IsCompleted)
            {
                _changed = new(TaskCreationOptions.RunContinuationsAsynchronously);
            }

            return new PollingCheck(_changed.Task, clock.GetUtcNow());
        }
    }

    /// <summary>Waits until the next check.</summary>
    /// <param name="check">The last check.</param>
    /// <param name="due">The time at which the result may change by the passage of time alone; null for none.</param>
    /// <param name="cancellationToken">Cancels the wait.</param>
    public async Task WaitAsync(PollingCheck check, DateTimeOffset? due, CancellationToken cancellationToken)
    {
        cancellationToken.ThrowIfCancellationRequested();
        DateTimeOffset now = clock.GetUtcNow();

        // A due time before the check has changed nothing, so it is ignored; otherwise the checks would follow each other without a wait.
        TimeSpan wait = due > check.At && due - now < period ? due.Value - now : period;
        if (wait <= TimeSpan.Zero || now - check.At >= period)
        {
            return;
        }

        using CancellationTokenSource stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        Task timer = Task.Delay(wait > TimeSpan.FromMilliseconds(1) ? wait : TimeSpan.FromMilliseconds(1), clock, stop.Token);

        // The timer is not affected by a change of the clock before it was created. In this case, the wait is skipped.
        if (clock.GetUtcNow() - now < Tolerance)
        {
            await Task.WhenAny(check.Changed, timer).ConfigureAwait(false);
        }

        await stop.CancelAsync().ConfigureAwait(false);
        cancellationToken.ThrowIfCancellationRequested();
    }

    /// <summary>A check that has begun.</summary>
    /// <param name="Changed">Completes when the check may have another result.</param>
    /// <param name="At">The time at which the check began.</param>
    internal readonly record struct PollingCheck(Task Changed, DateTimeOffset At);
}
