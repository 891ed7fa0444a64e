using System.Data.Common;

namespace Workflow.Persistence.Sql;

/// <summary>Messages and requests on a server. Thread-safe.</summary>
/// <remarks>Messages are a hot path, so they are sent by a <see cref="ServerCall"/>, prepared and with parameters that are kept, and not with Dapper.</remarks>
internal sealed class ServerMessages(ServerDatabase database)
{
    /// <summary>
    /// The maximum number of attempts to send a message whose key moves to another instance, or whose request another call carries out concurrently.
    /// </summary>
    private const int MaxAttempts = 10;

    /// <summary>Stores a message on a connection outside any transaction.</summary>
    /// <param name="connection">The connection.</param>
    /// <param name="request">The message.</param>
    /// <param name="requestId">The id under which the server remembers the message, so that the call can be repeated if its answer was lost.</param>
    /// <param name="cancellationToken">Requests cancellation.</param>
    public async Task<StoreResult> SendAsync(DbConnection connection, SendRequest request, Guid requestId, CancellationToken cancellationToken)
    {
        for (int attempt = 1; ; attempt++)
        {
            try
            {
                if (await TrySendAsync(connection, null, request, requestId, cancellationToken).ConfigureAwait(false) is { } result)
                {
                    return result;
                }
            }
            catch (DbException failure) when (attempt < MaxAttempts && database.Failures.IsConflict(failure))
            {
                // The other call has committed, so the next attempt sees its request.
            }

            ThrowIfLast(attempt, request);
        }
    }

    /// <summary>Stores a message in a transaction of the application.</summary>
    public async Task<StoreResult> SendAsync(DbConnection connection, DbTransaction transaction, SendRequest request, CancellationToken cancellationToken)
    {
        for (int attempt = 1; ; attempt++)
        {
            if (await TrySendAsync(connection, transaction, request, request.RequestId ?? Guid.NewGuid(), cancellationToken).ConfigureAwait(false)
                is { } result)
            {
                return result;
            }

            ThrowIfLast(attempt, request);
        }
    }

    public async Task<bool> WithdrawAsync(DbConnection connection, Guid instanceId, long sequence, CancellationToken cancellationToken)
    {
        if (sequence < 1)
        {
            return false;
        }

        ServerCall call = database.Call(connection);
        await using (call.ConfigureAwait(false))
        {
            call.WithIndexPlans()
                .Add("WithdrawLock")
                .Set("@instance_id", instanceId)
                .Add("Withdraw")
                .Set("@instance_id", instanceId)
                .Set("@sequence", sequence);

            // The first statement, which locks the row, returns zero.
            return (await call.ReadColumnAsync<long>(cancellationToken).ConfigureAwait(false)).Contains(sequence);
        }
    }

    public async Task<ReceiveResult> ReceiveAsync(DbConnection connection, ReceiveRequest request, CancellationToken cancellationToken)
    {
        ServerCall call = database.Call(connection);
        await using (call.ConfigureAwait(false))
        {
            call.WithIndexPlans()
                .Add("Receive")
                .Set("@owner", request.Owner.Sid)
                .Set("@owner_id", request.Owner.Id)
                .Set("@instance_id", request.InstanceId)
                .Set("@after", request.After)
                .Set("@limit", request.MaxCount)
                .Set("@max_size", request.MaxSize)
                .Set("@max_bytes", request.MaxBytes)
                .Set("@small", request.SmallSize)
                .Set("@name", request.Limit?.BookmarkName);
            DbDataReader reader = await call.ReadAsync(cancellationToken).ConfigureAwait(false);
            await using (reader.ConfigureAwait(false))
            {
                bool isOwnerGone = true;
                List<StoredMessage> messages = [];
                while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
                {
                    // The first row is always present, with or without a message.
                    isOwnerGone = !reader.GetBoolean(0);
                    if (MessageOf(reader, request) is { } message)
                    {
                        messages.Add(message);
                    }
                }

                return isOwnerGone ? ReceiveResult.OwnerGone : new ReceiveResult(false, messages);
            }
        }
    }

