using System.Text.Json;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The rows of a record. They are created when the record is sent, because values can change afterwards.</summary>
internal sealed class TrackingRow
{
    public static readonly string[] EventColumns =
    [
        "event_id", "instance_id", "kind", "event_order", "event_time", "event", "qualified_name", "activity_type", "context_id", "parent_context_id",
        "data_key", "details", "annotations",
    ];

    public static readonly string[] DataColumns = ["event_id", "position", "field_name", "value_type", "value_text", "note", "annotations"];

    public TrackingRow(TrackingParameters instance, TrackingRecord record)
    {
        Instance = instance;
        Time = record.EventDateTime;

        // Ids in chronological order keep new entries together in the index of the table.
        Guid id = Guid.CreateVersion7(new DateTimeOffset(Time));
        object? annotations = AnnotationsOf(record.Annotations);
        switch (record)
        {
            case WorkflowTrackingRecord workflow:
                Status = StatusOf(workflow.TrackingWorkflowEvent);
                Event =
                [
                    id, instance.InstanceId, 0, record.EventOrder, Time, (int)workflow.TrackingWorkflowEvent, null, null, null, null, null,
                    TrackedDetails.Write(record.EventArgs), annotations
                ];
                break;
            case ActivityTrackingRecord activity:
                Event =
                [
                    id, instance.InstanceId, 1, record.EventOrder, Time, (int)activity.ExecutionStatus, TrackedValue.Storable(activity.QualifiedName),
                    NameOf(activity.ActivityType), activity.ContextGuid, activity.ParentContextGuid, null, null, annotations,
                ];
                AddBody(id, activity.Body);
                break;
            case UserTrackingRecord user:
                Event =
                [
                    id, instance.InstanceId, 2, record.EventOrder, Time, 0, TrackedValue.Storable(user.QualifiedName), NameOf(user.ActivityType),
                    user.ContextGuid, user.ParentContextGuid, TrackedValue.Storable(user.UserDataKey), null, annotations,
                ];
                AddData(id, -1, null, user.UserData, []);
                AddBody(id, user.Body);
                break;
            default:
                throw new NotSupportedException($"A record of the type '{record.GetType()}' cannot be stored; send records of the three types of the runtime.");
        }
    }

    public TrackingParameters Instance { get; }

    public DateTime Time { get; }

    /// <summary>The status of the instance after the event; null if the status does not change.</summary>
    public WorkflowStatus? Status { get; }

    public object?[] Event { get; }

    public List<object?[]> Data { get; } = [];

    private static WorkflowStatus? StatusOf(TrackingWorkflowEvent workflowEvent) => workflowEvent switch
    {
        TrackingWorkflowEvent.Created => WorkflowStatus.Created,
        TrackingWorkflowEvent.Started or TrackingWorkflowEvent.Resumed => WorkflowStatus.Running,
        TrackingWorkflowEvent.Suspended => WorkflowStatus.Suspended,
        TrackingWorkflowEvent.Completed => WorkflowStatus.Completed,
        TrackingWorkflowEvent.Terminated => WorkflowStatus.Terminated,
        _ => null,
    };

    private static string? NameOf(Type? type) => type is null ? null : TrackedValue.Storable(ProfileTypes.NameOf(type));

    private static string? AnnotationsOf(TrackingAnnotationCollection annotations) =>
        annotations.Count == 0 ? null : JsonSerializer.Serialize<List<string>>(annotations);

    private void AddBody(Guid id, IList<TrackingDataItem> body)
    {
        for (int i = 0; i < body.Count; i++)
        {
            AddData(id, i, body[i].FieldName, body[i].Data, body[i].Annotations);
        }
    }

    private void AddData(Guid id, int position, string? fieldName, object? value, TrackingAnnotationCollection annotations)
    {
        TrackedValue tracked = TrackedValue.Of(value);
        Data.Add([id, position, TrackedValue.Storable(fieldName), tracked.Type, tracked.Text, tracked.Note, AnnotationsOf(annotations)]);
    }
}
