namespace Workflow.Statements;

/// <summary>Wakes activities that wait for time to pass. A host's extension of this type replaces <see cref="DurableTimerExtension"/>.</summary>
public abstract class TimerExtension
{
    /// <summary>Initializes the base of a timer extension.</summary>
    protected TimerExtension()
    {
    }

    /// <summary>Asks for a bookmark to be resumed later.</summary>
    /// <param name="timeout">How long from now; <see cref="TimeSpan.MaxValue"/> is never.</param>
    /// <param name="bookmark">The bookmark, resumed with a null value. Registering it again replaces the time.</param>
    /// <exception cref="ArgumentNullException">The bookmark is null.</exception>
    public void RegisterTimer(TimeSpan timeout, Bookmark bookmark)
    {
        ArgumentNullException.ThrowIfNull(bookmark);
        OnRegisterTimer(timeout, bookmark);
    }

    /// <summary>Takes back what <see cref="RegisterTimer"/> asked for; an unknown bookmark is ignored.</summary>
    /// <param name="bookmark">The bookmark.</param>
    /// <exception cref="ArgumentNullException">The bookmark is null.</exception>
    public void CancelTimer(Bookmark bookmark)
    {
        ArgumentNullException.ThrowIfNull(bookmark);
        OnCancelTimer(bookmark);
    }

    /// <summary>Starts to wait. Called on the instance's thread.</summary>
    /// <param name="timeout">How long from now; <see cref="TimeSpan.MaxValue"/> is never.</param>
    /// <param name="bookmark">The bookmark; not null.</param>
    protected abstract void OnRegisterTimer(TimeSpan timeout, Bookmark bookmark);

    /// <summary>Stops to wait; an unknown bookmark is to be ignored. Called on the instance's thread.</summary>
    /// <param name="bookmark">The bookmark; not null.</param>
    protected abstract void OnCancelTimer(Bookmark bookmark);
}
