using System.Diagnostics;
using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>An instance in the memory of this process: its application, its messages, and what becomes of it while it waits and when it fails. Thread-safe.</summary>
internal sealed class LoadedInstance : IDisposable
{
    /// <summary>The number of messages of one call of the store.</summary>
    private const int BatchSize = 100;

    private readonly IDisposable _scope;
    private readonly HostConfiguration _configuration;
    private readonly MessageContent _content;
    private readonly ILogger _logger;
    private readonly IdleWatch _idle;

    private readonly WaitingContents _contents = new();

    private readonly Lock _gate = new();

    /// <summary>Messages are being read, or will be when the instance is loaded.</summary>
    private bool _isReceiving = true;

    /// <summary>Messages have arrived since that has begun.</summary>
    private bool _hasMore;

    /// <summary>Those of them that this process has sent and that are taken from memory, with the bytes of their contents.</summary>
    private List<DirectMessage>? _sent;
    private long _sentBytes;
    private long _received;

    public LoadedInstance(HostedDefinition definition, Guid id, WorkflowApplication application, IDisposable scope, HostConfiguration configuration, MessageContent content, ILogger logger)
    {
        Definition = definition;
        Id = id;
        Application = application;
        _scope = scope;
        _configuration = configuration;
        _content = content;
        _logger = logger;
        _idle = new IdleWatch(application, configuration.Options, configuration.Instances.Clock, logger);
        application.PersistableIdle = OnPersistableIdle;
        application.OnUnhandledException = OnUnhandledException;
        application.Aborted = aborted => LogAbort(aborted.Reason);
    }

    public HostedDefinition Definition { get; }

    /// <summary>Whether others need its memory.</summary>
    public required Func<bool> IsMemoryNeeded { get; init; }

    /// <summary>The messages that it has refused.</summary>
    public required RefusedMessages Refused { get; init; }

    public Guid Id { get; }

    /// <summary>Its place among all that this process has loaded. The store has locked it before.</summary>
    public long Number { get; set; }

    public WorkflowApplication Application { get; }

    /// <summary>Since when it waits, as a timestamp; null if it does not, or cannot be saved.</summary>
    public long? IdleSince => _idle.Since;

    /// <summary>Loads it with the messages that wait for it, and runs it.</summary>
    /// <param name="found">The instance.</param>
    /// <param name="owner">The owner of this process.</param>
    /// <param name="mayHaveMessages">Whether messages may wait for it in the store.</param>
    /// <param name="cancellationToken">Gives it up.</param>
    public async Task BeginAsync(WorkflowApplicationInstance found, InstanceOwner owner, bool mayHaveMessages, CancellationToken cancellationToken)
    {
        await Application.LoadAsync(found, cancellationToken).ConfigureAwait(false);

        // Before it runs: an instance that waits at once must not be unloaded while messages for it are there.
        if (mayHaveMessages || HasMore())
        {
            await ReceiveWhileMoreAsync(owner, mayHaveMessages, cancellationToken).ConfigureAwait(false);
        }

        Application.Run();
    }

    /// <summary>
    /// Gets the messages that have arrived. If that is being done already, it is done once more, and this call does not wait for it. If one of them cannot be read, the instance is suspended.
    /// </summary>
    /// <param name="owner">The owner of this process.</param>
    /// <param name="direct">A message that this process has sent. It is taken from memory if all messages before it are here; else the store is read. Null for none.</param>
    /// <param name="cancellationToken">Gives it up.</param>
    public Task ReceiveAsync(InstanceOwner owner, DirectMessage? direct, CancellationToken cancellationToken)
    {
        lock (_gate)
        {
            // What is too much for the memory is read from the store, as what others send.
            int size = direct?.Message.Content.Length ?? 0;
            if (direct is null || _sentBytes + size > WaitingContents.MaxBytes)
            {
                _hasMore = true;
            }
            else
            {
                (_sent ??= []).Add(direct);
                _sentBytes += size;
            }

            if (_isReceiving)
            {
                return Task.CompletedTask;
            }

            _isReceiving = true;
        }

        return ReceiveWhileMoreAsync(owner, fromStore: false, cancellationToken);
    }

    /// <summary>Unloads it, because memory is needed for others.</summary>
    public void UnloadForRoom() => _idle.Unload();

    /// <summary>It has left this process.</summary>
    public void Dispose()
    {
        _idle.Dispose();
        _scope.Dispose();
    }

