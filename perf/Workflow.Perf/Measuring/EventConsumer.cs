using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;

namespace Workflow.Perf.Measuring;

/// <summary>An EventPipe session on a process, as dotnet-trace opens it. The events are copied to a stream in the background.</summary>
internal sealed class EventConsumer : IDisposable
{
    private const int BufferMegabytes = 256;

    private readonly EventPipeSession _session;
    private readonly Task _reading;

    private EventConsumer(int process, string provider, bool stacks, Stream target)
    {
        DiagnosticsClient client = new(process);
        _session = client.StartEventPipeSession(new EventPipeSessionConfiguration(
            [new EventPipeProvider(provider, EventLevel.Informational, keywords: -1)], BufferMegabytes, requestRundown: false, requestStackwalk: stacks));
        _reading = _session.EventStream.CopyToAsync(target);
    }

    /// <summary>
    /// Opens a session on this process, whose events are discarded. The session has the stack of each event, as dotnet-trace requests it, or not.
    /// </summary>
    public static EventConsumer Open(string provider, bool stacks) => new(Environment.ProcessId, provider, stacks, Stream.Null);

    /// <summary>Writes the events of another process to a file until the standard input ends. Prints a line when the session is open.</summary>
    public static void Collect(int process, string provider, string file)
    {
        using FileStream target = File.Create(file);
        using EventConsumer consumer = new(process, provider, stacks: true, target);
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
