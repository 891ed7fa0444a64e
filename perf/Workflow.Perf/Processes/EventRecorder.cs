using System.Globalization;

namespace Workflow.Perf.Processes;

/// <summary>A separate process that reads the events of this process and writes them to a file, as dotnet-trace does.</summary>
internal sealed class EventRecorder : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);

    private readonly ChildProcess _child;
    private readonly string _file;

    private EventRecorder(ChildProcess child, string file)
    {
        _child = child;
        _file = file;
    }

    /// <summary>Starts the process, and returns when its session is open.</summary>
    public static EventRecorder Open()
    {
        string file = Path.GetTempFileName();
        EventRecorder recorder = new(ChildProcess.Start("collect", Environment.ProcessId.ToString(CultureInfo.InvariantCulture), file), file);
        recorder._child.ReadLineAsync(Limit).GetAwaiter().GetResult();
        return recorder;
    }

    public void Dispose()
    {
        _child.EndInput();
        _child.WaitForExit(Limit);
        _child.Dispose();
        File.Delete(_file);
    }
}
