using Workflow.Persistence;

namespace Workflow.Testing;

/// <summary>Something that comes to a workflow from outside: a resumption, time that passes, a cancel request, a suspension. A list of events is the script of a test.</summary>
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

    /// <summary>
    /// An operator suspends the instance, which is saved and unloaded. Until <see cref="Continue"/> it takes messages and nothing else, and its timers do not fire. To suspend it once more changes nothing.
    /// </summary>
    /// <returns>The event.</returns>
    public static TestEvent Suspend() => new SuspendEvent();

    /// <summary>An operator continues the instance that is suspended. The timers that have fallen due meanwhile fire first, and then it gets the messages.</summary>
    /// <returns>The event.</returns>
    public static TestEvent Continue() => new ContinueEvent();

    /// <summary>
    /// A message to the instance through the store, for a bookmark that may not exist yet. If the process is lost before the effect of the message was saved, the message is sent again, as a sender
    /// does that got no answer.
    /// </summary>
    /// <param name="bookmarkName">The name of the bookmark.</param>
    /// <param name="value">The value that the activity gets. Every run gets the same object, so it should be immutable. It is not serialized.</param>
    /// <param name="hasRequestId">Whether the sender gives the message an id by which the store recognizes the repetition; true by default.</param>
    /// <returns>The event. Use a new one for each message.</returns>
    /// <exception cref="ArgumentException"><paramref name="bookmarkName"/> is null or empty.</exception>
    public static TestEvent Send(string bookmarkName, object? value = null, bool hasRequestId = true)
    {
        ArgumentException.ThrowIfNullOrEmpty(bookmarkName);
        return new SendEvent(bookmarkName, value, hasRequestId);
    }

    /// <summary>
    /// A second host: it takes the instance over from its last save, because the lease of the first one has expired. The first host does not know it, and runs on until it tries to save; what its
    /// activities do until then is done twice. For <see cref="InterleavingTest"/> only.
    /// </summary>
    /// <returns>The event.</returns>
    public static TestEvent Takeover() => new TakeoverEvent();

    /// <summary>Whether another host takes the instance over, which only a test with several hosts can do.</summary>
    internal virtual bool IsTakeover => false;

    /// <summary>For a request of an operator, whether the state that it asks for is there; null for all other events.</summary>
    internal virtual bool? IsDone(TestInstance instance) => null;

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
