using Workflow.Foundation;
using Workflow.Hosting;

namespace Workflow.Statements;

/// <summary>
/// The timer of <see cref="Delay"/> unless the host has another one. It resumes each bookmark of one workflow instance when the bookmark is due.
/// </summary>
/// <remarks>
/// <para>Timers are saved with the instance and keep their due times. A timer that became due while the instance was unloaded fires when the loaded instance
/// runs, before it is idle (rule 21).</para>
/// <para>Thread-safe: the instance registers timers on its thread, and the clock fires on any thread. One system timer, set to the earliest due time, serves
/// all bookmarks. The object serves one workflow instance; do not add it to several hosts.</para>
/// </remarks>
public class DurableTimerExtension : TimerExtension, IWorkflowInstanceExtension, IDisposable
{
    /// <summary>The delay before the next attempt to resume a bookmark that could not be resumed.</summary>
    private static readonly TimeSpan RetryDelay = TimeSpan.FromMilliseconds(100);

    private readonly Lock _gate = new();
    private readonly TimeProvider? _givenClock;
    private WorkflowInstanceProxy? _instance;

    /// <summary>The timers; null until first used. Every instance whose definition contains a delay has this object, and most do not reach the delay.</summary>
    private TimerTable? _timers;

    private Alarm? _alarm;
    private bool _isFiring;
    private bool _isDisposed;

    /// <summary>Creates a timer that uses the clock of its instance: its <see cref="TimeProvider"/> extension, or the system clock.</summary>
    public DurableTimerExtension()
    {
    }

    /// <summary>Creates a timer with a clock.</summary>
    /// <param name="timeProvider">The clock.</param>
    /// <exception cref="ArgumentNullException">The clock is null.</exception>
    public DurableTimerExtension(TimeProvider timeProvider)
    {
        ArgumentNullException.ThrowIfNull(timeProvider);
        _givenClock = timeProvider;
    }

    private TimeProvider Clock => _givenClock ?? _instance?.TimeProvider ?? TimeProvider.System;

    /// <summary>Provides the participant that saves the timers with the instance. An override must include it.</summary>
    /// <returns>The extensions.</returns>
    public virtual IEnumerable<object>? GetAdditionalExtensions() => [new TimerParticipant(this)];

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">The object already serves another instance.</exception>
    public virtual void SetInstance(WorkflowInstanceProxy instance)
    {
        ArgumentNullException.ThrowIfNull(instance);
        lock (_gate)
        {
            if (_instance is not null && !ReferenceEquals(_instance, instance))
            {
                throw new InvalidOperationException(
                    $"The timer extension serves the workflow instance '{_instance.Id}' and cannot serve '{instance.Id}' too; give each its own.");
            }

            _instance = instance;
        }
    }

    /// <summary>Removes all timers. No bookmark is resumed any more.</summary>
    public void Dispose()
    {
        Dispose(true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Removes all timers.</summary>
    /// <param name="disposing">True if called by <see cref="Dispose()"/>.</param>
    protected virtual void Dispose(bool disposing)
    {
        if (!disposing)
        {
            return;
        }

        lock (_gate)
        {
            _isDisposed = true;
            _alarm?.Stop();
            _timers = null;
        }
    }

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">The object does not serve a workflow instance.</exception>
    /// <exception cref="ObjectDisposedException">The object was disposed.</exception>
    protected override void OnRegisterTimer(TimeSpan timeout, Bookmark bookmark)
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            if (_instance is null)
            {
                throw new InvalidOperationException("The timer extension serves no workflow instance; add it to the extensions of a host.");
            }

            DateTimeOffset now = Clock.GetUtcNow();
            if (timeout < DateTimeOffset.MaxValue - now)
            {
                _timers ??= new TimerTable();
                _timers.Set(bookmark, now + timeout);
                Arm_NeedsLock(now);
            }
        }
    }

    /// <inheritdoc/>
    protected override void OnCancelTimer(Bookmark bookmark)
    {
        // The system timer is not changed. If it fires while no bookmark is due, it is set again.
        lock (_gate)
        {
            _timers?.Remove(bookmark);
        }
    }

    /// <summary>Returns the pending timers as values for a snapshot: bookmark, time, bookmark, time, and so on; null if there are none.</summary>
    /// <param name="earliest">The earliest due time by the clock of the instance, in UTC.</param>
    internal object?[]? Save(out DateTime earliest)
    {
        lock (_gate)
        {
            TimerTable.Entry[] entries = _timers?.All ?? [];
            if (entries.Length == 0)
            {
                earliest = default;
                return null;
            }

            TimeSpan offset = _givenClock is null ? TimeSpan.Zero : (_instance?.TimeProvider ?? TimeProvider.System).GetUtcNow() - _givenClock.GetUtcNow();
            earliest = Moved(entries[0].Due, offset).UtcDateTime;
            return [.. entries.SelectMany(entry => new object?[] { entry.Bookmark, entry.Due })];
        }
    }

