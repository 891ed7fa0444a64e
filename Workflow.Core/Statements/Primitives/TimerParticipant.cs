using System.Xml.Linq;
using Workflow.Persistence;

namespace Workflow.Statements;

/// <summary>
/// Saves the timers of a <see cref="DurableTimerExtension"/> with the instance: all timers as a read-write value, and the earliest due time for the store
/// (rule 21).
/// </summary>
internal sealed class TimerParticipant(DurableTimerExtension timers) : PersistenceParticipant
{
    protected override void CollectValues(out IDictionary<XName, object?>? readWriteValues, out IDictionary<XName, object?>? writeOnlyValues)
    {
        (readWriteValues, writeOnlyValues) = (null, null);
        if (timers.Save(out DateTime earliest) is { Length: > 0 } saved)
        {
            readWriteValues = new Dictionary<XName, object?> { [KnownValues.RegisteredTimers] = saved };
            writeOnlyValues = new Dictionary<XName, object?> { [KnownValues.TimerExpirationTime] = earliest };
        }
    }

    protected override void PublishValues(IDictionary<XName, object?> readWriteValues)
    {
        if (readWriteValues.TryGetValue(KnownValues.RegisteredTimers, out object? saved))
        {
            timers.Load(saved as object?[] ?? throw Unreadable());
        }
    }

    internal static SnapshotException Unreadable() => new(
        "The saved timers of the instance cannot be read; they were not written by a DurableTimerExtension.",
        KnownValues.RegisteredTimers.ToString(),
        null);
}
