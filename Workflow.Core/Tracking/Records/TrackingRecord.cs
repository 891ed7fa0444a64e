using System.Collections.ObjectModel;
using System.Diagnostics.Tracing;
using System.Globalization;

namespace Workflow.Tracking;

/// <summary>One thing that happened in a workflow instance, as it is reported.</summary>
/// <remarks>Not thread-safe; with several receivers each gets a clone.</remarks>
public abstract class TrackingRecord
{
    private IDictionary<string, string>? _annotations;

    /// <summary>Initializes a record without a number.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    protected TrackingRecord(Guid instanceId)
        : this(instanceId, 0)
    {
    }

    /// <summary>Initializes a record.</summary>
    /// <param name="instanceId">The id of the workflow instance.</param>
    /// <param name="recordNumber">The place of the record among those of the instance, counted from 0.</param>
    protected TrackingRecord(Guid instanceId, long recordNumber)
    {
        InstanceId = instanceId;
        RecordNumber = recordNumber;
        Level = EventLevel.Informational;
    }

    /// <summary>Initializes a copy.</summary>
    /// <param name="record">What is copied; its annotations are copied too.</param>
    /// <exception cref="ArgumentNullException">The record is null.</exception>
    protected TrackingRecord(TrackingRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        InstanceId = record.InstanceId;
        RecordNumber = record.RecordNumber;
        EventTime = record.EventTime;
        Level = record.Level;
        _annotations = record._annotations is null ? null : new Dictionary<string, string>(record._annotations);
    }

    /// <summary>The id of the workflow instance; of a record that an activity makes, empty until the activity hands it over.</summary>
    public Guid InstanceId { get; internal set; }

    /// <summary>The place of the record among those of the instance, counted from 0.</summary>
    public long RecordNumber { get; internal set; }

    /// <summary>When it happened, in UTC by the clock of the instance; <see cref="DateTime.MinValue"/> until the engine has made the record or taken it over.</summary>
    public DateTime EventTime { get; internal set; }

    /// <summary>How much it matters; <see cref="EventLevel.Informational"/> by default.</summary>
    public EventLevel Level { get; protected set; }

    /// <summary>What the query that asked for the record adds to it; never null, and read-only when empty.</summary>
    public IDictionary<string, string> Annotations
    {
        get => _annotations ?? ReadOnlyDictionary<string, string>.Empty;
        internal set => _annotations = value;
    }

    /// <summary>Whether there are <see cref="Annotations"/>.</summary>
    public bool HasAnnotations => _annotations is { Count: > 0 };

    /// <summary>A copy for another receiver: what one changes, the other must not see.</summary>
    /// <returns>A new record of the same type.</returns>
    protected abstract TrackingRecord Clone();

    internal TrackingRecord Copy() =>
        Clone() ?? throw new InvalidOperationException($"The record type '{GetType().FullName}' has a Clone that returns null; return a copy, because several participants track.");

    /// <summary>The fields of the record as text for logs, by the current culture.</summary>
    /// <returns>Names and values.</returns>
    public override string ToString() =>
        string.Create(CultureInfo.CurrentCulture, $"InstanceId = {InstanceId}, RecordNumber = {RecordNumber}, EventTime = {EventTime}");
}