    /// <summary>Whether messages have arrived; if none have, the next ones are received when they arrive.</summary>
    private bool HasMore()
    {
        lock (_gate)
        {
            return _isReceiving = _hasMore || _sent is { Count: > 0 };
        }
    }

    private async Task ReceiveWhileMoreAsync(InstanceOwner owner, bool fromStore, CancellationToken cancellationToken)
    {
        try
        {
            do
            {
                // What the store has includes what this process has sent until now, of which each is taken once.
                if (fromStore || TakeHasMore() || !TryTakeSent(owner))
                {
                    await ReceiveAllAsync(owner, cancellationToken).ConfigureAwait(false);
                }

                fromStore = false;
            }
            while (HasMore());
        }
        catch
        {
            lock (_gate)
            {
                // The next time, the store is read: it has what was sent.
                _isReceiving = false;
                _hasMore = true;
                _sent = null;
                _sentBytes = 0;
            }

            throw;
        }
    }

    private bool TakeHasMore()
    {
        lock (_gate)
        {
            bool hasMore = _hasMore;
            _hasMore = false;
            return hasMore;
        }
    }

    /// <summary>Takes the messages that this process has sent, in the order of their numbers; false if the store has to be read.</summary>
    private bool TryTakeSent(InstanceOwner owner)
    {
        DirectMessage[] sent;
        lock (_gate)
        {
            sent = [.. (_sent ?? []).OrderBy(direct => direct.Message.Sequence)];
            _sent = null;
            _sentBytes = 0;
        }

        return Array.TrueForAll(sent, direct => TryTake(direct, owner));
    }

    /// <summary>
    /// Takes a message from memory; false if the store has to be read. The messages of an instance get their numbers one after the other, so that none with a lower number can come later: if all that waited
    /// when the message was stored have been received, it is the next one. What was there before, and is not there any more, has had its effect in the state that was loaded, or was withdrawn.
    /// If the instance was loaded after the call to store the message began, this may be true of the message itself.
    /// </summary>
    private bool TryTake(DirectMessage direct, InstanceOwner owner)
    {
        if (direct.Previous > _received || direct.LastLoaded < Number)
        {
            return false;
        }

        if (direct.Message.Sequence > _received)
        {
            TryDeliver(_contents.HasRoomFor(direct.Message.Content.Length) ? direct.Message : direct.WithoutContent(), owner);
        }

        return true;
    }

