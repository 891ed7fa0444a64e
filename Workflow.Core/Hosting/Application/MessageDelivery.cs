using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>
/// Delivers the messages of an instance (rule 16.10): each resumption when the instance is idle and has the bookmark, one for each run; other requests between two items. It is one
/// operation that waits with the others as long as there are messages, so that they keep their order.
/// </summary>
internal sealed class MessageDelivery : HostOperation
{
    private readonly Inbox _inbox = new();
    private int _triedAtRun = -1;

    /// <summary>It is among the operations that wait.</summary>
    public bool IsWaiting { get; private set; }

    /// <summary>The messages whose effects are in a save that is composed now.</summary>
    public IReadOnlyCollection<long> Consumed => _inbox.GetConsumed();

    public void Add(IReadOnlyList<ReceivedMessage> messages)
    {
        _inbox.Add(messages);
        _triedAtRun = -1;
    }

    public void Wait(ApplicationInstance instance)
    {
        IsWaiting = !_inbox.IsEmpty;
        if (IsWaiting)
        {
            instance.Wait(this);
        }
    }

    /// <summary>The messages that wait for bookmarks which the instance does not have.</summary>
    public int CountLeft(ApplicationInstance instance) => _inbox.CountLeft(instance.Run.HasBookmark);

    /// <summary>A save with these messages has succeeded.</summary>
    public void Forget(IReadOnlyCollection<long> consumed) => _inbox.Forget(consumed);

    public override bool IsReady(ApplicationInstance instance) =>
        instance.IsEnded || _inbox.NextRequest is not null || (instance.IsIdle && instance.Run.Count != _triedAtRun);

    public override ValueTask PerformAsync(ApplicationInstance instance)
    {
        if (instance.IsEnded)
        {
            return ValueTask.CompletedTask;
        }

        if (_inbox.NextRequest is { } request)
        {
            Perform(instance, request);
        }
        else
        {
            Resume(instance);
        }

        Wait(instance);
        return ValueTask.CompletedTask;
    }

    public override void Fail(ApplicationInstance instance, Exception exception) => instance.TryRequestAbort(exception);

    private void Perform(ApplicationInstance instance, ReceivedMessage request)
    {
        if (IsExpired(instance, request))
        {
            _inbox.Consume(request);
            return;
        }

        switch (request.Message.Kind)
        {
            case MessageKind.Cancel:
                _inbox.Consume(request);
                instance.CancelRun();
                break;
            case MessageKind.Terminate:
                _inbox.Consume(request);
                instance.TerminateRun(request.Value as Exception ?? new WorkflowApplicationTerminatedException(request.Value?.ToString(), instance.InstanceId));
                break;
            case MessageKind.Suspend:
                // Not consumed by the save before the suspension: after a crash between the two, the message asks again.
                _inbox.Remove(request);
                instance.Wait(new SuspendOperation(request.Value?.ToString() ?? string.Empty, request.Message.Sequence));
                break;
            default:
                throw new InvalidOperationException(
                    $"The message {request.Message.Sequence} for the instance '{instance.InstanceId}' has the unknown kind '{request.Message.Kind}'; deliver it with a version of this library that knows it.");
        }
    }

    private void Resume(ApplicationInstance instance)
    {
        bool hasDropped = false;
        while (_inbox.FirstFor(instance.Run.HasBookmark) is { } received)
        {
            if (IsExpired(instance, received))
            {
                _inbox.Consume(received);
                hasDropped = true;
                continue;
            }

            if (instance.Run.Refusal(received.Message.BookmarkName!, received.Value) is { } refusal)
            {
                // Reported first: if the host fails with that, the message stays in the store.
                received.OnRefused?.Invoke(refusal);
                _inbox.Consume(received);
                hasDropped = true;
                continue;
            }

            if (instance.Run.Resume(new Bookmark(received.Message.BookmarkName!), received.Value) == BookmarkResumptionResult.Success)
            {
                _inbox.Consume(received);
                return;
            }

            // The bookmark cannot be resumed now, for example because a transaction has to end first.
            break;
        }

        _triedAtRun = instance.Run.Count;
        if (hasDropped)
        {
            // The host is told once more that the instance is idle, so that a save can remove the messages from the store.
            instance.Run.Notified = IdleNotification.Nothing;
        }
    }

    /// <summary>A message may wait here for longer than it is valid.</summary>
    private static bool IsExpired(ApplicationInstance instance, ReceivedMessage received) =>
        received.Message.Expires is { } expires && expires <= instance.Services.Clock.GetUtcNow();
}
