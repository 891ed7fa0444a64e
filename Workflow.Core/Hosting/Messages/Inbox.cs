using Workflow.Persistence;

namespace Workflow.Hosting;

/// <summary>
/// The messages that an instance has received: those that wait for their bookmarks, in order, and those whose effects the next save contains (rule 16.10).
/// </summary>
/// <remarks>Only the owner of the turn may use it.</remarks>
internal sealed class Inbox
{
    /// <summary>
    /// The waiting resumptions, by the name of the bookmark. An empty queue is removed, so that a scan visits only names with waiting messages.
    /// </summary>
    private readonly Dictionary<string, Queue<ReceivedMessage>> _waiting = new(StringComparer.Ordinal);
    private readonly Queue<ReceivedMessage> _requests = new();
    private readonly HashSet<long> _consumed = [];
    private long _last;

    /// <summary>True if no message waits.</summary>
    public bool IsEmpty => _waiting.Count == 0 && _requests.Count == 0;

    /// <summary>The next message that is not a resumption of a bookmark; null if there is none.</summary>
    public ReceivedMessage? NextRequest => _requests.TryPeek(out ReceivedMessage? request) ? request : null;

    /// <summary>Adds messages in order. A host may pass a message several times: a message whose number is not above the last one is ignored.</summary>
    public void Add(IEnumerable<ReceivedMessage> messages)
    {
        foreach (ReceivedMessage received in messages)
        {
            StoredMessage message = received.Message;
            if (message.Sequence <= _last)
            {
                received.OnTaken?.Invoke();
                continue;
            }

            _last = message.Sequence;
            if (message.IsExpired)
            {
                _consumed.Add(message.Sequence);
                received.OnTaken?.Invoke();
            }
            else if (message.Kind == MessageKind.Resume)
            {
                QueueOf(message.BookmarkName!).Enqueue(received);
            }
            else
            {
                _requests.Enqueue(received);
            }
        }
    }

    /// <summary>Returns the oldest message whose bookmark exists; null if there is none.</summary>
    public ReceivedMessage? FirstFor(Func<string, bool> exists)
    {
        ReceivedMessage? first = null;
        foreach ((string name, Queue<ReceivedMessage> queue) in _waiting)
        {
            if (queue.Peek() is var next && (first is null || next.Message.Sequence < first.Message.Sequence) && exists(name))
            {
                first = next;
            }
        }

        return first;
    }

    /// <summary>Removes a message that has had its effect. The next save removes it from the store.</summary>
    public void Consume(ReceivedMessage received)
    {
        Remove(received);
        _consumed.Add(received.Message.Sequence);
    }

    /// <summary>Removes a message that is removed from the store in another way.</summary>
    public void Remove(ReceivedMessage received)
    {
        received.OnTaken?.Invoke();
        if (received.Message.Kind != MessageKind.Resume)
        {
            _requests.Dequeue();
            return;
        }

        Queue<ReceivedMessage> queue = QueueOf(received.Message.BookmarkName!);
        queue.Dequeue();
        if (queue.Count == 0)
        {
            _waiting.Remove(received.Message.BookmarkName!);
        }
    }

    /// <summary>Returns the numbers of the messages whose effects are in a save that is composed now.</summary>
    public IReadOnlyCollection<long> GetConsumed() => [.. _consumed];

    /// <summary>Returns the number of messages that wait for bookmarks that the instance does not have.</summary>
    public int CountLeft(Func<string, bool> exists) => _waiting.Sum(queue => exists(queue.Key) ? 0 : queue.Value.Count);

    /// <summary>Forgets the messages that a successful save has consumed.</summary>
    public void Forget(IReadOnlyCollection<long> consumed) => _consumed.ExceptWith(consumed);

    private Queue<ReceivedMessage> QueueOf(string name)
    {
        if (!_waiting.TryGetValue(name, out Queue<ReceivedMessage>? queue))
        {
            _waiting.Add(name, queue = new());
        }

        return queue;
    }
}
