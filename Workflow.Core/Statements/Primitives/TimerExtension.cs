namespace Workflow.Statements;

/// <summary>
/// The base class of timers, which resume activities after a period of time. An extension of this type in a host replaces <see cref="DurableTimerExtension"/>.
/// </summary>
public abstract class TimerExtension
{
    /// <summary>Initializes a timer extension.</summary>
    protected TimerExtension()
    {
    }

    /// <summary>Registers a bookmark that is resumed later.</summary>
    /// <param name="timeout">The period from now; <see cref="TimeSpan.MaxValue"/> is infinite.</param>
    /// <param name="bookmark">The bookmark, resumed with a null value. Registering it again replaces the time.</param>
    /// <exception cref="ArgumentNullException">The bookmark is null.</exception>
    public void RegisterTimer(TimeSpan timeout, Bookmark bookmark)
    {
        ArgumentNullException.ThrowIfNull(bookmark);
        OnRegisterTimer(timeout, bookmark);
    }

    /// <summary>Cancels a registration of <see cref="RegisterTimer"/>; an unknown bookmark is ignored.</summary>
    /// <param name="bookmark">The bookmark.</param>
    /// <exception cref="ArgumentNullException">The bookmark is null.</exception>
    public void CancelTimer(Bookmark bookmark)
    {
        ArgumentNullException.ThrowIfNull(bookmark);
        OnCancelTimer(bookmark);
    }

    /// <summary>Starts a timer. Called on the instance's thread.</summary>
    /// <param name="timeout">The period from now; <see cref="TimeSpan.MaxValue"/> is infinite.</param>
    /// <param name="bookmark">The bookmark; not null.</param>
    protected abstract void OnRegisterTimer(TimeSpan timeout, Bookmark bookmark);

    /// <summary>Stops a timer; an unknown bookmark must be ignored. Called on the instance's thread.</summary>
    /// <param name="bookmark">The bookmark; not null.</param>
    protected abstract void OnCancelTimer(Bookmark bookmark);
}
