using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>Limits the bytes of the messages that one instance has in memory and has not consumed. Thread-safe.</summary>
/// <remarks>
/// For messages beyond the limit, only the bookmark name is in memory. Their contents are read on delivery, several at once if capacity is available.
/// </remarks>
internal sealed class WaitingContents
{
    /// <summary>The maximum number of content bytes that are read before they are needed. A delivery may use as many bytes in addition.</summary>
    public const int MaxBytes = 1024 * 1024;

    private readonly Lock _gate = new();

    /// <summary>The sequence numbers of messages without content that the instance has not consumed. Created on first use: few instances need it.</summary>
    private HashSet<long>? _omitted;

    /// <summary>The omitted messages whose contents were read together with the content of another message. Created on first use.</summary>
    private Dictionary<long, StoredMessage>? _read;
    private long _bytes;

    /// <summary>The limit for the contents of messages that have arrived.</summary>
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

    /// <summary>Returns the limit for the contents that are read when a message is delivered. The content of the message itself always fits.</summary>
    public ContentLimit OfDelivery(StoredMessage message)
    {
        lock (_gate)
        {
            return new ContentLimit(Math.Max((2L * MaxBytes) - _bytes, message.ContentSize), message.BookmarkName);
        }
    }

    /// <summary>Returns true if there is capacity for a content that is already in memory.</summary>
    public bool HasCapacityFor(int size)
    {
        lock (_gate)
        {
            return _bytes + size <= MaxBytes;
        }
    }

    /// <summary>Counts a content that is in memory until the instance consumes the message.</summary>
    public void Hold(int size) => Change(size);

    /// <summary>Called when the instance has consumed a message whose content was held.</summary>
    public void Release(int size) => Change(-size);

    /// <summary>Registers a message that waits without its content.</summary>
    public void Omit(long sequence)
    {
        lock (_gate)
        {
            (_omitted ??= []).Add(sequence);
        }
    }

    /// <summary>Called when the instance has consumed a message that waited without its content.</summary>
    public void Forget(long sequence)
    {
        Take(sequence);
        lock (_gate)
        {
            _omitted?.Remove(sequence);
        }
    }

    /// <summary>Removes and returns a message whose content was read together with the content of another message; null if there is none.</summary>
    public StoredMessage? Take(long sequence)
    {
        lock (_gate)
        {
            if (_read is null || !_read.Remove(sequence, out StoredMessage? message))
            {
                return null;
            }

            _bytes -= message.Content.Length;
            return message;
        }
    }

    /// <summary>Keeps those messages whose contents were omitted before and have now been read.</summary>
    public void Keep(IEnumerable<StoredMessage> messages)
    {
        lock (_gate)
        {
            foreach (StoredMessage message in messages)
            {
                if (!message.IsContentOmitted && _omitted?.Contains(message.Sequence) == true && (_read ??= []).TryAdd(message.Sequence, message))
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
