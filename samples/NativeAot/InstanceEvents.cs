using System.Diagnostics.Tracing;
using Workflow.Tracking;

namespace NativeAot;

/// <summary>Listens to the events of <see cref="EtwTrackingParticipant"/> and collects the states of instances.</summary>
internal sealed class InstanceEvents : EventListener
{
    private readonly List<string> _states = [];

    public string States => string.Join(' ', _states);

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "Workflow-Tracking")
        {
            EnableEvents(eventSource, EventLevel.Informational, TrackingKeywords.WFTracking);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData.EventName == "WorkflowInstanceRecord")
        {
            _states.Add((string)eventData.Payload![eventData.PayloadNames!.IndexOf("State")]!);
        }
    }
}
