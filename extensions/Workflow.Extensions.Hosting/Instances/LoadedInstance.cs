using System.Diagnostics;
using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// An instance in the memory of this process: its application and its messages, and its handling while it waits and after a failure. Thread-safe.
/// </summary>
internal sealed class LoadedInstance : IDisposable
{
    /// <summary>The maximum number of messages that one call of the store returns.</summary>
    private const int BatchSize = 100;

    private readonly IDisposable _scope;
    private readonly HostConfiguration _configuration;
    private readonly MessageContent _content;
    private readonly ILogger _logger;
    private readonly IdleWatch _idle;

    private readonly WaitingContents _contents = new();

    private readonly ArrivedMessages _arrivals = new();

    /// <summary>The number of the last message that was passed to the instance.</summary>
    private long _received;

    public LoadedInstance(
        HostedDefinition definition,
        Guid id,
        WorkflowApplication application,
        IDisposable scope,
        HostConfiguration configuration,
        MessageContent content,
        ILogger logger)
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
        FailureHandler failures = new(definition, id, logger);
        application.OnUnhandledException = failures.OnUnhandledException;
        application.Aborted = failures.OnAborted;
    }

    public HostedDefinition Definition { get; }

    /// <summary>Returns true if other instances need the memory of this one.</summary>
    public required Func<bool> IsMemoryNeeded { get; init; }

    /// <summary>The messages that the instance has refused.</summary>
    public required RefusedMessages Refused { get; init; }

    public Guid Id { get; }

    /// <summary>
    /// The load number of the instance: its position in the sequence of loads of this process. The store has locked the instance before the number is assigned.
    /// </summary>
    public long Number { get; set; }

    public WorkflowApplication Application { get; }

    /// <summary>The timestamp at which the instance started to wait; null if it does not wait, or cannot be saved.</summary>
    public long? IdleSince => _idle.Since;

    /// <summary>Loads the instance, receives the messages that wait for it, and runs it.</summary>
    /// <param name="found">The instance.</param>
    /// <param name="owner">The owner of this process.</param>
    /// <param name="mayHaveMessages">True if messages may wait for the instance in the store.</param>
    /// <param name="cancellationToken">Cancels the load.</param>
    public async Task BeginAsync(WorkflowApplicationInstance found, InstanceOwner owner, bool mayHaveMessages, CancellationToken cancellationToken)
    {
        await Application.LoadAsync(found, cancellationToken).ConfigureAwait(false);

        // Messages are received before the run: an instance that waits at once must not be unloaded while messages for it are in the store.
        if (mayHaveMessages || _arrivals.HasMoreOrEnd())
        {
            await ReceiveWhileMoreAsync(owner, mayHaveMessages, cancellationToken).ConfigureAwait(false);
        }

        Application.Run();
    }

    /// <summary>
    /// Receives the messages that have arrived. If a receive is already in progress, it is repeated once more, and this call does not wait for it. If a message
    /// cannot be read, the instance is suspended.
    /// </summary>
    /// <param name="owner">The owner of this process.</param>
    /// <param name="direct">
    /// A message that this process has sent; null for none. The message is taken from memory if all earlier messages have been received; otherwise, the store
    /// is read.
    /// </param>
    /// <param name="cancellationToken">Cancels the receive.</param>
    public Task ReceiveAsync(InstanceOwner owner, DirectMessage? direct, CancellationToken cancellationToken) =>
        _arrivals.Add(direct) ? ReceiveWhileMoreAsync(owner, fromStore: false, cancellationToken) : Task.CompletedTask;

    /// <summary>Unloads the instance, because other instances need its memory.</summary>
    public void UnloadToFreeCapacity() => _idle.Unload();

    /// <summary>Releases the resources of the instance after it has left this process.</summary>
    public void Dispose()
    {
        _idle.Dispose();
        _scope.Dispose();
    }

    private async Task ReceiveWhileMoreAsync(InstanceOwner owner, bool fromStore, CancellationToken cancellationToken)
    {
        try
        {
            do
            {
                // A read of the store returns everything that this process has sent so far. TryTake skips these messages by their numbers, so that each is
                // delivered once.
                if (fromStore || _arrivals.TakeAreInStore() || !TryTakeSent(owner))
                {
                    await ReceiveAllAsync(owner, cancellationToken).ConfigureAwait(false);
                }

                fromStore = false;
            }
            while (_arrivals.HasMoreOrEnd());
        }
        catch
        {
            _arrivals.Fail();
            throw;
        }
    }

    /// <summary>Takes the messages that this process has sent, in the order of their numbers; false if the store must be read.</summary>
    private bool TryTakeSent(InstanceOwner owner)
    {
        if (_arrivals.TakeSent() is { } sent)
        {
            foreach (DirectMessage direct in sent)
            {
                if (!TryTake(direct, owner))
                {
                    return false;
                }
            }
        }

        return true;
    }

    /// <summary>
    /// Takes a message from memory; false if the store must be read. The messages of an instance are numbered in the order of their arrival, so that no message
    /// with a lower number can arrive later. If all messages that waited when this message was stored have been received, this message is the next one. An
    /// earlier message that no longer waits has taken effect in the loaded state, or was withdrawn.
    /// </summary>
    private bool TryTake(DirectMessage direct, InstanceOwner owner)
    {
        if (direct.Previous > _received)
        {
            return false;
        }

        if (direct.Message.Sequence > _received)
        {
            TryDeliver(_contents.HasCapacityFor(direct.Message.Content.Length) ? direct.Message : direct.WithoutContent(), owner);
        }

        return true;
    }

    private async Task ReceiveAllAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        IReadOnlyList<StoredMessage> messages;
        do
        {
            MessageQuery query = new(Id, BatchSize) { After = _received, ContentLimit = _contents.OfArrivals };
            messages = await _configuration.Store.ReceiveAsync(owner, query, cancellationToken).ConfigureAwait(false);
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

    /// <summary>
    /// Passes a message to the instance within the trace span of its sender, so that its effects appear in the trace of the sender. Content that was omitted is
    /// read when the message is delivered.
    /// </summary>
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

    /// <summary>
    /// Suspends the instance. The message remains in the store, because messages are ordered. It is read again when the instance is continued, for example by a
    /// host that knows its type.
    /// </summary>
    private void Refuse(StoredMessage message, Exception exception)
    {
        _logger.MessageUnreadable(Id, exception);
        _ = SuspendAsync($"The message {message.Sequence} for the bookmark '{message.BookmarkName}' cannot be read: {exception.Message}");
    }

    private System.Diagnostics.Activity? SpanOf(StoredMessage message, string? traceParent) => HostMeter.Source
        .StartActivity("workflow.message", ActivityKind.Consumer, traceParent)
        ?.SetTag("workflow.instance.id", Id)
        .SetTag("workflow.bookmark", message.BookmarkName);

    private ReceivedMessage WithoutContent(StoredMessage message, InstanceOwner owner) => ReceivedMessage.ReadLater(
        message, token => ReadForDeliveryAsync(message, owner, token), refusal => OnRefused(message, refusal), () => _contents.Forget(message.Sequence));

    /// <summary>
    /// Reads a message that is being delivered. The instance cannot continue without it, so failures of the store are retried, as for a save.
    /// </summary>
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

            await LongTime.DelayAsync(_configuration.Options.RecoveryDelay, _configuration.Instances.Clock, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>
    /// Reads the content of a message, together with the omitted contents of the next messages for the same bookmark; null if the message no longer waits.
    /// </summary>
    private async Task<StoredMessage?> ReadContentAsync(StoredMessage message, InstanceOwner owner, CancellationToken cancellationToken)
    {
        MessageQuery query = new(Id, BatchSize) { After = message.Sequence - 1, ContentLimit = _contents.OfDelivery(message) };
        IReadOnlyList<StoredMessage> messages = await _configuration.Store.ReceiveAsync(owner, query, cancellationToken).ConfigureAwait(false);
        if (messages.Count == 0 || messages[0].Sequence != message.Sequence)
        {
            return null;
        }

        _contents.Keep(messages.Skip(1));
        return messages[0];
    }

    /// <summary>Records a refused message. The next save removes the message and stores the reason. The instance is idle, so the save follows soon.</summary>
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
}
