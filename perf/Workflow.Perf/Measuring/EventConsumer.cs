using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;

namespace Workflow.Perf.Measuring;

/// <summary>A session of EventPipe on this very process, as dotnet-trace opens it from another one; a thread takes what comes and throws it away.</summary>
internal sealed class EventConsumer : IDisposable
{
    private readonly EventPipeSession _session;
    private readonly Task _reading;

    private EventConsumer(string provider)
    {
        DiagnosticsClient client = new(Environment.ProcessId);
        _session = client.StartEventPipeSession([new EventPipeProvider(provider, EventLevel.Informational, keywords: -1)], requestRundown: false);
        _reading = _session.EventStream.CopyToAsync(Stream.Null);
    }

    public static EventConsumer Open(string provider) => new(provider);

    public void Dispose()
    {
        _session.Stop();
        _reading.Wait();
        _session.Dispose();
    }
}
