using System.Data.Common;
using System.Text.Json;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Reads the records of instances. Rows that were modified are read as far as possible. Thread-safe.</summary>
internal sealed class TrackedEvents(TrackingDatabase database, ProfileTypes types)
{
    private const string Events =
        """
        SELECT event_id, kind, event_order, event_time, event, qualified_name, activity_type, context_id, parent_context_id, data_key, details, annotations
        FROM workflow_tracking_events WHERE instance_id = @instance_id ORDER BY event_order, event_time, event_id
        """;

    private const string Values =
        """
        SELECT d.event_id, d.position, d.field_name, d.value_type, d.value_text, d.annotations
        FROM workflow_tracking_data d JOIN workflow_tracking_events e ON e.event_id = d.event_id WHERE e.instance_id = @instance_id ORDER BY d.event_id, d.position
        """;

    public static DateTime Utc(DateTime time) => DateTime.SpecifyKind(time, DateTimeKind.Utc);

    public Type? TypeOf(string? name) => name is null ? null : types.Find(name);

    /// <summary>Returns the records of an instance, in their order.</summary>
    public List<TrackingRecord> Read(Guid instanceId) => BlockingCall.WaitApart(async () =>
    {
        (string, object?)[] id = [("@instance_id", instanceId)];
        List<(Guid Id, TrackingRecord Record)> events = await database.QueryAsync(
            Events, id, row => (row.GetGuid(0), ReadEvent(row)), CancellationToken.None).ConfigureAwait(false);
        Dictionary<Guid, TrackingRecord> byId = events.ToDictionary(static read => read.Id, static read => read.Record);
        List<bool> values = await database.QueryAsync(
            Values,
            id,
            row => byId.TryGetValue(row.GetGuid(0), out TrackingRecord? record) && AddValue(record, row),
            CancellationToken.None).ConfigureAwait(false);
        return events.ConvertAll(static read => read.Record);
    });

    private static bool AddValue(TrackingRecord record, DbDataReader row)
    {
        object? value = new TrackedValue(TextOf(row, 3), TextOf(row, 4), null).Read();
        if (row.GetInt32(1) < 0)
        {
            ((UserTrackingRecord)record).UserData = value;
            return true;
        }

        TrackingDataItem item = new() { FieldName = TextOf(row, 2), Data = value };
        item.Annotations.AddRange(ReadAnnotations(TextOf(row, 5)));
        (record switch
        {
            ActivityTrackingRecord activity => activity.Body,
            UserTrackingRecord user => user.Body,
            _ => [],
        }).Add(item);
        return true;
    }

    private static string? TextOf(DbDataReader row, int column) => row.IsDBNull(column) ? null : row.GetString(column);

    private static Guid IdOf(DbDataReader row, int column) => row.IsDBNull(column) ? Guid.Empty : row.GetGuid(column);

    private static string[] ReadAnnotations(string? text)
    {
        try
        {
            return text is null ? [] : JsonSerializer.Deserialize<string[]>(text) ?? [];
        }
        catch (JsonException)
        {
            return [text!];
        }
    }

    private TrackingRecord ReadEvent(DbDataReader row)
    {
        int order = row.GetInt32(2);
        DateTime time = Utc(row.GetDateTime(3));
        int number = row.GetInt32(4);
        TrackingRecord record = row.GetInt32(1) switch
        {
            0 => new WorkflowTrackingRecord((TrackingWorkflowEvent)number, time, order, TrackedDetails.Read((TrackingWorkflowEvent)number, TextOf(row, 10))),
            1 => new ActivityTrackingRecord(
                TypeOf(TextOf(row, 6)), TextOf(row, 5), IdOf(row, 7), IdOf(row, 8), (ActivityExecutionStatus)number, time, order, null),
            _ => new UserTrackingRecord(TypeOf(TextOf(row, 6)), TextOf(row, 5), IdOf(row, 7), IdOf(row, 8), time, order, TextOf(row, 9), null),
        };
        record.Annotations.AddRange(ReadAnnotations(TextOf(row, 11)));
        return record;
    }
}