    private async Task ReceiveAllAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        IReadOnlyList<StoredMessage> messages;
        do
        {
            messages = await _configuration.Store.ReceiveAsync(owner, Id, _received, BatchSize, _contents.OfArrivals, cancellationToken).ConfigureAwait(false);
            foreach (StoredMessage message in messages)
            {
                if (!TryDeliver(message, owner))
                {
                    return;
                }
            }
        }
        while (messages.Count == BatchSize);
    }

    /// <summary>Each message is passed on in the span of its sender, so that its effects are in the trace of the sender. A content that was not read is read when the message is delivered.</summary>
    private bool TryDeliver(StoredMessage message, InstanceOwner owner)
    {
        if (message.IsContentOmitted)
        {
            _contents.Omit(message.Sequence);
            _idle.Restart();
            Application.ReceiveMessages([WithoutContent(message, owner)]);
        }
        else
        {
            if (!TryRead(message, out (object? Value, string? TraceParent) content))
            {
                return false;
            }

            int size = message.Content.Length;
            _contents.Hold(size);
            _idle.Restart();
            using System.Diagnostics.Activity? span = SpanOf(message, content.TraceParent);
            Application.ReceiveMessages([
                new ReceivedMessage(message, content.Value) { OnRefused = refusal => OnRefused(message, refusal), OnTaken = () => _contents.Release(size) }]);
        }

        HostMeter.Messages.Add(1, HostMeter.Tag(Definition));
        _received = message.Sequence;
        return true;
    }

    private bool TryRead(StoredMessage message, out (object? Value, string? TraceParent) content)
    {
        try
        {
            content = message.IsExpired ? default : _content.Read(message.Content);
            return true;
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            content = default;
            Refuse(message, exception);
            return false;
        }
    }

    /// <summary>The message stays, because it has an order with others. It is read again when the instance is continued, for example by a host that knows its type.</summary>
    private void Refuse(StoredMessage message, Exception exception)
    {
        _logger.MessageUnreadable(Id, exception);
        _ = SuspendAsync($"The message {message.Sequence} for the bookmark '{message.BookmarkName}' cannot be read: {exception.Message}");
    }

    /// <summary>The loss of an owner is reported once, and not for each of its instances.</summary>
    private void LogAbort(Exception? reason)
    {
        Exception? cause = reason;
        while (cause is not (null or InstanceOwnerException))
        {
            cause = cause.InnerException;
        }

        if (cause is not null)
        {
            _logger.AbortedWithOwner(Id);
        }
        else
        {
            _logger.Aborted(Id, reason);
        }
    }

    private System.Diagnostics.Activity? SpanOf(StoredMessage message, string? traceParent) =>
        HostMeter.Source.StartActivity("workflow.message", ActivityKind.Consumer, traceParent)?.SetTag("workflow.instance.id", Id).SetTag("workflow.bookmark", message.BookmarkName);

    private ReceivedMessage WithoutContent(StoredMessage message, InstanceOwner owner) => ReceivedMessage.ReadLater(
        message, token => ReadForDeliveryAsync(message, owner, token), refusal => OnRefused(message, refusal), () => _contents.Forget(message.Sequence));

    /// <summary>Reads a message that is delivered now. The instance cannot go on without it, so a failure of the store is waited for, as it is at a save.</summary>
    private async Task<ReceivedMessage?> ReadForDeliveryAsync(StoredMessage message, InstanceOwner owner, CancellationToken cancellationToken)
    {
        while (true)
        {
            try
            {
                StoredMessage? complete = _contents.Take(message.Sequence) ?? await ReadContentAsync(message, owner, cancellationToken).ConfigureAwait(false);
                if (complete is null)
                {
                    return null;
                }

                if (!TryRead(complete, out (object? Value, string? TraceParent) content))
                {
                    return WithoutContent(message, owner);
                }

                using System.Diagnostics.Activity? span = SpanOf(message, content.TraceParent);
                return new ReceivedMessage(complete, content.Value) { Sender = span?.Context ?? default };
            }
            catch (SnapshotException exception)
            {
                Refuse(message, exception);
                return WithoutContent(message, owner);
            }
            catch (InstancePersistenceException exception) when (exception is not InstanceOwnerException)
            {
                _logger.ReceiveFailed(Id, exception);
            }

            await LongTime.DelayAsync(_configuration.Options.RecoveryPeriod, _configuration.Instances.Clock, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Reads the content of a message, and those of the next ones that wait for theirs; null if the message does not wait any more.</summary>
    private async Task<StoredMessage?> ReadContentAsync(StoredMessage message, InstanceOwner owner, CancellationToken cancellationToken)
    {
        IReadOnlyList<StoredMessage> messages = await _configuration.Store
            .ReceiveAsync(owner, Id, message.Sequence - 1, BatchSize, _contents.OfDelivery(message), cancellationToken).ConfigureAwait(false);
        if (messages.Count == 0 || messages[0].Sequence != message.Sequence)
        {
            return null;
        }

        _contents.Keep(messages.Skip(1));
        return messages[0];
    }

    /// <summary>The next save, which removes the message, also says why. The instance is idle, so that it comes soon.</summary>
    private void OnRefused(StoredMessage message, BookmarkValueException refusal)
    {
        Refused.Add(message, refusal.Message);
        _logger.MessageRefused(message.Sequence, Id, refusal);
        HostMeter.Refused.Add(1, HostMeter.Tag(Definition));
    }

    private async Task SuspendAsync(string reason)
    {
        try
        {
            await Application.SuspendAsync(reason).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            Application.Abort($"{reason} The instance could not be suspended: {exception.Message}");
        }
    }

    private PersistableIdleAction OnPersistableIdle(WorkflowApplicationIdleEventArgs idle) => _idle.Begin(IsMemoryNeeded());

    private UnhandledExceptionAction OnUnhandledException(WorkflowApplicationUnhandledExceptionEventArgs fault)
    {
        _logger.Unhandled(fault.ExceptionSource.DisplayName, Id, Definition.Policy, fault.UnhandledException);
        HostMeter.Failures.Add(1, HostMeter.Tag(Definition));
        fault.SuspendsInstance = Definition.Policy == WorkflowFailurePolicy.AbandonAndSuspend;
        return Definition.Policy switch
        {
            WorkflowFailurePolicy.Cancel => UnhandledExceptionAction.Cancel,
            WorkflowFailurePolicy.Terminate => UnhandledExceptionAction.Terminate,
            _ => UnhandledExceptionAction.Abort,
        };
    }
}
