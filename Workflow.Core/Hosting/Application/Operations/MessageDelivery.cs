using Workflow.Persistence;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>
/// Delivers the messages of an instance (rule 16.10): resumptions when the instance is idle and has the bookmark, one for each run; other requests between
/// two items. There is one such operation for all messages, which waits as long as there are any, so that they keep their order. If the host has not passed
/// the content of a message, the content is read first. The instance does not continue meanwhile: if it were unloaded as idle, it would be loaded for the
/// same message again and again.
/// </summary>
internal sealed class MessageDelivery : HostOperation
{
    private int _triedAtRun = -1;

    /// <summary>The last message whose content was read.</summary>
    private ReceivedMessage? _read;

    /// <summary>Cancels the running read of a content; null if none runs. The owner of the turn writes it; the thread that aborts reads it.</summary>
    private CancellationTokenSource? _reading;

    /// <summary>True if a content could not be read. Delivery stops until messages are added.</summary>
    private bool _isHeld;

    /// <summary>True if this operation is among those that wait.</summary>
    public bool IsWaiting { get; private set; }

    /// <summary>The messages that wait, and those whose effects the next save contains.</summary>
    public Inbox Inbox { get; } = new();

    public void Add(IReadOnlyList<ReceivedMessage> messages)
    {
        Inbox.Add(messages);
        _triedAtRun = -1;
        _isHeld = false;
    }

    public void Wait(OperationTarget instance)
    {
        IsWaiting = !Inbox.IsEmpty;
        if (IsWaiting)
        {
            instance.Wait(this);
        }
    }

    public override bool IsReady(OperationTarget instance) =>
        instance.IsEnded || (!_isHeld && (Inbox.NextRequest is not null || (instance.IsIdle && instance.Run.Count != _triedAtRun)));

    /// <summary>Cancels the running read of a content, because the instance is aborted. Thread-safe.</summary>
    public void CancelReading()
    {
        try
        {
            Volatile.Read(ref _reading)?.Cancel();
        }
        catch (ObjectDisposedException)
        {
            // The read has just ended.
        }
    }

    public override ValueTask PerformAsync(OperationTarget instance)
    {
        if (instance.IsEnded)
        {
            return ValueTask.CompletedTask;
        }

        if (Inbox.NextRequest is { } request)
        {
            if (!IsHere(request) && !IsExpired(instance, request))
            {
                return ReadAsync(instance, request);
            }

            Perform(instance, request);
        }
        else if (Resume(instance) is { } unread)
        {
            return ReadAsync(instance, unread);
        }

        Wait(instance);
        return ValueTask.CompletedTask;
    }

    public override void Fail(OperationTarget instance, Exception exception) => instance.TryRequestAbort(exception);

    private void Perform(OperationTarget instance, ReceivedMessage request)
    {
        if (IsExpired(instance, request))
        {
            Inbox.Consume(request);
            return;
        }

        object? value = ValueOf(request);
        switch (request.Message.Kind)
        {
            case MessageKind.Cancel:
                Inbox.Consume(request);
                instance.CancelRun();
                break;
            case MessageKind.Terminate:
                Inbox.Consume(request);
                instance.TerminateRun(value as Exception ?? new WorkflowApplicationTerminatedException(value?.ToString(), instance.InstanceId));
                break;
            case MessageKind.Suspend:
                // The save before the suspension does not consume the message: after a crash between the two, the message suspends the instance again.
                Inbox.Remove(request);
                instance.Wait(new SuspendOperation(value?.ToString() ?? string.Empty, request.Message.Sequence));
                break;
            default:
                throw new InvalidOperationException(
                    $"The message {request.Message.Sequence} for the instance '{instance.InstanceId}' has the unknown kind '{request.Message.Kind}'; deliver it with a version of this library that knows it.");
        }
    }

    /// <summary>Delivers the next resumption that can be delivered.</summary>
    /// <returns>The message whose content must be read first; null if there is none.</returns>
    private ReceivedMessage? Resume(OperationTarget instance)
    {
        bool hasDropped = false;
        while (Inbox.FirstFor(instance.Run.HasBookmark) is { } received)
        {
            if (IsExpired(instance, received))
            {
                Inbox.Consume(received);
                hasDropped = true;
                continue;
            }

            if (!IsHere(received))
            {
                return received;
            }

            object? value = ValueOf(received);
            if (instance.Run.Refusal(received.Message.BookmarkName!, value) is { } refusal)
            {
                // Reported before the message is consumed: if the host fails at that, the message stays in the store.
                received.OnRefused?.Invoke(refusal);
                Inbox.Consume(received);
                hasDropped = true;
                continue;
            }

            if (instance.Run.Resume(new Bookmark(received.Message.BookmarkName!), value) == BookmarkResumptionResult.Success)
            {
                Inbox.Consume(received);
                return null;
            }

            // The bookmark cannot be resumed now, for example because a transaction must end first.
            break;
        }

        _triedAtRun = instance.Run.Count;
        if (hasDropped)
        {
            // The host is notified once more that the instance is idle, so that a save can remove the messages from the store.
            instance.Run.Notified = IdleNotification.Nothing;
        }

        return null;
    }

    /// <summary>Reads the content of a message. The instance does not continue before it is read.</summary>
    private async ValueTask ReadAsync(OperationTarget instance, ReceivedMessage unread)
    {
        _read = null;
        using CancellationTokenSource reading = new();
        // An abort also has a full fence, between its request and its search for a read: at least one of the two threads sees the other.
        Interlocked.Exchange(ref _reading, reading);
        try
        {
            if (instance.AbortRequest is null)
            {
                Task<ReceivedMessage?> read = unread.ReadAsync(reading.Token);
                await instance.InTurn(read);
                Take(instance, unread, await read.ConfigureAwait(true));
            }
        }
        finally
        {
            Volatile.Write(ref _reading, null);
        }

        Wait(instance);
    }

    private void Take(OperationTarget instance, ReceivedMessage unread, ReceivedMessage? read)
    {
        if (read is null)
        {
            Inbox.Remove(unread);
        }
        else if (read.HasValue)
        {
            _read = read;
            SpanTrail.NoteCaller(instance, read.Sender);
        }
        else
        {
            _isHeld = true;
        }
    }

    private bool IsHere(ReceivedMessage received) => received.HasValue || _read?.Message.Sequence == received.Message.Sequence;

    private object? ValueOf(ReceivedMessage received)
    {
        if (received.HasValue)
        {
            return received.Value;
        }

        return _read!.Value;
    }

    /// <summary>True if the message has expired. Messages may wait here for longer than they are valid.</summary>
    private static bool IsExpired(OperationTarget instance, ReceivedMessage received) =>
        received.Message.ExpiresAt is { } expires && expires <= instance.Services.Clock.GetUtcNow();
}
