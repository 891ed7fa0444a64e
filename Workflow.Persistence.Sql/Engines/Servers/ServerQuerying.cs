using System.Data.Common;
using System.Xml.Linq;

namespace Workflow.Persistence.Sql;

/// <summary>Queries for summaries. Thread-safe.</summary>
internal sealed class ServerQuerying(ServerDatabase database)
{
    public async Task<IReadOnlyList<SummaryRow>> PageAsync(DbConnection connection, InstanceQuery query, long afterSid, int limit, CancellationToken cancellationToken)
    {
        List<string> texts = ["QueryBase"];
        AddIf(query.InstanceIds is not null, "QueryByIds");
        AddIf(query.Statuses is not null, "QueryByStatus");
        AddIf(query.DefinitionIdentity is not null, "QueryByDefinition");
        AddIf(query.BookmarkName is not null, "QueryByBookmark");
        AddIf(query.IsSetAside is not null, "QueryBySetAside");
        ServerCall call = database.Call(connection);
        await using (call.ConfigureAwait(false))
        {
            call.ForIndexes().Add([.. texts, "QueryEnd"]).Set("@after", afterSid).Set("@limit", limit);
            SetConditions(call, query);
            List<SummaryRow> rows = [];
            DbDataReader reader = await call.ReadAsync(cancellationToken).ConfigureAwait(false);
            await using (reader.ConfigureAwait(false))
            {
                while (await reader.ReadAsync(cancellationToken).ConfigureAwait(false))
                {
                    rows.Add(RowOf(reader));
                }
            }

            return rows;
        }

        void AddIf(bool isAsked, string condition)
        {
            if (isAsked)
            {
                texts.Add(condition);
            }
        }
    }

    private static void SetConditions(ServerCall call, InstanceQuery query)
    {
        if (query.InstanceIds is { } ids)
        {
            call.Set("@ids", ids.ToArray());
        }

        if (query.Statuses is { } statuses)
        {
            call.Set("@statuses", statuses.Select(status => (short)status).ToArray());
        }

        if (query.DefinitionIdentity is { } identity)
        {
            call.Set("@identity", identity.ToString());
        }

        if (query.BookmarkName is { } bookmark)
        {
            call.Set("@bookmark", bookmark);
        }

        if (query.IsSetAside is { } isSetAside)
        {
            call.Set("@is_set_aside", isSetAside);
        }
    }

    private SummaryRow RowOf(DbDataReader reader)
    {
        long sid = reader.GetInt64(0);
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
            DefinitionIdentity = identity is null ? null : WorkflowIdentity.TryParse(identity, out WorkflowIdentity? parsed) ? parsed : throw Damage.Column(id, "identity", identity),
            Status = (InstanceStatus)reader.GetInt16(4),
            Created = database.TimeOf(reader, 5)!.Value,
            Updated = database.TimeOf(reader, 6)!.Value,
            Due = database.TimeOf(reader, 7),
            OwnerId = reader.IsDBNull(8) ? null : reader.GetGuid(8),
            OwnerName = reader.IsDBNull(9) ? null : reader.GetString(9),
            Failures = reader.GetInt32(10),
            LastFailure = reader.IsDBNull(11) ? null : reader.GetString(11),
            RetryAt = database.TimeOf(reader, 12),
            IsSetAside = reader.GetBoolean(13),
            Values = ValuesOf(reader, id),
            Bookmarks = database.BookmarksOf(reader, 16),
        };
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