    public async Task<MessagePoll> PollAsync(DbConnection connection, SqlOwner owner, CancellationToken cancellationToken)
    {
        ServerCall call = database.Call(connection);
        await using (call.ConfigureAwait(false))
        {
            call.WithIndexPlans().Add("MessagesLook").Set("@owner", owner.Sid).Set("@owner_id", owner.Id);
            DbDataReader reader = await call.ReadAsync(cancellationToken).ConfigureAwait(false);
            await using (reader.ConfigureAwait(false))
            {
                bool isOwnerGone = true;
                List<(Guid, long)> arrived = [];
                while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
                {
                    isOwnerGone = !reader.GetBoolean(0);
                    arrived.AddRange(ArrivalOf(reader));
                }

                return new MessagePoll(isOwnerGone, arrived);
            }
        }
    }

    /// <summary>Deletes requests whose retention has elapsed.</summary>
    public Task ForgetAsync(DbConnection connection, TimeSpan retention, int limit, CancellationToken cancellationToken)
    {
        ServerStatement purge = new("RequestsPurge", new { kept = StoreTime.Of(retention), limit }) { UsesIndexPlans = true };
        return database.ExecuteAsync(connection, purge, cancellationToken);
    }

    /// <summary>Stores a message; null if the key has moved to another instance in the meantime.</summary>
    private async Task<StoreResult?> TrySendAsync(
        DbConnection connection, DbTransaction? transaction, SendRequest request, Guid requestId, CancellationToken cancellationToken)
    {
        ServerCall call = database.Call(connection, transaction);
        await using (call.ConfigureAwait(false))
        {
            call.WithIndexPlans();
            _ = request.Key is { } key
                ? call.Add("SendLockByKey").Set("@key", key)
                : call.Add("SendLock").Set("@instance_id", request.InstanceId!.Value);
            Add(call, request, requestId, database.BatchesMessages ? 0 : null);
            DbDataReader reader = await call.ReadAsync(cancellationToken).ConfigureAwait(false);
            await using (reader.ConfigureAwait(false))
            {
                // Skips the result of the first statement, which locks the row of the instance.
                await reader.NextResultAsync(cancellationToken).ConfigureAwait(false);
                await reader.ReadAsync(cancellationToken).ConfigureAwait(false);
                StoreResult? result = ResultOf(reader, request, requestId, database.BatchesMessages ? 1 : 0);
                while (await reader.NextResultAsync(cancellationToken).ConfigureAwait(false))
                {
                    // Reads to the end, because a failure of the commit is reported here.
                }

                return result;
            }
        }
    }

    /// <summary>Adds the statement that stores a message whose instance is locked by a preceding statement.</summary>
    /// <param name="call">The call.</param>
    /// <param name="request">The message.</param>
    /// <param name="requestId">The id under which the server remembers the message.</param>
    /// <param name="index">The index of the message in the batch; null if the statement returns none.</param>
    public void Add(ServerCall call, SendRequest request, Guid requestId, int? index)
    {
        call.Add("Send")
            .Set("@request", requestId)
            .Set("@has_key", request.Key is not null)
            .Set("@key", request.Key ?? Guid.Empty)
            .Set("@kind", (short)request.Kind)
            .Set("@name", request.BookmarkName)
            .Set("@expires_in", request.ExpiresIn is { } wait ? StoreTime.Of(wait) : StoreTime.Of(TimeSpan.MaxValue))
            .Set("@content", request.Content)
            .Set("@max_count", request.MaxWaiting)
            .Set("@max_bytes", request.MaxWaitingBytes);
        if (index is { } number)
        {
            call.Set("@place", number).Set("@instance_id", request.InstanceId ?? Guid.Empty);
        }
    }