    /// <summary>Converts a time to another clock, limited to the range of times.</summary>
    private static DateTimeOffset Moved(DateTimeOffset time, TimeSpan offset) =>
        offset > DateTimeOffset.MaxValue - time ? DateTimeOffset.MaxValue
        : offset < DateTimeOffset.MinValue - time ? DateTimeOffset.MinValue
        : time + offset;

    /// <summary>
    /// Restores saved timers with their due times. Bookmarks that are due are resumed before this method returns, so that a loaded instance receives the
    /// resumptions when it runs, before it is idle.
    /// </summary>
    internal void Load(object?[] saved)
    {
        lock (_gate)
        {
            ObjectDisposedException.ThrowIf(_isDisposed, this);
            _timers ??= new TimerTable();
            for (int i = 0; i < saved.Length; i += 2)
            {
                if (saved[i] is not Bookmark bookmark || saved.ElementAtOrDefault(i + 1) is not DateTimeOffset due)
                {
                    throw TimerParticipant.Unreadable();
                }

                _timers.Set(bookmark, due);
            }
        }

        FireDue();
    }

    /// <summary>
    /// Called by the clock, on any thread. Exceptions are caught here: in the clock they would be lost or end the process, and the instance would wait forever.
    /// </summary>
    private void OnAlarm()
    {
        try
        {
            FireDue();
        }
        catch (Exception exception)
        {
            _instance!.Fail(exception);
        }
    }

    /// <summary>Begins to resume the bookmarks that are due, one after the other, so that they are resumed in the order of their due times.</summary>
    private void FireDue()
    {
        // The clock and a load may call this method at the same time. Two loops would take timers alternately, so that bookmarks could be resumed in another
        // order than that of their due times.
        lock (_gate)
        {
            if (_isFiring || _isDisposed)
            {
                return;
            }

            _isFiring = true;
        }

        // Outside the lock: a resumption runs code of the host, which may register or cancel timers.
        while (TakeDue() is { } due)
        {
            _ = ResumeAsync(due);
        }
    }

    /// <summary>
    /// Returns the earliest timer that is due, which stays in the table until its resumption has ended. If none is due, sets the system timer for the next
    /// timer and returns null.
    /// </summary>
    private TimerTable.Entry? TakeDue()
    {
        lock (_gate)
        {
            DateTimeOffset now = Clock.GetUtcNow();
            if (_timers?.TakeDue(now) is { } due)
            {
                return due;
            }

            // The flag is reset under the same lock under which no due timer was found. A timer that is registered while the flag is set does not set the
            // system timer: if it was registered between the two, it would never fire.
            _isFiring = false;
            Arm_NeedsLock(now);
            return null;
        }
    }

    /// <summary>Resumes one bookmark. The other bookmarks do not wait for it, because its resumption may depend on one of them.</summary>
    private async Task ResumeAsync(TimerTable.Entry due)
    {
        bool isSettled;
        try
        {
            BookmarkResumptionResult result = await _instance!.ResumeBookmarkAsync(due.Bookmark, null).ConfigureAwait(false);
            isSettled = result != BookmarkResumptionResult.NotReady;
        }
        catch (Exception)
        {
            // Only this timer resumes the activity, so a failed attempt is repeated until the instance has ended, which disposes this object.
            isSettled = false;
        }

        try
        {
            Settle(due, isSettled);
        }
        catch (Exception exception)
        {
            _instance!.Fail(exception);
        }
    }

    private void Settle(TimerTable.Entry due, bool isSettled)
    {
        lock (_gate)
        {
            if (_timers?.Contains(due) != true)
            {
                // The timer was canceled or registered again in the meantime.
                return;
            }

            if (isSettled)
            {
                _timers.Remove(due.Bookmark);
                return;
            }

            DateTimeOffset now = Clock.GetUtcNow();
            _timers.Set(due.Bookmark, now + RetryDelay);
            Arm_NeedsLock(now);
        }
    }

    private void Arm_NeedsLock(DateTimeOffset now)
    {
        if (!_isFiring && _timers?.NextDue is { } due)
        {
            _alarm ??= new Alarm(Clock, OnAlarm);
            _alarm.Set(due - now);
        }
    }
}
