using System.Data.Common;
using System.Xml.Linq;
using Dapper;

namespace Workflow.Persistence.Sql;

/// <summary>Executes queries for summaries. Thread-safe.</summary>
internal sealed class ServerQuerying(ServerDatabase database)
{
    public async Task<IReadOnlyList<SummaryRow>> PageAsync(
        DbConnection connection, InstanceQuery query, long fromSid, int limit, CancellationToken cancellationToken)
    {
        List<SummaryRow> rows = [];
        DbDataReader reader = await database.ReadAsync(connection, StatementOf(query, fromSid, limit), cancellationToken).ConfigureAwait(false);
        await using (reader.ConfigureAwait(false))
        {
            // Each row is read here and not mapped by Dapper, because a damaged row must be named and must not fail the others.
            while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
            {
                rows.Add(RowOf(reader));
            }
        }

        return rows;
    }

    /// <summary>Composes a query from the texts for its conditions.</summary>
    private ServerStatement StatementOf(InstanceQuery query, long fromSid, int limit)
    {
        DynamicParameters parameters = new(new { @from = fromSid, limit });
        List<string> names = ["QueryColumns"];
        AddIf("QueryBookmarked", "bookmark", query.BookmarkName);
        names.AddRange(query.BookmarkName is null ? ["QueryInstances", "QueryOthers"] : ["QueryOthers"]);
        AddIf("QueryByIds", "ids", query.InstanceIds is { } ids ? database.ListOf(ids) : null);
        AddIf("QueryByKey", "key", query.Key);
        AddIf("QueryByStatus", "statuses", query.Statuses is { } statuses ? database.ListOf(statuses.Select(status => (short)status)) : null);
        AddIf("QueryByDefinition", "identity", query.DefinitionIdentity?.ToString());
        AddIf("QueryBySuspended", "is_suspended", query.IsSuspended);
        return new ServerStatement(string.Join(' ', [.. names, "QueryEnd"]), parameters) { UsesIndexPlans = true };

        void AddIf(string condition, string parameter, object? value)
        {
            if (value is not null)
            {
                names.Add(condition);
                parameters.Add(parameter, value);
            }
        }
    }

    private SummaryRow RowOf(DbDataReader reader)
    {
        long sid = reader.GetInt64(0);
        if (reader.IsDBNull(1))
        {
            return new SummaryRow(sid, null, Damage.Row($"instance {sid}", "instance_id", null));
        }

        Guid id = reader.GetGuid(1);
        try
        {
            return new SummaryRow(sid, SummaryOf(reader, id), null);
        }
        catch (SnapshotException failure)
        {
            return new SummaryRow(sid, null, failure);
        }
    }

    private InstanceSummary SummaryOf(DbDataReader reader, Guid id)
    {
        if (reader.IsDBNull(2))
        {
            throw Damage.Column(id, "definition_id", null);
        }

        string? identity = reader.IsDBNull(3) ? null : reader.GetString(3);
        return new InstanceSummary
        {
            InstanceId = id,
            DefinitionIdentity = identity is null
                ? null
                : WorkflowIdentity.TryParse(identity, out WorkflowIdentity? parsed) ? parsed : throw Damage.Column(id, "identity", identity),
            Status = ServerRow.StatusOf(reader, id, 4),
            CreatedAt = TimeOf(5, "created") ?? throw Damage.Column(id, "created", null),
            UpdatedAt = TimeOf(6, "updated") ?? throw Damage.Column(id, "updated", null),
            DueAt = TimeOf(7, "due"),
            OwnerId = reader.IsDBNull(8) ? null : reader.GetGuid(8),
            OwnerName = reader.IsDBNull(9) ? null : reader.GetString(9),
            FailureCount = ServerRow.Required<int>(reader, id, 10, "failures"),
            LastFailure = reader.IsDBNull(11) ? null : reader.GetString(11),
            RetryAt = TimeOf(12, "retry_at"),
            IsSuspended = ServerRow.Required<bool>(reader, id, 13, "is_suspended"),
            PendingMessageCount = Math.Max(ServerRow.Required<int>(reader, id, 16, "inbox"), 0),
            Values = ValuesOf(reader, id),
            Bookmarks = BookmarksOf(reader, id),
        };

        DateTimeOffset? TimeOf(int column, string name) => ServerRow.TimeOf(database, reader, id, column, name);
    }

    private IReadOnlyList<SavedBookmark> BookmarksOf(DbDataReader reader, Guid id)
    {
        try
        {
            return database.BookmarksOf(reader, 17);
        }
        catch (Exception failure) when (ServerRow.IsMisfit(failure))
        {
            throw Damage.Column(id, "bookmark", null);
        }
    }

    private static Dictionary<XName, object?> ValuesOf(DbDataReader reader, Guid id)
    {
        Dictionary<XName, object?> values = [];
        foreach ((int column, string name) in new[] { (14, "initial_values"), (15, "saved_values") })
        {
            string? text = reader.IsDBNull(column) ? null : reader.GetString(column);
            try
            {
                PlainValueText.Read(text, values);
            }
            catch (FormatException)
            {
                throw Damage.Column(id, name, text);
            }
        }

        return values;
    }
}
