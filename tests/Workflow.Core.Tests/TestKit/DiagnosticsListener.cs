using System.Collections.Concurrent;
using System.Diagnostics.Tracing;

namespace Workflow.Core.Tests.TestKit;

/// <summary>Hears what the library tells of failures that it keeps from workflows.</summary>
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

    protected override void OnEventWritten(EventWrittenEventArgs eventData) => _texts.Enqueue($"{eventData.EventName}: {string.Join(", ", eventData.Payload ?? new([]))}");
}
