using System.Collections.ObjectModel;
using System.Diagnostics.Tracing;
using System.Globalization;

namespace Workflow.Tracking;

/// <summary>The base class of tracking records. A record reports one event of a workflow instance.</summary>
/// <remarks>Not thread-safe. With several participants, each gets a clone.</remarks>
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
    /// <param name="recordNumber">The number of the record in the instance, counted from 0.</param>
    protected TrackingRecord(Guid instanceId, long recordNumber)
    {
        InstanceId = instanceId;
        RecordNumber = recordNumber;
        Level = EventLevel.Informational;
    }

    /// <summary>Initializes a copy.</summary>
    /// <param name="record">The record to copy; its annotations are copied too.</param>
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

    /// <summary>The id of the workflow instance; empty for a record that an activity created and has not reported yet.</summary>
    public Guid InstanceId { get; internal set; }

    /// <summary>The number of the record in the instance, from 0.</summary>
    public long RecordNumber { get; internal set; }

    /// <summary>The time of the event, in UTC by the clock of the instance; <see cref="DateTime.MinValue"/> before the record is reported.</summary>
    public DateTime EventTime { get; internal set; }

    /// <summary>The severity; <see cref="EventLevel.Informational"/> by default.</summary>
    public EventLevel Level { get; protected set; }

    /// <summary>The annotations of the query that selected the record; never null, and read-only when empty.</summary>
    public IDictionary<string, string> Annotations
    {
        get => _annotations ?? ReadOnlyDictionary<string, string>.Empty;
        internal set => _annotations = value;
    }

    /// <summary>True if the record has <see cref="Annotations"/>.</summary>
    public bool HasAnnotations => _annotations is { Count: > 0 };

    /// <summary>Creates a copy for another receiver. Changes to one record must not affect the other.</summary>
    /// <returns>A new record of the same type.</returns>
    protected abstract TrackingRecord Clone();

    internal TrackingRecord Copy() =>
        Clone() ?? throw new InvalidOperationException(
            $"The record type '{GetType().FullName}' has a Clone that returns null; return a copy, because several participants track.");

    /// <summary>Returns the fields of the record as text for logs, in the current culture.</summary>
    /// <returns>Names and values.</returns>
    public override string ToString() =>
        string.Create(CultureInfo.CurrentCulture, $"InstanceId = {InstanceId}, RecordNumber = {RecordNumber}, EventTime = {EventTime}");
}
