namespace Workflow.Testing;

/// <summary>Something that comes to a workflow from outside: a resumption, time that passes, a cancel request. A list of events is the script of a test.</summary>
/// <remarks>Immutable; the same events can be used for many runs.</remarks>
public abstract class TestEvent
{
    private protected TestEvent()
    {
    }

    /// <summary>The resumption of a bookmark.</summary>
    /// <param name="bookmarkName">The name of the bookmark.</param>
    /// <param name="value">The value that the activity gets. Every run gets the same object, so it should be immutable.</param>
    /// <returns>The event.</returns>
    /// <exception cref="ArgumentException"><paramref name="bookmarkName"/> is null or empty.</exception>
    public static TestEvent Resume(string bookmarkName, object? value = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(bookmarkName);
        return new ResumeEvent(bookmarkName, value);
    }

    /// <summary>Time that passes: timers fire on the way.</summary>
    /// <param name="by">How much.</param>
    /// <returns>The event.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="by"/> is negative.</exception>
    public static TestEvent Advance(TimeSpan by)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(by, TimeSpan.Zero);
        return new AdvanceEvent(by);
    }

    /// <summary>A cancel request.</summary>
    /// <returns>The event.</returns>
    public static TestEvent Cancel() => new CancelEvent();

    /// <summary>How much time passes; null for an event that is not about time.</summary>
    internal virtual TimeSpan? Duration => null;

    /// <summary>The event as text, for messages.</summary>
    /// <returns>The text.</returns>
    public abstract override string ToString();

    /// <summary>Delivers the event, and runs the instance until it waits or has ended. False when the instance cannot take it now.</summary>
    internal abstract Task<bool> TryDeliverAsync(TestHost host, TestInstance instance, CancellationToken cancellationToken);

    private sealed class ResumeEvent(string bookmarkName, object? value) : TestEvent
    {
        public override string ToString() => value is null ? $"resume '{bookmarkName}'" : $"resume '{bookmarkName}' with {TraceText.Of(value)}";

        internal override Task<bool> TryDeliverAsync(TestHost host, TestInstance instance, CancellationToken cancellationToken) =>
            instance.TryResumeAsync(bookmarkName, value, cancellationToken);
    }

    private sealed class AdvanceEvent(TimeSpan by) : TestEvent
    {
        internal override TimeSpan? Duration => by;

        public override string ToString() => $"advance by {by:c}";

        internal override async Task<bool> TryDeliverAsync(TestHost host, TestInstance instance, CancellationToken cancellationToken)
        {
            await host.AdvanceAsync(by, cancellationToken).ConfigureAwait(false);
            return true;
        }
    }

    private sealed class CancelEvent : TestEvent
    {
        public override string ToString() => "cancel";

        internal override async Task<bool> TryDeliverAsync(TestHost host, TestInstance instance, CancellationToken cancellationToken)
        {
            if (instance.Result is not null)
            {
                return false;
            }

            await instance.CancelAsync(cancellationToken).ConfigureAwait(false);
            return true;
        }
    }
}
