using System.Collections.Concurrent;
using System.Diagnostics.Tracing;
using Workflow.Tracking.Etw.Events;

namespace Workflow.Tracking.Etw.Tests.TestKit;

/// <summary>A session in the test process. It collects all events except heartbeats.</summary>
internal sealed class Listener : EventListener
{
    private readonly ConcurrentQueue<Seen> _events = new();
    private readonly TaskCompletionSource<Seen> _heartbeat = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public Listener(EventLevel level = EventLevel.Informational, EventKeywords keywords = TrackingKeywords.WFTracking) =>
        EnableEvents(TrackingEventSource.Log, level, keywords);

    public IReadOnlyList<Seen> Events => [.. _events];

    public Task<Seen> FirstHeartbeat => _heartbeat.Task;

    public Seen Single(string name) => Assert.Single(Events, seen => seen.Name == name);

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        Seen seen = new(
            eventData.EventId, eventData.EventName!, eventData.Level, eventData.ActivityId, eventData.Message,
            eventData.PayloadNames!.Zip(eventData.Payload!).ToDictionary(pair => pair.First, pair => pair.Second!));
        if (seen.Id == EventIds.Heartbeat)
        {
            _heartbeat.TrySetResult(seen);
        }
        else
        {
            _events.Enqueue(seen);
        }
    }
}

/// <summary>An event as a consumer sees it.</summary>
internal sealed record Seen(int Id, string Name, EventLevel Level, Guid Activity, string? Message, IReadOnlyDictionary<string, object> Payload)
{
    public object this[string name] => Payload[name];

    /// <summary>The values of the payload in order, without the first three and the last four, which all records have.</summary>
    public IEnumerable<object> Own => Payload.Values.Skip(3).SkipLast(4);
}
