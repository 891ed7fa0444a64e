using System.Diagnostics.CodeAnalysis;
using Workflow.Tracking.Etw.Events;
using Workflow.Tracking.Etw.Values;

namespace Workflow.Tracking.Etw.Records;

/// <summary>
/// The common part of all records of a participant: the texts that identify the application, the size limit, and the counts of dropped and truncated records.
/// </summary>
/// <remarks>Thread-safe. A changed setting takes effect at one of the next records.</remarks>
internal sealed class RecordEncoder
{
    private long _dropped;
    private long _truncated;

    public string HostReference { get; set; } = string.Empty;

    public int Limit { get; set; } = 60_000;

    public static string Domain { get; } = AppDomain.CurrentDomain.FriendlyName;

    public long Dropped => Interlocked.Read(ref _dropped);

    public long TruncatedRecords => Interlocked.Read(ref _truncated);

    /// <summary>Creates the limit of a record, and takes the texts that all records have.</summary>
    public PayloadLimit Open(TrackingRecord record, string profileName, out CommonFields common)
    {
        common = new CommonFields(record, ItemsText.Of(record.Annotations), profileName, HostReference);
        PayloadLimit limit = new(Limit);
        limit.Take(common.Annotations, profileName, common.HostReference, Domain);
        return limit;
    }

    /// <summary>Writes the event of a record. An event that is too large is dropped and reported; one that was truncated is written and reported.</summary>
    /// <param name="recordEvent">The event.</param>
    /// <param name="common">The values that all records have.</param>
    /// <param name="limit">The limit, from which all texts were taken.</param>
    /// <param name="fields">The values of this kind of record, in the order of the event.</param>
    public void Write(RecordEvent recordEvent, in CommonFields common, in PayloadLimit limit, ReadOnlySpan<Field> fields)
    {
        if (CanWrite(common.Record, recordEvent.Id, limit))
        {
            FieldList all = default;
            int count = common.Surround(fields, all);
            TrackingEventSource.Log.SendRecord(recordEvent.Id, all[..count]);
        }
    }

    public static string Items(TrackingRecord record, IDictionary<string, object?> values, in PayloadLimit limit) =>
        values.Count == 0 ? ItemsText.Empty : TextOf(record, values, limit.Characters);

    private bool CanWrite(TrackingRecord record, int eventId, in PayloadLimit limit)
    {
        if (limit.IsExceeded)
        {
            long before = Interlocked.Increment(ref _dropped) - 1;
            TrackingEventSource.Log.TrackingRecordDropped(record.InstanceId, record.RecordNumber, eventId, before);
            return false;
        }

        if (limit.IsTruncated)
        {
            Interlocked.Increment(ref _truncated);
            TrackingEventSource.Log.TrackingRecordTruncated(record.InstanceId, record.RecordNumber, eventId);
        }

        return true;
    }

    private static string TextOf(TrackingRecord record, IDictionary<string, object?> values, int limit) => ItemsText.Of(
        values,
        limit,
        (name, type, problem) => TrackingEventSource.Log.TrackingValueNotSerializable(record.InstanceId, record.RecordNumber, name, type.ToString(), problem));

    [SuppressMessage(
        "Design", "CA1031:Do not catch general exception types", Justification = "ToString of an application's exception runs here, and may throw anything.")]
    public static string TextOf(Exception exception)
    {
        try
        {
            return exception.ToString();
        }
        catch (Exception)
        {
            return exception.GetType().ToString();
        }
    }
}
