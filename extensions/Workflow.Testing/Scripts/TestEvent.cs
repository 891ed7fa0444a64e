using Workflow.Persistence;

namespace Workflow.Testing;

/// <summary>
/// An external event of a workflow: a resumption, the advance of time, a cancel request, a suspension. A list of events is the script of a test.
/// </summary>
/// <remarks>Immutable; the same events can be used for many runs.</remarks>
public abstract class TestEvent
{
    private protected TestEvent()
    {
    }

    /// <summary>Creates an event that resumes a bookmark.</summary>
    /// <param name="bookmarkName">The name of the bookmark.</param>
    /// <param name="value">The value that the activity gets. Every run gets the same object, so it should be immutable.</param>
    /// <returns>The event.</returns>
    /// <exception cref="ArgumentException"><paramref name="bookmarkName"/> is null or empty.</exception>
    public static TestEvent Resume(string bookmarkName, object? value = null)
    {
        ArgumentException.ThrowIfNullOrEmpty(bookmarkName);
        return new ResumeEvent(bookmarkName, value);
    }

    /// <summary>Creates an event that advances the clock. Timers that become due fire at their times.</summary>
    /// <param name="by">The time to advance by.</param>
    /// <returns>The event.</returns>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="by"/> is negative.</exception>
    public static TestEvent Advance(TimeSpan by)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(by, TimeSpan.Zero);
        return new AdvanceEvent(by);
    }

    /// <summary>Creates an event that requests cancellation.</summary>
    /// <returns>The event.</returns>
    public static TestEvent Cancel() => new CancelEvent();

    /// <summary>
    /// Creates an event in which an operator suspends the instance, which is saved and unloaded. Until <see cref="Continue"/>, the instance only accepts
    /// messages, and its timers do not fire. Suspending a suspended instance changes nothing.
    /// </summary>
    /// <returns>The event.</returns>
    public static TestEvent Suspend() => new SuspendEvent();

    /// <summary>
    /// Creates an event in which an operator continues the suspended instance. Timers that have become due meanwhile fire first; then the instance receives its
    /// messages.
    /// </summary>
    /// <returns>The event.</returns>
    public static TestEvent Continue() => new ContinueEvent();

    /// <summary>
    /// Creates an event that sends a message to the instance through the store, for a bookmark that may not exist yet. If the process is lost before the effect
    /// of the message was saved, the message is sent again, as by a sender that got no answer.
    /// </summary>
    /// <param name="bookmarkName">The name of the bookmark.</param>
    /// <param name="value">The value that the activity gets. Every run gets the same object, so it should be immutable. It is not serialized.</param>
    /// <param name="hasRequestId">True, the default, if the message has an id by which the store recognizes a repetition.</param>
    /// <returns>The event. Use a new one for each message.</returns>
    /// <exception cref="ArgumentException"><paramref name="bookmarkName"/> is null or empty.</exception>
    public static TestEvent Send(string bookmarkName, object? value = null, bool hasRequestId = true)
    {
        ArgumentException.ThrowIfNullOrEmpty(bookmarkName);
        return new SendEvent(bookmarkName, value, hasRequestId);
    }

    /// <summary>
    /// Creates an event in which a second host loads the instance from its last save, because the lease of the first host has expired. The first host does not
    /// know this, and runs until it tries to save; the work of its activities until then is done twice. For <see cref="InterleavingTest"/> only.
    /// </summary>
    /// <returns>The event.</returns>
    public static TestEvent Takeover() => new TakeoverEvent();

    /// <summary>True if another host takes over the instance, which only a test with several hosts supports.</summary>
    internal virtual bool IsTakeover => false;

    /// <summary>For a request of an operator, returns true if the instance is already in the requested state; null for all other events.</summary>
    internal virtual bool? IsDone(TestInstance instance) => null;

    /// <summary>The time by which the clock advances; null for an event that does not advance it.</summary>
    internal virtual TimeSpan? Duration => null;

    /// <summary>Returns the event as text, for messages.</summary>
    /// <returns>The text.</returns>
    public abstract override string ToString();

    /// <summary>Delivers the event, and runs the instance until it waits or has ended. Returns false if the instance cannot accept the event now.</summary>
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

    private sealed class SendEvent(string bookmarkName, object? value, bool hasRequestId) : TestEvent
    {
        private readonly Guid _id = Guid.NewGuid();

        public override string ToString() => value is null ? $"send to '{bookmarkName}'" : $"send {TraceText.Of(value)} to '{bookmarkName}'";

        internal override Task<bool> TryDeliverAsync(TestHost host, TestInstance instance, CancellationToken cancellationToken) => instance.TrySendAsync(
            _id,
            new InstanceMessage
            {
                InstanceId = instance.Id,
                BookmarkName = bookmarkName,
                RequestId = hasRequestId ? _id : null,
                Content = host.Messages.Add(_id, value),
            },
            cancellationToken);
    }

    private sealed class TakeoverEvent : TestEvent
    {
        internal override bool IsTakeover => true;

        public override string ToString() => "another host takes the instance over";

        internal override Task<bool> TryDeliverAsync(TestHost host, TestInstance instance, CancellationToken cancellationToken) =>
            throw instance.Fail("This test runs one host; use 'TestEvent.Takeover' in an 'InterleavingTest'.");
    }

    private sealed class CancelEvent : TestEvent
    {
        public override string ToString() => "cancel";

        internal override async Task<bool> TryDeliverAsync(TestHost host, TestInstance instance, CancellationToken cancellationToken)
        {
            if (instance.Result is not null || instance.IsSuspended)
            {
                return false;
            }

            await instance.CancelAsync(cancellationToken).ConfigureAwait(false);
            return true;
        }
    }

    private sealed class SuspendEvent : TestEvent
    {
        public override string ToString() => "suspend";

        internal override bool? IsDone(TestInstance instance) => instance.IsSuspended;

        internal override async Task<bool> TryDeliverAsync(TestHost host, TestInstance instance, CancellationToken cancellationToken)
        {
            if (instance.Result is null && !instance.IsSuspended)
            {
                await instance.SuspendAsync("the event of the test", cancellationToken).ConfigureAwait(false);
            }

            return instance.IsSuspended;
        }
    }

    private sealed class ContinueEvent : TestEvent
    {
        public override string ToString() => "continue";

        internal override bool? IsDone(TestInstance instance) => !instance.IsSuspended;

        internal override async Task<bool> TryDeliverAsync(TestHost host, TestInstance instance, CancellationToken cancellationToken)
        {
            if (!instance.IsSuspended)
            {
                return false;
            }

            await instance.ContinueAsync(cancellationToken).ConfigureAwait(false);
            return true;
        }
    }
}
