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

    /// <summary>Creates the budget of a record, and takes the texts that all records have.</summary>
    public PayloadLimit Open(TrackingRecord record, string profileName, out string annotations)
    {
        annotations = ItemsText.Of(record.Annotations);
        PayloadLimit budget = new(Limit);
        budget.Take(annotations, profileName, HostReference, Domain);
        return budget;
    }

    public static string Items(TrackingRecord record, IDictionary<string, object?> values, in PayloadLimit budget) =>
        values.Count == 0 ? ItemsText.Empty : Write(record, values, budget.Characters);

    /// <summary>Returns true if the event may be written. Reports an event that is truncated or dropped.</summary>
    public bool Admit(TrackingRecord record, int eventId, in PayloadLimit budget)
    {
        if (budget.IsExceeded)
        {
            long before = Interlocked.Increment(ref _dropped) - 1;
            TrackingEventSource.Log.TrackingRecordDropped(record.InstanceId, record.RecordNumber, eventId, before);
            return false;
        }

        if (budget.IsTruncated)
        {
            Interlocked.Increment(ref _truncated);
            TrackingEventSource.Log.TrackingRecordTruncated(record.InstanceId, record.RecordNumber, eventId);
        }

        return true;
    }

    private static string Write(TrackingRecord record, IDictionary<string, object?> values, int limit) => ItemsText.Of(
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
