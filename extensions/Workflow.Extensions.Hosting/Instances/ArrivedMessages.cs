namespace Workflow.Extensions.Hosting;

/// <summary>
/// The messages of one instance that have arrived since it began to receive, and the decision which caller receives them: one at a time. Thread-safe.
/// </summary>
internal sealed class ArrivedMessages
{
    private readonly Lock _gate = new();

    /// <summary>True while a caller receives, and initially, because messages are received when the instance is loaded.</summary>
    private bool _isReceiving = true;

    /// <summary>True if messages that must be read from the store have arrived.</summary>
    private bool _areInStore;

    /// <summary>The messages that this process has sent, and that are taken from memory.</summary>
    private List<DirectMessage>? _sent;

    /// <summary>The size of the contents of these messages, in bytes.</summary>
    private long _sentBytes;

    /// <summary>Adds an arrival.</summary>
    /// <param name="direct">The message, to take it from memory; null to read the store.</param>
    /// <returns>True if the caller must receive now; false if another caller receives, who then receives this arrival, too.</returns>
    public bool Add(DirectMessage? direct)
    {
        lock (_gate)
        {
            // A message that exceeds the memory limit is read from the store, like the messages of other processes.
            int size = direct?.Message.Content.Length ?? 0;
            if (direct is not { } message || _sentBytes + size > WaitingContents.MaxBytes)
            {
                _areInStore = true;
            }
            else
            {
                (_sent ??= []).Add(message);
                _sentBytes += size;
            }

            if (_isReceiving)
            {
                return false;
            }

            _isReceiving = true;
            return true;
        }
    }

    /// <summary>
    /// Returns true if messages have arrived. If none have, ends the receive. Both happen under one lock, so that a message that arrives after this check
    /// starts the next receive.
    /// </summary>
    public bool HasMoreOrEnd()
    {
        lock (_gate)
        {
            return _isReceiving = _areInStore || _sent is { Count: > 0 };
        }
    }

    /// <summary>Returns true, once, if messages that must be read from the store have arrived.</summary>
    public bool TakeAreInStore()
    {
        lock (_gate)
        {
            bool areInStore = _areInStore;
            _areInStore = false;
            return areInStore;
        }
    }

    /// <summary>Removes and returns the messages that this process has sent, in the order of their numbers; null if there are none.</summary>
    public List<DirectMessage>? TakeSent()
    {
        List<DirectMessage>? sent;
        lock (_gate)
        {
            sent = _sent;
            _sent = null;
            _sentBytes = 0;
        }

        // Senders add their messages in the order of their answers, which can differ from the order of the numbers.
        sent?.Sort(static (left, right) => left.Message.Sequence.CompareTo(right.Message.Sequence));
        return sent;
    }

    /// <summary>Ends a receive that failed. The next one reads the store, which also contains the messages that this process has sent.</summary>
    public void Fail()
    {
        lock (_gate)
        {
            _isReceiving = false;
            _areInStore = true;
            _sent = null;
            _sentBytes = 0;
        }
    }
}
