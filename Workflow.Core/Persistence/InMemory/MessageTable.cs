namespace Workflow.Persistence;

/// <summary>Sends, withdraws and reads the messages of the store in memory. Not thread-safe.</summary>
internal sealed class MessageTable(OwnerTable owners, InstanceTable instances, RequestTable requests, InMemoryInstanceStoreOptions limits)
{
    private long _lastSequence;

    /// <summary>Stores a message.</summary>
    /// <param name="message">The message, which is valid.</param>
    /// <param name="content">A copy of its content.</param>
    /// <param name="now">The time.</param>
    /// <exception cref="InstanceNotReadyException">There is no such instance.</exception>
    /// <exception cref="InstanceKeyNotReadyException">No instance has the key.</exception>
    /// <exception cref="InstanceCompleteException">The instance has completed.</exception>
    /// <exception cref="InstanceInboxFullException">Too many messages wait for the instance.</exception>
    public MessageReceipt Send(InstanceMessage message, byte[] content, DateTimeOffset now)
    {
        if (requests.FindSent(message.RequestId) is { } sent)
        {
            return new MessageReceipt { InstanceId = sent.InstanceId, Sequence = sent.Sequence, IsRepeated = true };
        }

        (InstanceRow row, InstanceImage saved) = Receiver(message);
        if (message.Kind == MessageKind.Resume
            && row.Inbox.Count > 0
            && (row.Inbox.Count >= limits.MaxWaitingMessages || row.Inbox.Bytes + content.Length > limits.MaxWaitingBytes))
        {
            throw new InstanceInboxFullException(
                $"The instance '{row.InstanceId}' takes no more messages, because {row.Inbox.Count} with {row.Inbox.Bytes} bytes wait for it; send the message later, or raise 'MaxWaitingMessages' or 'MaxWaitingBytes'.",
                row.InstanceId);
        }

        StoredMessage stored = new()
        {
            InstanceId = row.InstanceId,
            Sequence = ++_lastSequence,
            Kind = message.Kind,
            BookmarkName = message.BookmarkName,
            Content = content,
            ReceivedAt = now,
            ExpiresAt = message.ExpiresIn is { } wait && wait < DateTimeOffset.MaxValue - now ? now + (wait > TimeSpan.Zero ? wait : TimeSpan.Zero) : null,
        };
        long previous = row.Inbox.Last;
        row.Inbox.Add(stored, isIdle: saved.OwnerId is null && !saved.CanTake(stored));
        owners.LeaseOf(saved.OwnerId)?.Arrivals.Add(row.InstanceId, stored.Sequence);
        instances.Wake(row, now);
        MessageReceipt receipt = new() { InstanceId = row.InstanceId, Sequence = stored.Sequence, PreviousSequence = previous };
        requests.AddSent(message.RequestId, receipt, now);
        return receipt;
    }

    public bool Withdraw(Guid instanceId, long sequence) =>
        instances.Find(instanceId) is { Saved: { } saved } row && row.Inbox.Withdraw(sequence, isLocked: saved.OwnerId is not null);

    /// <summary>
    /// Returns the messages of an instance that an owner holds; none if the owner does not hold the instance. Their contents are copied only as far as the
    /// limit of the query allows, or completely if there is no limit.
    /// </summary>
    public IReadOnlyList<StoredMessage> Read(InstanceOwner owner, MessageQuery query, DateTimeOffset now)
    {
        if (instances.Find(query.InstanceId) is not { Saved: { } saved } row || saved.OwnerId != owner.Id)
        {
            return [];
        }

        ContentLimit? limit = query.ContentLimit;
        List<StoredMessage> messages = [];
        long bytes = 0;
        foreach (StoredMessage message in row.Inbox.After(query.After).Take(query.MaxCount))
        {
            bytes += message.Content.Length;
            bool isRead = limit is null
                || (bytes <= limit.MaxBytes
                    && (message.Content.Length <= ContentLimit.SmallSize || message.BookmarkName == limit.BookmarkName || saved.CanTake(message)));
            messages.Add(Copy(message, isRead, now));
        }

        return messages;
    }

    private static StoredMessage Copy(StoredMessage message, bool hasContent, DateTimeOffset now) => new()
    {
        InstanceId = message.InstanceId,
        Sequence = message.Sequence,
        Kind = message.Kind,
        BookmarkName = message.BookmarkName,
        Content = hasContent ? message.Content.ToArray() : default,
        ContentSize = message.Content.Length,
        ReceivedAt = message.ReceivedAt,
        ExpiresAt = message.ExpiresAt,
        IsExpired = message.ExpiresAt <= now,
    };

    private (InstanceRow Row, InstanceImage Saved) Receiver(InstanceMessage message)
    {
        InstanceRow? row = message.Key is { } key
            ? instances.FindByKey(key)
                ?? throw new InstanceKeyNotReadyException(
                    $"The key '{key}' belongs to no saved instance; send the message when an instance with the key has been saved.", key)
            : instances.Find(message.InstanceId!.Value);
        if (row?.Saved is not { } saved)
        {
            throw InstanceLocks.NotSaved(message.InstanceId!.Value);
        }

        return saved.IsCompleted
            ? throw new InstanceCompleteException($"The instance '{row.InstanceId}' has completed and takes no messages.", row.InstanceId)
            : (row, saved);
    }
}
