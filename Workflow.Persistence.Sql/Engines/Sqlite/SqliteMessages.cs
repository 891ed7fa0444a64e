using System.Data.Common;
using System.Text.Json;

namespace Workflow.Persistence.Sql;

/// <summary>Manages messages and requests. Called inside write transactions, except for calls that only read.</summary>
/// <remarks>Messages are a hot path, so their statements are prepared and not executed with Dapper.</remarks>
internal sealed class SqliteMessages(SqliteDatabase database)
{
    public StoreResult Send(SqliteSession session, SendRequest request)
    {
        if (Find(session, request.RequestId, isStart: false) is { } sent)
        {
            return StoreResult.Done with { InstanceId = sent.InstanceId, Sequence = sent.Sequence, IsRepeated = true };
        }

        if (Receiver(session, request) is not { } receiver)
        {
            return new StoreResult(request.Key is null ? StoreOutcome.NotSaved : StoreOutcome.KeyUnknown);
        }

        if (receiver.IsCompleted)
        {
            return new StoreResult(StoreOutcome.Completed) { InstanceId = receiver.InstanceId };
        }

        long[] last = Numbers(session["MessageLast"].Set("@sid", receiver.Sid), 3);
        if (request.Kind == MessageKind.Resume && IsFull(session, request, receiver.Sid, last))
        {
            return new StoreResult(StoreOutcome.InboxFull) { InstanceId = receiver.InstanceId };
        }

        // The row of the instance is written first: if it is damaged, nothing else was written.
        bool isIdle = receiver.Holder is null && request.Kind == MessageKind.Resume
            && session["BookmarkExists"].Set("@name", request.BookmarkName).Set("@sid", receiver.Sid).ReadValue() is null;
        session["MessageCountUp"]
            .Set("@sid", receiver.Sid)
            .Set("@idle", isIdle ? 1L : 0L)
            .Set("@turn", database.NextQueueOrder(session.Now))
            .Set("@now", session.Now)
            .RunOn(receiver.InstanceId);
        long sequence = (long)session["MessageAdd"]
            .Set("@sid", receiver.Sid)
            .Set("@kind", (long)request.Kind)
            .Set("@name", request.BookmarkName)
            .Set("@now", session.Now)
            .Set("@expires", request.ExpiresIn is { } wait ? StoreTime.After(session.Now, wait) : null)
            .Set("@for_owner", receiver.Holder)
            .Set("@content", request.Content)
            .Set("@number", last[1] + 1)
            .Set("@total", last[2] + request.Content.Length)
            .ReadValue()!;
        AddRequest(session, request.RequestId, isStart: false, receiver.InstanceId, sequence);
        return StoreResult.Done with
        {
            InstanceId = receiver.InstanceId,
            Sequence = sequence,
            PreviousSequence = last[0],
            MayWake = receiver.Holder is null
        };
    }

    public static bool Withdraw(SqliteSession session, Guid instanceId, long sequence)
    {
        if (session["MessageExists"].Set("@sequence", sequence).Set("@instance_id", instanceId.ToString()).ReadValue() is not long sid)
        {
            return false;
        }

        session["MessageCountDown"].Set("@sid", sid).RunOn(instanceId);
        session["MessageRemove"].Set("@sequence", sequence).Run();
        return true;
    }

    public static ReceiveResult Receive(SqliteSession session, ReceiveRequest request)
    {
        if (!SqliteOwners.IsValid(session, request.Owner))
        {
            return ReceiveResult.OwnerGone;
        }

        if (session["HeldFind"].Set("@instance_id", request.InstanceId.ToString()).Set("@owner", request.Owner.Sid).ReadValue() is not long sid)
        {
            return ReceiveResult.Nothing;
        }

        List<StoredMessage> messages = [];
        using DbDataReader reader = session["MessagesRead"]
            .Set("@sid", sid)
            .Set("@after", request.After)
            .Set("@limit", (long)request.MaxCount)
            .Set("@max_size", (long)request.MaxSize)
            .Set("@max_bytes", request.MaxBytes)
            .Set("@small", (long)request.SmallSize)
            .Set("@name", request.Limit?.BookmarkName)
            .Read();
        while (reader.Read())
        {
            messages.Add(MessageOf(reader, request, session.Now));
        }

        return new ReceiveResult(false, messages);
    }

