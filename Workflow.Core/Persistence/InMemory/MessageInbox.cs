namespace Workflow.Persistence;

/// <summary>The messages of an instance in the store in memory. Not thread-safe.</summary>
internal sealed class MessageInbox
{
    private static readonly StoredMessage End = Bound(long.MaxValue);

    private readonly SortedSet<StoredMessage> _messages = new(Comparer<StoredMessage>.Create(static (left, right) => left.Sequence.CompareTo(right.Sequence)));

    /// <summary>
    /// The number of messages that are known to wait for a bookmark which the instance does not have. While the instance is locked, a negative value counts
    /// the messages that were withdrawn, because the host that holds the instance may still count them as left.
    /// </summary>
    private int _idle;

    /// <summary>The number of messages.</summary>
    public int Count => _messages.Count;

    /// <summary>The total size of the contents in bytes.</summary>
    public long Bytes { get; private set; }

    /// <summary>True if there are messages that the instance may be able to take.</summary>
    public bool HasWork => Count > Math.Max(_idle, 0);

    /// <summary>The number of the last message; 0 for none.</summary>
    public long Last => _messages.Max?.Sequence ?? 0;

    public IEnumerable<StoredMessage> After(long sequence) => sequence == long.MaxValue ? [] : _messages.GetViewBetween(Bound(sequence + 1), End);

    public void Add(StoredMessage message, bool isIdle)
    {
        _messages.Add(message);
        Bytes += message.Content.Length;
        _idle += isIdle ? 1 : 0;
    }

    public bool Withdraw(long sequence, bool isLocked)
    {
        if (!Remove(sequence))
        {
            return false;
        }

        // The withdrawn message may have been one that the instance can take. Then the count is too low, and a host loads the instance once in vain. A
        // count that is too high would leave a message undelivered.
        _idle = isLocked ? Math.Min(_idle, 0) - 1 : Math.Max(_idle - 1, 0);
        return true;
    }

    /// <summary>Removes the messages that saves have consumed, and takes over the host's count of the messages that it cannot deliver.</summary>
    /// <param name="effect">The effect of the saves; null if the instance was not saved.</param>
    /// <param name="isLocked">True if the instance is locked from now on.</param>
    public void Apply(MessageEffect? effect, bool isLocked)
    {
        foreach (long sequence in effect?.Consumed ?? [])
        {
            Remove(sequence);
        }

        int withdrawn = Math.Min(_idle, 0);
        _idle = isLocked && withdrawn < 0 ? withdrawn : Math.Clamp((effect?.Left ?? _idle - withdrawn) + withdrawn, 0, Count);
    }

    public void Clear()
    {
        _messages.Clear();
        Bytes = 0;
        _idle = 0;
    }

    private bool Remove(long sequence)
    {
        if (!_messages.TryGetValue(Bound(sequence), out StoredMessage? found))
        {
            return false;
        }

        Bytes -= found.Content.Length;
        return _messages.Remove(found);
    }

    private static StoredMessage Bound(long sequence) => new() { InstanceId = default, Sequence = sequence, Kind = default, ReceivedAt = default };
}
