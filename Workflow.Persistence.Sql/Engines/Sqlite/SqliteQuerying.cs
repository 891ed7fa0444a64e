using System.Data.Common;
using System.Text;
using System.Text.Json;
using System.Xml.Linq;

namespace Workflow.Persistence.Sql;

/// <summary>Executes queries, on a read-only connection.</summary>
internal sealed class SqliteQuerying(SqliteDatabase database)
{
    public IReadOnlyList<SummaryRow> Page(SqliteSession session, InstanceQuery query, long? afterSid, int limit)
    {
        // Only the parameters that the text mentions are sent.
        object parameters = new
        {
            now = session.Now,
            limit,
            after = afterSid,
            ids = query.InstanceIds is { } ids ? JsonSerializer.Serialize(ids.Select(id => id.ToString())) : null,
            key = query.Key?.ToByteArray(),
            statuses = query.Statuses is { } statuses ? JsonSerializer.Serialize(statuses.Select(status => (int)status)) : null,
            identity = query.DefinitionIdentity?.ToString(),
            bookmark = query.BookmarkName,
            is_suspended = query.IsSuspended,
        };
        List<SummaryRow> rows = [];
        using (DbDataReader reader = session.ReadText(Text(query, afterSid is not null), parameters))
        {
            // Each row is read here and not mapped by Dapper, because a damaged row must be named and must not fail the others.
            while (reader.Read())
            {
                rows.Add(RowOf(reader));
            }
        }

        return WithBookmarks(session, rows);
    }

    /// <summary>Composes the text of a query from the statements for its conditions.</summary>
    internal string Text(InstanceQuery query, bool isLaterPage)
    {
        bool isByBookmark = query.BookmarkName is not null;
        StringBuilder text = new();
        Add("QueryColumns", isByBookmark ? "QueryBookmarked" : "QueryInstances", "QueryOthers", isByBookmark ? "QueryByBookmark" : "QueryByNothing");
        AddIf(isLaterPage, isByBookmark ? "QueryAfterBookmark" : "QueryAfter");
        AddIf(query.InstanceIds is not null, "QueryByIds");
        AddIf(query.Key is not null, "QueryByKey");
        AddIf(query.Statuses is not null, "QueryByStatus");
        AddIf(query.DefinitionIdentity is not null, "QueryByDefinition");
        AddIf(query.IsSuspended is not null, "QueryBySuspended");
        Add(isByBookmark ? "QueryEndBookmark" : "QueryEnd");
        return text.ToString();

        void AddIf(bool isAsked, string condition)
        {
            if (isAsked)
            {
                Add(condition);
            }
        }

        void Add(params ReadOnlySpan<string> names)
        {
            foreach (string name in names)
            {
                text.Append(database.Statement(name));
            }
        }
    }

    private static SummaryRow RowOf(DbDataReader reader)
    {
        long sid = reader.GetInt64(0);
        Guid id = Guid.Empty;
        SqliteRow row = new(
            reader, (column, found) => id == Guid.Empty ? Damage.Row($"instance {sid}", column, found) : Damage.Column(id, column, found));
        try
        {
            id = row.Id("instance_id");
            return new SummaryRow(
                sid,
                new InstanceSummary
                {
                    InstanceId = id,
                    DefinitionIdentity = IdentityOf(row, id),
                    Status = (InstanceStatus)row.Number("status", 0, 4),
                    CreatedAt = row.Time("created"),
                    UpdatedAt = row.Time("updated"),
                    DueAt = row.TimeOrNull("due"),
                    OwnerId = row.IdOrNull("owner_id"),
                    OwnerName = row.TextOrNull("owner_name"),
                    FailureCount = (int)row.Number("failures", 0, int.MaxValue),
                    LastFailure = row.TextOrNull("last_failure"),
                    RetryAt = row.TimeOrNull("retry_at"),
                    IsSuspended = row.Number("is_suspended", 0, 1) == 1,
                    PendingMessageCount = (int)row.Number("inbox", 0, int.MaxValue),
                    Values = ValuesOf(row, id),
                },
                null);
        }
        catch (SnapshotException failure)
        {
            return new SummaryRow(sid, null, failure);
        }
    }

    private static WorkflowIdentity? IdentityOf(SqliteRow row, Guid id)
    {
        long definition = row.Number("definition_id");
        return definition == 0
            ? null
            : WorkflowIdentity.TryParse(row.Text("identity"), out WorkflowIdentity? identity) ? identity : throw Damage.Column(id, "definition_id", definition);
    }

    private static Dictionary<XName, object?> ValuesOf(SqliteRow row, Guid id)
    {
        Dictionary<XName, object?> values = [];
        foreach (string column in new[] { "initial_values", "saved_values" })
        {
            try
            {
                PlainValueText.Read(row.TextOrNull(column), values);
            }
            catch (FormatException)
            {
                throw Damage.Column(id, column, row.TextOrNull(column));
            }
        }

        return values;
    }

    private static IReadOnlyList<SummaryRow> WithBookmarks(SqliteSession session, List<SummaryRow> rows)
    {
        Dictionary<long, List<SavedBookmark>> found = [];
        Dictionary<long, SnapshotException> damaged = [];

        // Prepared, because its text is always the same.
        using DbDataReader reader = session["QueryBookmarks"].Set("@sids", JsonSerializer.Serialize(rows.Select(row => row.Sid))).Read();
        while (reader.Read())
        {
            long sid = reader.GetInt64(0);
            Guid id = rows.Find(row => row.Sid == sid)?.Summary?.InstanceId ?? Guid.Empty;
            SqliteRow row = new(reader, (column, value) => Damage.Column(id, column, value));
            try
            {
                SavedBookmark bookmark = new()
                { Name = row.Text("name"), OwnerDisplayName = row.Text("owner_display_name"), ScopeId = row.IdOrNull("scope_id") };
                (found.TryGetValue(sid, out List<SavedBookmark>? list) ? list : found[sid] = []).Add(bookmark);
            }
            catch (SnapshotException failure)
            {
                damaged[sid] = failure;
            }
        }

        return [.. rows.Select(row => damaged.TryGetValue(row.Sid, out SnapshotException? failure)
            ? row with { Summary = null, Failure = row.Failure ?? failure }
            : WithBookmarks(row, found))];
    }

    private static SummaryRow WithBookmarks(SummaryRow row, Dictionary<long, List<SavedBookmark>> found) =>
        row.Summary is { } summary && found.TryGetValue(row.Sid, out List<SavedBookmark>? bookmarks) ? row with { Summary = Copy(summary, bookmarks) } : row;

    private static InstanceSummary Copy(InstanceSummary summary, List<SavedBookmark> bookmarks) => new()
    {
        InstanceId = summary.InstanceId,
        DefinitionIdentity = summary.DefinitionIdentity,
        Status = summary.Status,
        CreatedAt = summary.CreatedAt,
        UpdatedAt = summary.UpdatedAt,
        DueAt = summary.DueAt,
        OwnerId = summary.OwnerId,
        OwnerName = summary.OwnerName,
        FailureCount = summary.FailureCount,
        LastFailure = summary.LastFailure,
        RetryAt = summary.RetryAt,
        IsSuspended = summary.IsSuspended,
        Bookmarks = bookmarks,
        PendingMessageCount = summary.PendingMessageCount,
        Values = summary.Values,
    };
}
