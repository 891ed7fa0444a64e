using System.Data.Common;
using System.Globalization;

namespace Workflow.Persistence.Sql;

/// <summary>Writes the data of an instance in other tables: keys, bookmarks and promoted values. They are written only if they have changed.</summary>
internal static class SqliteDependentRows
{
    /// <summary>Returns the answer for a key that belongs to another instance; null if all keys can be added.</summary>
    public static StoreResult? FindTaken(SqliteSession session, SaveRequest request, long? sid)
    {
        foreach (Guid key in request.KeysToAdd)
        {
            if (session["KeyFind"].Set("@key", key.ToByteArray()).ReadValue() is long other && other != sid)
            {
                string? holder = session["InstanceIdOf"].Set("@sid", other).ReadValue() as string;
                return new StoreResult(StoreOutcome.KeyTaken) { Key = key, InstanceId = Guid.TryParse(holder, out Guid id) ? id : Guid.Empty };
            }
        }

        return null;
    }

    /// <summary>Writes the dependent rows of a first save.</summary>
    public static void Add(SqliteSession session, long sid, SaveRequest request)
    {
        ChangeKeys(session, sid, request);
        AddBookmarks(session, sid, request.Bookmarks, []);
        AddPromoted(session, sid, request.Promoted, isInitial: false);
        AddPromoted(session, sid, request.InitialPromoted, isInitial: true);
    }

    /// <summary>Writes the dependent rows of a later save that have changed.</summary>
    public static void Replace(SqliteSession session, long sid, SaveRequest request, long bookmarksHash, long promotedHash)
    {
        if (request.Completes)
        {
            session["KeysRemove"].Set("@sid", sid).Run();
        }
        else
        {
            ChangeKeys(session, sid, request);
        }

        if (bookmarksHash != request.BookmarksHash)
        {
            Dictionary<(string, string, string?), long> since = BookmarksOf(session, sid);
            session["BookmarksRemove"].Set("@sid", sid).Run();
            AddBookmarks(session, sid, request.Bookmarks, since);
        }

        if (promotedHash != request.PromotedHash)
        {
            session["PromotedRemove"].Set("@sid", sid).Set("@is_initial", 0L).Run();
            AddPromoted(session, sid, request.Promoted, isInitial: false);
        }
    }

    /// <summary>Removes all dependent rows of an instance.</summary>
    /// <param name="session">The connection.</param>
    /// <param name="sid">The surrogate key of the instance.</param>
    /// <param name="hasMessages">True if messages wait for the instance.</param>
    public static void Remove(SqliteSession session, long sid, bool hasMessages)
    {
        RemoveWaits(session, sid, hasMessages);
        session["PromotedRemove"].Set("@sid", sid).Set("@is_initial", 1L).Run();
    }

    /// <summary>Removes the rows by which others find a waiting instance: messages, keys and bookmarks.</summary>
    public static void RemoveWaits(SqliteSession session, long sid, bool hasMessages)
    {
        if (hasMessages)
        {
            session["MessagesRemove"].Set("@sid", sid).Run();
        }

        session["KeysRemove"].Set("@sid", sid).Run();
        session["BookmarksRemove"].Set("@sid", sid).Run();
    }

    private static void ChangeKeys(SqliteSession session, long sid, SaveRequest request)
    {
        foreach (Guid key in request.KeysToAdd)
        {
            session["KeyAdd"].Set("@key", key.ToByteArray()).Set("@sid", sid).Run();
        }

        foreach (Guid key in request.KeysToRemove)
        {
            session["KeyRemove"].Set("@key", key.ToByteArray()).Set("@sid", sid).Run();
        }
    }

    private static Dictionary<(string, string, string?), long> BookmarksOf(SqliteSession session, long sid)
    {
        Dictionary<(string, string, string?), long> found = [];
        using DbDataReader reader = session["BookmarksFind"].Set("@sid", sid).Read();
        while (reader.Read())
        {
            // A damaged row is ignored and written again.
            if (reader.GetValue(0) is string name && reader.GetValue(1) is string owner && reader.GetValue(3) is long since)
            {
                found[(name, owner, reader.GetValue(2) as string)] = since;
            }
        }

        return found;
    }

    private static void AddBookmarks(
        SqliteSession session, long sid, IReadOnlyList<SavedBookmark> bookmarks, Dictionary<(string, string, string?), long> since)
    {
        for (int i = 0; i < bookmarks.Count; i++)
        {
            SavedBookmark bookmark = bookmarks[i];
            string? scope = bookmark.ScopeId?.ToString();
            session["BookmarkAdd"]
                .Set("@sid", sid)
                .Set("@ordinal", (long)i)
                .Set("@name", bookmark.Name)
                .Set("@owner_display_name", bookmark.OwnerDisplayName)
                .Set("@scope_id", scope)
                .Set("@since", since.GetValueOrDefault((bookmark.Name, bookmark.OwnerDisplayName, scope), session.Now))
                .Run();
        }
    }

    private static void AddPromoted(SqliteSession session, long sid, IReadOnlyList<PromotedValue> values, bool isInitial)
    {
        foreach (PromotedValue value in values)
        {
            session["PromotedAdd"]
                .Set("@sid", sid)
                .Set("@promotion", value.Promotion)
                .Set("@name", value.Name)
                .Set("@is_initial", isInitial ? 1L : 0L)
                .Set("@text", value.Text)
                .Set("@number", value.Number)
                .Set("@time", value.Time?.ToString("yyyy-MM-ddTHH:mm:ss.ffffffZ", CultureInfo.InvariantCulture))
                .Set("@flag", value.Flag is { } flag ? (flag ? 1L : 0L) : null)
                .Set("@id", value.Id?.ToString())
                .Run();
        }
    }
}
