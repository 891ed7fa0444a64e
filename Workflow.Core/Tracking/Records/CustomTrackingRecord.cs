using System.Diagnostics.Tracing;

namespace Workflow.Tracking;

/// <summary>A record that an activity creates and reports with <c>context.Track</c>.</summary>
/// <inheritdoc cref="TrackingRecord" path="/remarks"/>
public class CustomTrackingRecord : TrackingRecord
{
    private Dictionary<string, object?>? _data;

    /// <summary>Creates a record of level <see cref="EventLevel.Informational"/>.</summary>
    /// <param name="name">The name by which queries select the record.</param>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public CustomTrackingRecord(string name)
        : this(name, EventLevel.Informational)
    {
    }

    /// <summary>Creates a record.</summary>
    /// <param name="name">The name by which queries select the record.</param>
    /// <param name="level">The severity.</param>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public CustomTrackingRecord(string name, EventLevel level)
        : this(Guid.Empty, name, level)
    {
    }

    /// <summary>Creates a record of a workflow instance.</summary>
    /// <param name="instanceId">The id of the workflow instance; replaced when the record is reported.</param>
    /// <param name="name">The name by which queries select the record.</param>
    /// <param name="level">The severity.</param>
    /// <exception cref="ArgumentException">The name is null or empty.</exception>
    public CustomTrackingRecord(Guid instanceId, string name, EventLevel level)
        : base(instanceId)
    {
        ArgumentException.ThrowIfNullOrEmpty(name);
        Name = name;
        Level = level;
    }

    /// <summary>Initializes a copy.</summary>
    /// <param name="record">The record to copy. The copy has its own dictionary with the same values.</param>
    /// <exception cref="ArgumentNullException">The record is null.</exception>
    protected CustomTrackingRecord(CustomTrackingRecord record)
        : base(record)
    {
        Name = record.Name;
        Activity = record.Activity;
        _data = record._data is null ? null : new Dictionary<string, object?>(record._data);
    }

    /// <summary>The name by which queries select the record.</summary>
    public string Name { get; }

    /// <summary>The activity that created the record; null until the record is reported.</summary>
    public ActivityInfo? Activity { get; internal set; }

    /// <summary>The data of the record; empty by default, never null.</summary>
    public IDictionary<string, object?> Data => _data ??= [];

    /// <inheritdoc/>
    protected override TrackingRecord Clone() => new CustomTrackingRecord(this);

    /// <inheritdoc/>
    public override string ToString() =>
        $"CustomTrackingRecord {{ {base.ToString()}, Name={Name}, Activity {{ {(object?)Activity ?? "<null>"} }}, Level = {Level} }}";
}
