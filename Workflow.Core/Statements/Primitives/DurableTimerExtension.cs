using Workflow.Foundation;
using Workflow.Hosting;

namespace Workflow.Statements;

/// <summary>The timer of a <see cref="Delay"/> unless the host brings another: it resumes each bookmark of one workflow instance at its time.</summary>
/// <remarks>
/// <para>Timers are saved with the instance, and keep their times over unloading and loading: one whose time passed meanwhile fires as soon as the loaded instance runs,
/// before it is idle (rule 21).</para>
/// <para>Thread-safe: the instance registers on its thread, the clock fires on any. One system timer serves all bookmarks, set to the earliest.
/// Serves one workflow instance; do not add one object to several.</para>
/// </remarks>
public class DurableTimerExtension : TimerExtension, IWorkflowInstanceExtension, IDisposable
{
    /// <summary>After how long a bookmark that could not be resumed is tried again.</summary>
    private static readonly TimeSpan RetryDelay = TimeSpan.FromMilliseconds(100);

    private readonly Lock _gate = new();
    private readonly TimeProvider? _givenClock;
    private WorkflowInstanceProxy? _instance;

    /// <summary>Null until first used: every instance whose definition contains a delay has this object, and most never get there.</summary>
    private TimerTable? _timers;

    private Alarm? _alarm;
    private bool _isFiring;
    private bool _isDisposed;

    /// <summary>Creates a timer on the clock of the instance that it will serve: its <see cref="TimeProvider"/> extension, else the system's clock.</summary>
    public DurableTimerExtension()
    {
    }

    /// <summary>Creates a timer on a clock.</summary>
    /// <param name="timeProvider">The clock.</param>
    /// <exception cref="ArgumentNullException">The clock is null.</exception>
    public DurableTimerExtension(TimeProvider timeProvider)
    {
        ArgumentNullException.ThrowIfNull(timeProvider);
        _givenClock = timeProvider;
    }

    private TimeProvider Clock => _givenClock ?? _instance?.TimeProvider ?? TimeProvider.System;

    /// <summary>What saves the timers with the instance; an override adds to it.</summary>
    /// <returns>The extensions.</returns>
    public virtual IEnumerable<object>? GetAdditionalExtensions() => [new TimerParticipant(this)];

    /// <inheritdoc/>
    /// <exception cref="InvalidOperationException">It serves another instance already.</exception>
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

    /// <summary>Forgets all timers; nothing is resumed any more.</summary>
    public void Dispose()
    {
        Dispose(true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Forgets all timers.</summary>
    /// <param name="disposing">True when called by <see cref="Dispose()"/>.</param>
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
    /// <exception cref="InvalidOperationException">It serves no workflow instance.</exception>
    /// <exception cref="ObjectDisposedException">It was disposed.</exception>
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
        // The alarm stays as it is: firing with nothing due only sets it anew.
        lock (_gate)
        {
            _timers?.Remove(bookmark);
        }
    }

    /// <summary>The pending timers as what a snapshot can hold: bookmark, time, bookmark, time, and so on. Null when there is none.</summary>
    /// <param name="earliest">When the earliest is due, on the clock of the instance, in UTC.</param>
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

    /// <summary>A time on another clock; at the ends of time that is the end.</summary>
    private static DateTimeOffset Moved(DateTimeOffset time, TimeSpan offset) =>
        offset > DateTimeOffset.MaxValue - time ? DateTimeOffset.MaxValue
        : offset < DateTimeOffset.MinValue - time ? DateTimeOffset.MinValue
        : time + offset;

    /// <summary>
    /// Takes saved timers back, with the times that they had. What is due already is resumed before this returns, so that a loaded instance
    /// finds it as soon as it runs, and is not idle before.
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

    /// <summary>The alarm rings on a thread of the clock's. What fails there fails in the clock, and would leave the instance waiting for ever.</summary>
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

    /// <summary>Begins to resume what is due, one after the other, so that the order of the times is the order of the resumptions.</summary>
    private void FireDue()
    {
        lock (_gate)
        {
            if (_isFiring || _isDisposed)
            {
                return;
            }

            _isFiring = true;
        }

        while (TakeDue() is { } due)
        {
            _ = ResumeAsync(due);
        }
    }

    /// <summary>The earliest timer that is due; it stays in the table until it is settled. Null, with the alarm set for the next, when none is.</summary>
    private TimerTable.Entry? TakeDue()
    {
        lock (_gate)
        {
            DateTimeOffset now = Clock.GetUtcNow();
            if (_timers?.TakeDue(now) is { } due)
            {
                return due;
            }

            _isFiring = false;
            Arm_NeedsLock(now);
            return null;
        }
    }

    /// <summary>Resumes one bookmark. The others do not wait for it: it may have to wait for one of them.</summary>
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
            // Nothing else will wake the activity: an attempt that fails is repeated, until the instance has ended and disposes this.
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
                // Canceled, or registered anew, meanwhile.
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
