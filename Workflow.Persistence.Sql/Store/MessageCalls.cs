namespace Workflow.Persistence.Sql;

/// <summary>The message operations of a store: validates arguments, translates outcomes to exceptions, and waits for messages. Thread-safe.</summary>
internal sealed class MessageCalls(SqlEngine engine, SqlInstanceStoreOptions options)
{
    private readonly MessageWatch _watch = new(engine.PollMessagesAsync, options.TimeProvider, options.RunnableDetectionPeriod);

    /// <summary>Creates the request for a message.</summary>
    /// <exception cref="ArgumentException">The message is not valid, or is too large.</exception>
    public static SendRequest RequestOf(InstanceMessage message, SqlInstanceStoreOptions options)
    {
        InstanceMessage.Validate(message);
        return message.Content.Length <= options.MaxMessageBytes
            ? new SendRequest(message) { MaxWaiting = options.MaxWaitingMessages, MaxWaitingBytes = options.MaxWaitingBytes }
            : throw new ArgumentException(
            $"The content of the message has {message.Content.Length} bytes and the store takes {options.MaxMessageBytes}; send less, or raise 'MaxMessageBytes'.",
            nameof(message));
    }

    /// <summary>Returns the receipt of a message, or throws for its failure.</summary>
    public static MessageReceipt ReceiptOf(StoreResult answer, InstanceMessage message) => answer.Outcome == StoreOutcome.Done
        ? new MessageReceipt
        {
            InstanceId = answer.InstanceId,
            Sequence = answer.Sequence,
            IsRepeated = answer.IsRepeated,
            PreviousSequence = answer.PreviousSequence
        }
        : throw StoreErrors.OfSend(answer, message);

    /// <summary>Called when messages may have arrived, or an owner has ended.</summary>
    public void Changed() => _watch.Changed();

    public async Task<MessageReceipt> SendAsync(SqlEngine sender, InstanceMessage message, CancellationToken cancellationToken)
    {
        StoreResult answer = await sender.SendAsync(RequestOf(message, options), cancellationToken).ConfigureAwait(false);
        if (message.WakesHosts)
        {
            _watch.Changed();
        }

        return ReceiptOf(answer, message);
    }

    public async Task<IReadOnlyList<StoredMessage>> ReceiveAsync(SqlOwner owner, MessageQuery query, CancellationToken cancellationToken)
    {
        MessageQuery.Validate(query);
        try
        {
            ReceiveResult answer = await engine.ReceiveAsync(
                new ReceiveRequest(owner, query.InstanceId, query.After, query.MaxCount, options.MaxMessageBytes, query.ContentLimit),
                cancellationToken).ConfigureAwait(false);
            return answer.IsOwnerGone ? throw StoreErrors.OwnerGone(owner) : answer.Messages;
        }
        catch (SnapshotException damage)
        {
            options.Reporter.RowDamaged(damage.Message);
            throw;
        }
    }

    public Task<IReadOnlyList<Guid>> WaitAsync(SqlOwner owner, IReadOnlyCollection<Guid>? known, CancellationToken cancellationToken) =>
        _watch.WaitAsync(owner, known ?? [], cancellationToken);
}
