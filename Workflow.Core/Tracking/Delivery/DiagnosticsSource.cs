using System.Diagnostics.Tracing;

namespace Workflow.Tracking;

/// <summary>Reports failures that do not reach the workflow, with the event source <c>Workflow-Diagnostics</c>.</summary>
/// <remarks>Thread-safe. It writes nothing without a listener.</remarks>
[EventSource(Name = "Workflow-Diagnostics")]
internal sealed class DiagnosticsSource : EventSource
{
    public static readonly DiagnosticsSource Log = new();

    private DiagnosticsSource()
    {
    }

    [NonEvent]
    public void RecordDropped(TrackingParticipant participant, TrackingRecord record, Exception failure)
    {
        if (IsEnabled(EventLevel.Warning, EventKeywords.None))
        {
            RecordDropped(participant.GetType().FullName!, record.GetType().FullName!, record.InstanceId, record.RecordNumber, failure.ToString());
        }
    }

    [NonEvent]
    public void ValueUnreadable(string name, string activity, Exception failure)
    {
        if (IsEnabled(EventLevel.Warning, EventKeywords.None))
        {
            ReadFailed(name, activity, failure.ToString());
        }
    }

    [NonEvent]
    public void ProfileRefused(TrackingParticipant participant, Exception failure)
    {
        if (IsEnabled(EventLevel.Warning, EventKeywords.None))
        {
            ProfileFailed(participant.GetType().FullName!, failure.ToString());
        }
    }

    [Event(1, Level = EventLevel.Warning, Message = "The participant '{0}' lost the record {3} of the instance {2}.")]
    private void RecordDropped(string participant, string record, Guid instanceId, long recordNumber, string failure) =>
        WriteEvent(1, participant, record, instanceId, recordNumber, failure);

    [Event(2, Level = EventLevel.Warning, Message = "The value '{0}' of the activity '{1}' could not be read for a record.")]
    private void ReadFailed(string name, string activity, string failure) => WriteEvent(2, name, activity, failure);

    [Event(3, Level = EventLevel.Warning, Message = "The new profile of the participant '{0}' cannot be used; the previous profile stays.")]
    private void ProfileFailed(string participant, string failure) => WriteEvent(3, participant, failure);
}
