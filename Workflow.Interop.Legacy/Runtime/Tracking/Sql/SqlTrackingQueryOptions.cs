namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>Conditions for instances. An instance must meet all conditions. Not thread-safe.</summary>
public class SqlTrackingQueryOptions
{
    /// <summary>The type of the workflow. Null, the default, matches any type.</summary>
    public Type? WorkflowType { get; set; }

    /// <summary>The current status of the instance. Null, the default, matches any status.</summary>
    public WorkflowStatus? WorkflowStatus { get; set; }

    /// <summary>The earliest time, in UTC, at which the instance got its status. Default: <see cref="DateTime.MinValue"/>.</summary>
    public DateTime StatusMinDateTime { get; set; } = DateTime.MinValue;

    /// <summary>The latest time, in UTC, at which the instance got its status. Default: <see cref="DateTime.MaxValue"/>.</summary>
    public DateTime StatusMaxDateTime { get; set; } = DateTime.MaxValue;

    /// <summary>Values that the records of the instance must contain. Empty by default.</summary>
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

    /// <summary>Returns the SQL conditions for a row of an instance, and their parameters.</summary>
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
            foreach ((string column, string? value) in
                new[] { ("e.qualified_name", item.QualifiedName), ("d.field_name", item.FieldName), ("d.value_text", item.DataValue) })
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

/// <summary>A condition for a value that was extracted for a record.</summary>
public class TrackingDataItemValue
{
    /// <summary>Creates a condition that any value meets.</summary>
    public TrackingDataItemValue()
    {
    }

    /// <summary>Creates a condition.</summary>
    /// <param name="qualifiedName">The qualified name of the activity; null matches any.</param>
    /// <param name="fieldName">The name of the member; null matches any.</param>
    /// <param name="dataValue">The text of the value; null matches any.</param>
    public TrackingDataItemValue(string? qualifiedName, string? fieldName, string? dataValue)
    {
        QualifiedName = qualifiedName;
        FieldName = fieldName;
        DataValue = dataValue;
    }

    /// <summary>The qualified name of the activity. Null matches any.</summary>
    public string? QualifiedName { get; set; }

    /// <summary>The name of the member. Null matches any.</summary>
    public string? FieldName { get; set; }

    /// <summary>The text of the value, as stored in the database. Null matches any.</summary>
    public string? DataValue { get; set; }
}
