using System.Globalization;

namespace Workflow.Persistence.Sql;

/// <summary>
/// Sets the parameters of the statements that write many instances: arrays with one element for each call. Dependent rows, such as bookmarks, refer to their
/// call by its line, which is the position of the call in these arrays, starting at 1. The index of a call is that in the batch, starting at 0.
/// </summary>
internal static class PostgreSqlParameters
{
    /// <summary>Sets the parameters that identify the calls and their locks.</summary>
    public static ServerCall SetHeld<T>(this ServerCall call, IReadOnlyList<(int Index, T Write)> writes)
        where T : ServerWrite => call.SetCallers(writes).Set("@lock_versions", Array(writes, write => write.LockVersion));

    /// <summary>Sets the parameters that identify the calls, without locks, for first saves.</summary>
    public static ServerCall SetCallers<T>(this ServerCall call, IReadOnlyList<(int Index, T Write)> writes)
        where T : ServerWrite => call
            .Set("@places", IndexesOf(writes))
            .Set("@ids", Array(writes, write => write.InstanceId))
            .Set("@owners", Array(writes, write => write.Owner.Sid))
            .Set("@owner_ids", Array(writes, write => write.Owner.Id));

    /// <summary>Sets the values that each save writes to the row of its instance.</summary>
    public static ServerCall SetRows(this ServerCall call, IReadOnlyList<(int Index, ServerSave Write)> saves, TimeProvider clock) => call
        .Set("@statuses", Array(saves, save => (short)save.Request.Status))
        .Set("@gives_back", Array(saves, save => save.Request.Unlocks))
        .Set("@completes", Array(saves, save => save.Request.Completes))
        .Set("@due_in", Array(saves, save => save.DueIn(clock)))
        .Set("@bookmarks_hashes", Array(saves, save => save.Request.BookmarksHash))
        .Set("@promoted_hashes", Array(saves, save => save.Request.PromotedHash))
        .Set("@encodings", Array(saves, save => (short)save.Request.State.Encoding))
        .Set("@key_ids", Array(saves, save => save.Request.State.KeyId))
        .Set("@sizes", Array(saves, save => (int)save.Request.State.Size))
        .Set("@checks", Array(saves, save => save.Request.State.Check))
        .Set("@saved_values", Array(saves, save => save.Request.SavedValues))
        .Set("@states", Array(saves, save => save.Request.State.Bytes));

    public static ServerCall SetBookmarks(this ServerCall call, IReadOnlyList<(int Index, ServerSave Write)> saves)
    {
        (int Line, int Ordinal, SavedBookmark Bookmark)[] bookmarks =
            [.. saves.SelectMany((save, i) => save.Write.Request.Bookmarks.Select((bookmark, ordinal) => (i + 1, ordinal, bookmark)))];
        return call
            .Set("@bookmark_lines", System.Array.ConvertAll(bookmarks, entry => entry.Line))
            .Set("@bookmark_ordinals", System.Array.ConvertAll(bookmarks, entry => entry.Ordinal))
            .Set("@bookmark_names", System.Array.ConvertAll(bookmarks, entry => entry.Bookmark.Name))
            .Set("@bookmark_owners", System.Array.ConvertAll(bookmarks, entry => entry.Bookmark.OwnerDisplayName))
            .Set("@bookmark_scopes", System.Array.ConvertAll(bookmarks, entry => entry.Bookmark.ScopeId));
    }

    public static ServerCall SetKeys(this ServerCall call, IReadOnlyList<(int Index, ServerSave Write)> saves)
    {
        (int Line, Guid Key)[] added = [.. saves.SelectMany((save, i) => save.Write.Keys.Select(key => (i + 1, key)))];
        return call
            .Set("@added_lines", System.Array.ConvertAll(added, entry => entry.Line))
            .Set("@added_keys", System.Array.ConvertAll(added, entry => entry.Key));
    }

    public static ServerCall SetRemovedKeys(this ServerCall call, IReadOnlyList<(int Index, ServerSave Write)> saves)
    {
        (int Line, Guid Key)[] removed = [.. saves.SelectMany((save, i) => save.Write.Request.KeysToRemove.Select(key => (i + 1, key)))];
        return call
            .Set("@removed_lines", System.Array.ConvertAll(removed, entry => entry.Line))
            .Set("@removed_keys", System.Array.ConvertAll(removed, entry => entry.Key));
    }

