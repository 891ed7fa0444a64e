using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Bounds the bytes of the messages that one instance has in memory and has not taken. Thread-safe.</summary>
/// <remarks>Of messages beyond the bound, only the name of the bookmark is in memory. Their contents are read when they are delivered, several at once as far as there is room.</remarks>
internal sealed class WaitingContents
{
    /// <summary>The bytes of contents that are read before it is known when they are needed. As much again is for those that are read for a delivery.</summary>
    public const int MaxBytes = 1024 * 1024;

    private readonly Lock _gate = new();

    /// <summary>The messages without content that the instance has not taken.</summary>
    private readonly HashSet<long> _omitted = [];

    /// <summary>Those of them whose contents were read together with that of another one.</summary>
    private readonly Dictionary<long, StoredMessage> _read = [];
    private long _bytes;

    /// <summary>Which contents to read of messages that have arrived.</summary>
    public ContentLimit OfArrivals
    {
        get
        {
            lock (_gate)
            {
                return new ContentLimit(Math.Max(MaxBytes - _bytes, 0), null);
            }
        }
    }

    /// <summary>Which contents to read for the delivery of a message; its own in any case.</summary>
    public ContentLimit OfDelivery(StoredMessage message)
    {
        lock (_gate)
        {
            return new ContentLimit(Math.Max((2L * MaxBytes) - _bytes, message.ContentSize), message.BookmarkName);
        }
    }

    /// <summary>True if there is room for a content that need not be read.</summary>
    public bool HasRoomFor(int size)
    {
        lock (_gate)
        {
            return _bytes + size <= MaxBytes;
        }
    }

    /// <summary>A content is in memory until the instance takes the message.</summary>
    public void Hold(int size) => Change(size);

    /// <summary>The instance has taken a message that was held.</summary>
    public void Release(int size) => Change(-size);

    /// <summary>A message waits without its content.</summary>
    public void Omit(long sequence)
    {
        lock (_gate)
        {
            _omitted.Add(sequence);
        }
    }

    /// <summary>The instance has taken a message that waited without its content.</summary>
    public void Forget(long sequence)
    {
        Take(sequence);
        lock (_gate)
        {
            _omitted.Remove(sequence);
        }
    }

    /// <summary>Takes a message whose content was read together with that of another one; null if it was not.</summary>
    public StoredMessage? Take(long sequence)
    {
        lock (_gate)
        {
            if (_read.Remove(sequence, out StoredMessage? message))
            {
                _bytes -= message.Content.Length;
            }

            return message;
        }
    }

    /// <summary>Keeps the messages that wait for their contents.</summary>
    public void Keep(IEnumerable<StoredMessage> messages)
    {
        lock (_gate)
        {
            foreach (StoredMessage message in messages)
            {
                if (!message.IsContentOmitted && _omitted.Contains(message.Sequence) && _read.TryAdd(message.Sequence, message))
                {
                    _bytes += message.Content.Length;
                }
            }
        }
    }

    private void Change(int size)
    {
        lock (_gate)
        {
            _bytes += size;
        }
    }
}
