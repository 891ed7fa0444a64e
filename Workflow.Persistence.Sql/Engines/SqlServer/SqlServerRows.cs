using System.Data;

namespace Workflow.Persistence.Sql;

/// <summary>The rows of a batch, in the format that its statements read. Not thread-safe.</summary>
internal sealed class SqlServerRows : IDisposable
{
    /// <summary>The largest magnitude up to which a double-precision number represents every integer.</summary>
    private const long LargestWhole = 1L << 53;

    private readonly JsonRows _rows = new(), _bookmarks = new(), _keys = new(), _promoted = new(), _consumed = new();
    private readonly TextList _texts = new();
    private readonly MemoryStream _states = new();

    /// <summary>Adds a save or an unlock.</summary>
    /// <exception cref="InstancePersistenceException">A value does not fit its column.</exception>
    public void Add(int index, ServerWrite write, TimeProvider clock)
    {
        _rows.Begin()
            .Set("instance_id", write.InstanceId)
            .Set("place", index)
            .Set("owner_sid", write.Owner.Sid)
            .Set("owner_id", write.Owner.Id)
            .Set("lock_version", write.LockVersion);
        if (write is ServerSave save)
        {
            AddSave(save, clock);
            AddBookmarks(index, save.Request);
            AddKeys(index, save.Request);
            AddConsumed(index, save.Request);
            AddPromoted(index, save.Request, save.Request.Promoted, isInitial: false);
            AddPromoted(index, save.Request, save.LockVersion == 0 ? save.Request.InitialPromoted : [], isInitial: true);
        }
        else if (write is ServerUnlock { Request: { Failure: { } reason, Suspends: true } })
        {
            _rows.Set("failure_text", _texts.Add(reason)).Set("suspends", true);
        }
        else if (write is ServerUnlock { Request.Failure: { } failure })
        {
            InstanceOwnerOptions owner = write.Owner.Options;
            _rows.Set("failure_text", _texts.Add(failure))
                .Set("max_failures", owner.MaxFailures)
                .Set("first_delay", StoreTime.Of(owner.FirstRetryDelay))
                .Set("max_delay", StoreTime.Of(owner.MaxRetryDelay));
        }

        _rows.End();
    }

    /// <summary>Sets the parameters of the statements.</summary>
    public void SetIn(SqlServerCall call)
    {
        (string texts, char separator) = _texts.Join();
        call.SetLong("@rows", SqlDbType.NVarChar, _rows.ToJson())
            .SetLong("@bookmarks", SqlDbType.NVarChar, _bookmarks.ToJson())
            .SetLong("@keys", SqlDbType.NVarChar, _keys.ToJson())
            .SetLong("@promoted", SqlDbType.NVarChar, _promoted.ToJson())
            .SetLong("@consumed", SqlDbType.NVarChar, _consumed.ToJson())
            .SetLong("@texts", SqlDbType.NVarChar, texts)
            .SetLong("@states", SqlDbType.VarBinary, _states.ToArray())
            .Set("@separator", separator.ToString());
    }

    public void Dispose()
    {
        _rows.Dispose();
        _bookmarks.Dispose();
        _keys.Dispose();
        _promoted.Dispose();
        _consumed.Dispose();
        _states.Dispose();
    }

    private void AddSave(ServerSave save, TimeProvider clock)
    {
        SaveRequest request = save.Request;
        _rows.Set("definition_id", save.Definition)
            .Set("status", (int)request.Status)
            .Set("gives_back", request.Unlocks)
            .Set("completes", request.Completes)
            .Set("deletes", request.Deletes)
            .Set("due_in", save.DueIn(clock))
            .Set("bookmarks_hash", request.BookmarksHash)
            .Set("promoted_hash", request.PromotedHash)
            .Set("encoding", request.State.Encoding)
            .Set("key_text", _texts.Add(request.State.KeyId))
            .Set("state_size", request.State.Size)
            .Set("state_check", request.State.Check)
            .Set("initial_text", _texts.Add(request.InitialValues))
            .Set("saved_text", _texts.Add(request.SavedValues))
            .Set("state_start", _states.Length + 1)
            .Set("state_length", request.State.Bytes.Length)
            .Set("messages_left", request.PendingMessageCount)
            .Set("request_id", request.RequestId);
        _states.Write(request.State.Bytes);
    }

    private void AddBookmarks(int index, SaveRequest request)
    {
        foreach ((int ordinal, SavedBookmark bookmark) in request.Bookmarks.Index())
        {
            _bookmarks.Begin()
                .Set("place", index)
                .Set("ordinal", ordinal)
                .Set("name_text", _texts.Add(bookmark.Name))
                .Set("owner_text", _texts.Add(bookmark.OwnerDisplayName))
                .Set("scope_id", bookmark.ScopeId)
                .End();
        }
    }

    private void AddKeys(int index, SaveRequest request)
    {
        foreach ((Guid key, bool isRemoved) in request.KeysToAdd.Select(key => (key, false)).Concat(request.KeysToRemove.Select(key => (key, true))))
        {
            _keys.Begin().Set("place", index).Set("key_id", key).Set("is_removed", isRemoved).End();
        }
    }

    private void AddConsumed(int index, SaveRequest request)
    {
        foreach (long sequence in request.Consumed)
        {
            _consumed.Begin().Set("place", index).Set("sequence", sequence).End();
        }
    }

    private void AddPromoted(int index, SaveRequest request, IReadOnlyList<PromotedValue> values, bool isInitial)
    {
        foreach (PromotedValue value in values)
        {
            _promoted.Begin()
                .Set("place", index)
                .Set("promotion_text", _texts.Add(value.Promotion))
                .Set("name_text", _texts.Add(value.Name))
                .Set("is_initial", isInitial)
                .Set("value_text", _texts.Add(value.Text))
                .Set("number_value", NumberOf(request, value))
                .Set("time_value", value.Time)
                .Set("flag_value", value.Flag)
                .Set("id_value", value.Id)
                .End();
        }
    }

    private static double? NumberOf(SaveRequest request, PromotedValue value) => value.Number switch
    {
        long and (> LargestWhole or < -LargestWhole) => throw new SnapshotException(
            $"The instance '{request.InstanceId}' cannot be saved, because its value '{value.Name}' is a whole number with more digits than its column holds on SQL Server; change the value, or promote it as a text.",
            value.Name,
            null),
        long number => number,
        double number => number,
        _ => null,
    };
}