    /// <summary>Reads the result row of a message.</summary>
    /// <param name="reader">The reader, positioned at the row.</param>
    /// <param name="request">The message.</param>
    /// <param name="requestId">The id of the call.</param>
    /// <param name="first">The first column.</param>
    /// <returns>
    /// The answer; null if the row of the instance was not locked, or the key has moved to another instance, so that the message must be sent again.
    /// </returns>
    public static StoreResult? ResultOf(DbDataReader reader, SendRequest request, Guid requestId, int first)
    {
        if (!reader.IsDBNull(first))
        {
            // The call's own request id: an attempt whose answer was lost has sent the message.
            return StoreResult.Done with
            {
                InstanceId = reader.GetGuid(first),
                Sequence = reader.GetInt64(first + 1),
                IsRepeated = request.RequestId == requestId
            };
        }

        bool wasFound = reader.GetBoolean(first + 2);
        if (!wasFound)
        {
            return new StoreResult(request.Key is null ? StoreOutcome.NotSaved : StoreOutcome.KeyUnknown);
        }

        if (reader.IsDBNull(first + 3))
        {
            return null;
        }

        Guid instanceId = reader.GetGuid(first + 3);
        return reader.GetBoolean(first + 4)
            ? new StoreResult(StoreOutcome.Completed) { InstanceId = instanceId }
            : reader.GetBoolean(first + 7) ? new StoreResult(StoreOutcome.InboxFull) { InstanceId = instanceId }
            : StoreResult.Done with
            {
                InstanceId = instanceId,
                Sequence = reader.GetInt64(first + 5),
                PreviousSequence = reader.GetInt64(first + 6),
                MayWake = reader.GetBoolean(first + 8)
            };
    }

    private static void ThrowIfLast(int attempt, SendRequest request)
    {
        if (attempt == MaxAttempts)
        {
            throw new InstancePersistenceException(
                $"The message to the key '{request.Key}' cannot be sent, because the key moves from instance to instance; try again.");
        }
    }

    private static (Guid InstanceId, long Last)[] ArrivalOf(DbDataReader reader) =>
        reader.IsDBNull(1) || reader.IsDBNull(2) ? [] : [(reader.GetGuid(1), reader.GetInt64(2))];

    private StoredMessage? MessageOf(DbDataReader reader, ReceiveRequest request)
    {
        if (reader.IsDBNull(1))
        {
            return null;
        }

        Guid instanceId = request.InstanceId;
        long sequence = reader.GetInt64(1);
        short kind = Required<short>(2, "kind");
        string? name = reader.IsDBNull(3) ? null : reader.GetString(3);
        if (kind is < 0 or > (short)MessageKind.Suspend)
        {
            throw Damage.Message(instanceId, sequence, "kind", (long)kind);
        }

        if ((MessageKind)kind == MessageKind.Resume == (name is null or "") || name?.Length > InstanceMessage.MaxBookmarkNameLength)
        {
            throw Damage.Message(instanceId, sequence, "bookmark_name", name);
        }

        // A permitted size without content means that the content was not read.
        int size = reader.IsDBNull(7) ? 0 : reader.GetInt32(7);
        bool isOmitted = reader.IsDBNull(8) && !reader.IsDBNull(7) && size <= request.MaxSize;
        return new StoredMessage
        {
            InstanceId = instanceId,
            Sequence = sequence >= 1 ? sequence : throw Damage.Message(instanceId, sequence, "sequence", sequence),
            Kind = (MessageKind)kind,
            BookmarkName = name,
            Content = isOmitted
                ? default
                : reader.IsDBNull(8)
                    ? throw Damage.Message(instanceId, sequence, "content", reader.IsDBNull(7) ? null : (long)size)
                    : Required<byte[]>(8, "content"),
            ContentSize = size,
            ReceivedAt = TimeOf(4, "received") ?? throw Damage.Message(instanceId, sequence, "received", null),
            ExpiresAt = TimeOf(5, "expires"),
            IsExpired = reader.GetBoolean(6),
        };

        T Required<T>(int column, string columnName)
        {
            try
            {
                return reader.IsDBNull(column) ? throw Damage.Message(instanceId, sequence, columnName, null) : reader.GetFieldValue<T>(column);
            }
            catch (Exception failure) when (ServerRow.IsMisfit(failure))
            {
                throw Damage.Message(instanceId, sequence, columnName, reader.GetFieldType(column));
            }
        }

        DateTimeOffset? TimeOf(int column, string columnName)
        {
            try
            {
                return database.TimeOf(reader, column);
            }
            catch (Exception failure) when (ServerRow.IsMisfit(failure))
            {
                throw Damage.Message(instanceId, sequence, columnName, reader.GetFieldType(column));
            }
        }
    }
}