    public static MessagePoll Poll(SqliteSession session, SqlOwner owner)
    {
        if (!SqliteOwners.IsValid(session, owner))
        {
            return new MessagePoll(true, []);
        }

        List<(Guid, long)> arrived = [];
        using DbDataReader reader = session["MessagesArrived"].Set("@owner", owner.Sid).Read();
        while (reader.Read())
        {
            // A host cannot hold an instance with a damaged row.
            if (Guid.TryParse(reader.GetValue(0) as string, out Guid id))
            {
                arrived.Add((id, reader.GetInt64(1)));
            }
        }

        return new MessagePoll(false, arrived);
    }

    /// <summary>Deletes requests whose retention has elapsed.</summary>
    public static void Forget(SqliteSession session, TimeSpan retention, long limit) =>
        session.Execute("RequestsPurge", new { before = session.Now - StoreTime.Of(retention), limit });

    /// <summary>Returns the instance that a request has started; null if there is none, or no request.</summary>
    public static Guid? StartedBy(SqliteSession session, Guid? requestId) => Find(session, requestId, isStart: true)?.InstanceId;

    public static void AddStart(SqliteSession session, SaveRequest request) =>
        AddRequest(session, request.RequestId, isStart: true, request.InstanceId, 0);

    /// <summary>Computes the message count of an instance after a save. Writes nothing.</summary>
    public static MessageCount After(SqliteSession session, long sid, MessageCount before, SaveRequest request)
    {
        if (request.Completes || before.All == 0)
        {
            return default;
        }

        long consumed = request.Consumed.Count == 0 ? 0 : WithConsumed(session["ConsumedCount"], sid, request).ReadValue() as long? ?? 0;
        MessageCount after = before.After(consumed, request.PendingMessageCount, request.Unlocks);
        if (!request.Unlocks || !after.HasWork)
        {
            return after;
        }

        // A count that is too high, for example after a manual repair, would let hosts load the instance repeatedly.
        long real = (session["MessagesCount"].Set("@sid", sid).Set("@limit", after.Idle + consumed + 1).ReadValue() as long? ?? 0) - consumed;
        return real > after.Idle ? after : new MessageCount(Math.Max(real, 0), after.Idle);
    }

    /// <summary>Removes the messages that a save has consumed, or all messages if the save completes the instance.</summary>
    public static void Remove(SqliteSession session, long sid, MessageCount before, SaveRequest request)
    {
        if (request.Completes && before.All > 0)
        {
            session["MessagesRemove"].Set("@sid", sid).Run();
        }
        else if (request.Consumed.Count > 0)
        {
            WithConsumed(session["ConsumedRemove"], sid, request).Run();
        }
    }

    private static SqliteStatement WithConsumed(SqliteStatement statement, long sid, SaveRequest request) =>
        statement.Set("@sid", sid).Set("@consumed", JsonSerializer.Serialize(request.Consumed));

    private static (Guid InstanceId, long Sequence)? Find(SqliteSession session, Guid? requestId, bool isStart)
    {
        if (requestId is not { } id)
        {
            return null;
        }

        using DbDataReader reader = session["RequestFind"].Set("@request", id.ToByteArray()).Set("@is_start", isStart ? 1L : 0L).Read();
        if (!reader.Read())
        {
            return null;
        }

        SqliteRow row = new(reader, (column, found) => Damage.Row($"request {id}", column, found));
        return (row.Id("instance_id"), row.Number("sequence", isStart ? 0 : 1));
    }

    private static void AddRequest(SqliteSession session, Guid? requestId, bool isStart, Guid instanceId, long sequence)
    {
        if (requestId is { } id)
        {
            session["RequestAdd"]
                .Set("@request", id.ToByteArray())
                .Set("@is_start", isStart ? 1L : 0L)
                .Set("@instance_id", instanceId.ToString())
                .Set("@sequence", sequence)
                .Set("@now", session.Now)
                .Run();
        }
    }