    /// <summary>Sets the requests that start instances.</summary>
    public static ServerCall SetStarts(this ServerCall call, IReadOnlyList<(int Index, ServerSave Write)> saves)
    {
        (int Line, Guid Request)[] started =
            [.. saves.SelectMany((save, i) => save.Write.RequestId is { } request ? [(i + 1, request)] : System.Array.Empty<(int, Guid)>())];
        return call
            .Set("@start_lines", System.Array.ConvertAll(started, entry => entry.Line))
            .Set("@starts", System.Array.ConvertAll(started, entry => entry.Request));
    }

    /// <summary>Sets the messages that the saves have consumed.</summary>
    public static ServerCall SetConsumed(this ServerCall call, IReadOnlyList<(int Index, ServerSave Write)> saves)
    {
        (int Line, long Sequence)[] consumed = [.. saves.SelectMany((save, i) => save.Write.Request.Consumed.Select(sequence => (i + 1, sequence)))];
        return call
            .Set("@consumed_lines", System.Array.ConvertAll(consumed, entry => entry.Line))
            .Set("@consumed", System.Array.ConvertAll(consumed, entry => entry.Sequence));
    }

    /// <summary>Sets the promoted values.</summary>
    /// <param name="call">The call.</param>
    /// <param name="saves">The saves.</param>
    /// <param name="isFirst">True if the initial values are included.</param>
    public static ServerCall SetPromoted(this ServerCall call, IReadOnlyList<(int Index, ServerSave Write)> saves, bool isFirst)
    {
        (int Line, bool IsInitial, PromotedValue Value)[] values = [.. saves.SelectMany((save, i) => ValuesOf(i + 1, save.Write.Request, isFirst))];
        if (isFirst)
        {
            call.Set("@promoted_initial", System.Array.ConvertAll(values, entry => entry.IsInitial));
        }

        return call
            .Set("@promoted_lines", System.Array.ConvertAll(values, entry => entry.Line))
            .Set("@promotions", System.Array.ConvertAll(values, entry => entry.Value.Promotion))
            .Set("@promoted_names", System.Array.ConvertAll(values, entry => entry.Value.Name))
            .Set("@promoted_texts", System.Array.ConvertAll(values, entry => entry.Value.Text))
            .Set("@promoted_numbers", System.Array.ConvertAll(values, entry => NumberText(entry.Value.Number)))
            .Set(
                "@promoted_times",
                System.Array.ConvertAll(values, entry => entry.Value.Time is { } time ? StoreTime.Of(new DateTimeOffset(time)) : (long?)null))
            .Set("@promoted_flags", System.Array.ConvertAll(values, entry => entry.Value.Flag))
            .Set("@promoted_ids", System.Array.ConvertAll(values, entry => entry.Value.Id));
    }

    /// <summary>Converts the calls to an array of values. Every save creates about thirty of these arrays, so they are filled without an enumerator.</summary>
    public static TValue[] Array<T, TValue>(IReadOnlyList<(int Index, T Write)> writes, Func<T, TValue> value)
    {
        TValue[] values = new TValue[writes.Count];
        for (int i = 0; i < values.Length; i++)
        {
            values[i] = value(writes[i].Write);
        }

        return values;
    }

    private static int[] IndexesOf<T>(IReadOnlyList<(int Index, T Write)> writes)
    {
        int[] indexes = new int[writes.Count];
        for (int i = 0; i < indexes.Length; i++)
        {
            indexes[i] = writes[i].Index;
        }

        return indexes;
    }

    private static IEnumerable<(int Line, bool IsInitial, PromotedValue Value)> ValuesOf(int line, SaveRequest request, bool isFirst) =>
        request.Promoted.Select(value => (line, false, value)).Concat(isFirst ? request.InitialPromoted.Select(value => (line, true, value)) : []);

    /// <summary>Converts a number to a text that keeps all digits for a column of any precision.</summary>
    private static string? NumberText(object? number) => number switch
    {
        null => null,
        double fraction => fraction.ToString("R", CultureInfo.InvariantCulture),
        _ => Convert.ToString(number, CultureInfo.InvariantCulture),
    };
}
