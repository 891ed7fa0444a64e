using System.Collections.Concurrent;
using System.Diagnostics.Tracing;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Collects the events of the library's event source about failures that workflows do not see.</summary>
internal sealed class DiagnosticsListener : EventListener
{
    private readonly ConcurrentQueue<string> _texts = [];

    public IReadOnlyCollection<string> Texts => _texts;

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "Workflow-Diagnostics")
        {
            EnableEvents(eventSource, EventLevel.Verbose);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData) =>
        _texts.Enqueue($"{eventData.EventName}: {string.Join(", ", eventData.Payload ?? new([]))}");
}
