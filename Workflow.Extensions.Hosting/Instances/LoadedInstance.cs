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

    private readonly Lock _gate = new();

    /// <summary>Messages are being read, or will be when the instance is loaded.</summary>
    private bool _isReceiving = true;

    /// <summary>Messages have arrived since that has begun.</summary>
    private bool _hasMore;

    /// <summary>Those of them that this process has sent, in the order in which it has learned of them.</summary>
    private Queue<DirectMessage>? _sent;
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
        application.Aborted = aborted => logger.Aborted(id, aborted.Reason);
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
            _hasMore |= direct is null;
            if (direct is not null)
            {
                (_sent ??= new()).Enqueue(direct);
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
                if (fromStore || TakeHasMore() || !TryTakeSent())
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
    private bool TryTakeSent()
    {
        DirectMessage[] sent;
        lock (_gate)
        {
            sent = [.. (_sent ?? []).OrderBy(direct => direct.Message.Sequence)];
            _sent = null;
        }

        return Array.TrueForAll(sent, TryTake);
    }

    /// <summary>
    /// Takes a message from memory; false if the store has to be read. The messages of an instance get their numbers one after the other, so that none with a lower number can come later: if all that waited
    /// when the message was stored have been received, it is the next one. What was there before, and is not there any more, has had its effect in the state that was loaded, or was withdrawn.
    /// If the instance was loaded after the call to store the message began, this may be true of the message itself.
    /// </summary>
    private bool TryTake(DirectMessage direct)
    {
        if (direct.Previous > _received || direct.LastLoaded < Number)
        {
            return false;
        }

        if (direct.Message.Sequence > _received)
        {
            TryDeliver(direct.Message);
        }

        return true;
    }

    private async Task ReceiveAllAsync(InstanceOwner owner, CancellationToken cancellationToken)
    {
        IReadOnlyList<StoredMessage> messages;
        do
        {
            messages = await _configuration.Store.ReceiveAsync(owner, Id, _received, BatchSize, cancellationToken).ConfigureAwait(false);
            foreach (StoredMessage message in messages)
            {
                if (!TryDeliver(message))
                {
                    return;
                }
            }
        }
        while (messages.Count == BatchSize);
    }

    /// <summary>Each message is passed on in the span of its sender, so that its effects are in the trace of the sender.</summary>
    private bool TryDeliver(StoredMessage message)
    {
        (object? Value, string? TraceParent) content;
        try
        {
            content = message.IsExpired ? default : _content.Read(message.Content);
        }
        catch (Exception exception) when (exception is not OutOfMemoryException)
        {
            // The message stays, because it has an order with others. It is read again when the instance is continued, for example by a host that knows its type.
            _logger.MessageUnreadable(Id, exception);
            _ = SuspendAsync($"The message {message.Sequence} for the bookmark '{message.BookmarkName}' cannot be read: {exception.Message}");
            return false;
        }

        _idle.Restart();
        using (System.Diagnostics.Activity? span = HostMeter.Source.StartActivity("workflow.message", ActivityKind.Consumer, content.TraceParent))
        {
            span?.SetTag("workflow.instance.id", Id).SetTag("workflow.bookmark", message.BookmarkName);
            Application.ReceiveMessages([new ReceivedMessage(message, content.Value) { OnRefused = refusal => OnRefused(message, refusal) }]);
        }

        HostMeter.Messages.Add(1, HostMeter.Tag(Definition));
        _received = message.Sequence;
        return true;
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
