namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Conditions for instances; all have to be fulfilled. Not safe for several threads.</summary>
public class SqlTrackingQueryOptions
{
    /// <summary>The type of the workflow; null, the default: any.</summary>
    public Type? WorkflowType { get; set; }

    /// <summary>The status that the instance has now; null, the default: any.</summary>
    public WorkflowStatus? WorkflowStatus { get; set; }

    /// <summary>The earliest time, in UTC, at which the instance got its status. Default: the minimum.</summary>
    public DateTime StatusMinDateTime { get; set; } = DateTime.MinValue;

    /// <summary>The latest time, in UTC, at which the instance got its status. Default: the maximum.</summary>
    public DateTime StatusMaxDateTime { get; set; } = DateTime.MaxValue;

    /// <summary>Values of which the records of the instance have all. Default: none.</summary>
    public IList<TrackingDataItemValue> TrackingDataItems { get; } = [];

    /// <summary>Sets all conditions to their defaults.</summary>
    public void Clear()
    {
        WorkflowType = null;
        WorkflowStatus = null;
        StatusMinDateTime = DateTime.MinValue;
        StatusMaxDateTime = DateTime.MaxValue;
        TrackingDataItems.Clear();
    }

    /// <summary>The conditions for a row of an instance.</summary>
    internal (string Text, (string Name, object? Value)[] Values) Compose()
    {
        List<string> conditions = ["1 = 1"];
        List<(string, object?)> values = [];
        if (WorkflowType is not null)
        {
            Add("workflow_type = @type", "@type", ProfileTypes.NameOf(WorkflowType));
        }

        if (WorkflowStatus is { } status)
        {
            Add("status = @status", "@status", (int)status);
        }

        if (StatusMinDateTime != DateTime.MinValue)
        {
            Add("status_time >= @min", "@min", TrackedEvents.Utc(StatusMinDateTime));
        }

        if (StatusMaxDateTime != DateTime.MaxValue)
        {
            Add("status_time <= @max", "@max", TrackedEvents.Utc(StatusMaxDateTime));
        }

        for (int i = 0; i < TrackingDataItems.Count; i++)
        {
            AddItem(i, TrackingDataItems[i]);
        }

        return (string.Join(" AND ", conditions), [.. values]);

        void Add(string condition, string name, object? value)
        {
            conditions.Add(condition);
            values.Add((name, value));
        }

        void AddItem(int number, TrackingDataItemValue item)
        {
            string where = string.Empty;
            foreach ((string column, string? value) in new[] { ("e.qualified_name", item.QualifiedName), ("d.field_name", item.FieldName), ("d.value_text", item.DataValue) })
            {
                if (value is not null)
                {
                    string name = $"@item{number}{column[2..]}";
                    where += $" AND {column} = {name}";
                    values.Add((name, value));
                }
            }

            conditions.Add(
                $"EXISTS (SELECT 1 FROM workflow_tracking_events e JOIN workflow_tracking_data d ON d.event_id = e.event_id WHERE e.instance_id = workflow_tracking_instances.instance_id{where})");
        }
    }
}

/// <summary>A value that was extracted for a record.</summary>
public class TrackingDataItemValue
{
    /// <summary>Makes one without conditions.</summary>
    public TrackingDataItemValue()
    {
    }

    /// <summary>Makes one.</summary>
    /// <param name="qualifiedName">The qualified name of the activity; null: any.</param>
    /// <param name="fieldName">The member; null: any.</param>
    /// <param name="dataValue">The text of the value; null: any.</param>
    public TrackingDataItemValue(string? qualifiedName, string? fieldName, string? dataValue)
    {
        QualifiedName = qualifiedName;
        FieldName = fieldName;
        DataValue = dataValue;
    }

    /// <summary>The qualified name of the activity; null: any.</summary>
    public string? QualifiedName { get; set; }

    /// <summary>The member; null: any.</summary>
    public string? FieldName { get; set; }

    /// <summary>The text of the value, as the database has it; null: any.</summary>
    public string? DataValue { get; set; }
}