    private static (long Sid, Guid InstanceId, bool IsCompleted, long? Holder)? Receiver(SqliteSession session, SendRequest request)
    {
        SqliteStatement find;
        if (request.Key is not { } key)
        {
            find = session["ReceiverFind"].Set("@instance_id", request.InstanceId!.Value.ToString());
        }
        else if (session["KeyFind"].Set("@key", key.ToByteArray()).ReadValue() is long sid)
        {
            find = session["ReceiverFindBySid"].Set("@sid", sid);
        }
        else
        {
            return null;
        }

        using DbDataReader reader = find.Read();
        if (!reader.Read())
        {
            return null;
        }

        SqliteRow row = new(reader, (column, found) => Damage.Column(request.InstanceId ?? Guid.Empty, column, found));
        return (row.Number("instance_sid"), row.Id("instance_id"), row.NumberOrNull("completed") is not null, row.NumberOrNull("lock_owner"));
    }

    private static StoredMessage MessageOf(DbDataReader reader, ReceiveRequest request, long now)
    {
        Guid instanceId = request.InstanceId;
        long sequence = reader.GetInt64(0);
        SqliteRow row = new(reader, (column, found) => Damage.Message(instanceId, sequence, column, found));
        MessageKind kind = (MessageKind)row.Number("kind", 0, (long)MessageKind.Suspend);
        string? name = row.TextOrNull("bookmark_name");
        if (kind == MessageKind.Resume == (name is null or "") || name?.Length > InstanceMessage.MaxBookmarkNameLength)
        {
            throw Damage.Message(instanceId, sequence, "bookmark_name", name);
        }

        DateTimeOffset? expires = row.TimeOrNull("expires");
        return new StoredMessage
        {
            InstanceId = instanceId,
            Sequence = sequence >= 1 ? sequence : throw Damage.Message(instanceId, sequence, "sequence", sequence),
            Kind = kind,
            BookmarkName = name,
            Content = ContentOf(reader, row, request, sequence),
            ContentSize = reader["size"] is long size ? (int)size : 0,
            ReceivedAt = row.Time("received"),
            ExpiresAt = expires,
            IsExpired = expires <= StoreTime.ToDateTimeOffset(now),
        };
    }

    /// <summary>Returns the content; empty if it was not read.</summary>
    private static byte[] ContentOf(DbDataReader reader, SqliteRow row, ReceiveRequest request, long sequence) =>
        reader["content"] is DBNull && reader["size"] is long size
            ? size > request.MaxSize ? throw Damage.Message(request.InstanceId, sequence, "content", size) : []
            : row.Bytes("content");

    /// <summary>
    /// Returns true if the limits for waiting messages are reached. The messages are counted only if the numbers of the first and the last one indicate too
    /// many, because some messages between them may have been consumed.
    /// </summary>
    private static bool IsFull(SqliteSession session, SendRequest request, long sid, long[] last)
    {
        if (last[0] == 0)
        {
            return false;
        }

        long[] first = Numbers(session["MessageFirst"].Set("@sid", sid), 2);
        return IsAbove(last[1] - first[0] + 1, last[2] - first[1])
            && Numbers(session["MessagesSize"].Set("@sid", sid), 2) is var size && IsAbove(size[0], size[1]);

        bool IsAbove(long count, long bytes) => count >= request.MaxWaiting || bytes + request.Content.Length > request.MaxWaitingBytes;
    }

    /// <summary>Returns the columns of the first row; zero for missing rows and for columns that are not numbers.</summary>
    private static long[] Numbers(SqliteStatement statement, int count)
    {
        long[] numbers = new long[count];
        using DbDataReader reader = statement.Read();
        if (reader.Read())
        {
            for (int i = 0; i < count; i++)
            {
                numbers[i] = reader.GetValue(i) as long? ?? 0;
            }
        }

        return numbers;
    }
}
