using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;

namespace Workflow.Perf.Measuring;

/// <summary>A session of EventPipe on this very process, as dotnet-trace opens it from another one; a thread takes what comes and throws it away.</summary>
internal sealed class EventConsumer : IDisposable
{
    private readonly EventPipeSession _session;
    private readonly Task _reading;

    private EventConsumer(int process, string provider, Stream target)
    {
        DiagnosticsClient client = new(process);
        _session = client.StartEventPipeSession([new EventPipeProvider(provider, EventLevel.Informational, keywords: -1)], requestRundown: false);
        _reading = _session.EventStream.CopyToAsync(target);
    }

    public static EventConsumer Open(string provider) => new(Environment.ProcessId, provider, Stream.Null);

    /// <summary>Writes the events of another process to a file until the standard input ends. Prints a line when the session is open.</summary>
    public static void Collect(int process, string provider, string file)
    {
        using FileStream target = File.Create(file);
        using EventConsumer consumer = new(process, provider, target);
        Console.WriteLine("open");
        while (Console.In.Read() >= 0)
        {
        }
    }

    public void Dispose()
    {
        _session.Stop();
        _reading.Wait();
        _session.Dispose();
    }
}
