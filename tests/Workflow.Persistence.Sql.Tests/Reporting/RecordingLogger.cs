using Microsoft.Extensions.Logging;

namespace Workflow.Persistence.Sql.Tests.Reporting;

/// <summary>Keeps everything that is logged. Thread-safe.</summary>
internal sealed class RecordingLogger : ILogger
{
    private readonly Lock _gate = new();
    private readonly List<LoggedEvent> _events = [];

    public LoggedEvent[] Events
    {
        get
        {
            lock (_gate)
            {
                return [.. _events];
            }
        }
    }

    /// <summary>The events of one id.</summary>
    public LoggedEvent[] Of(int id) => [.. Events.Where(logged => logged.Id.Id == id)];

    public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
    {
        string values = state is IEnumerable<KeyValuePair<string, object?>> pairs ? string.Join(';', pairs.Select(pair => $"{pair.Key}={pair.Value}")) : "";
        lock (_gate)
        {
            _events.Add(new LoggedEvent(eventId, logLevel, formatter(state, exception), $"{values};{exception}"));
        }
    }

    public bool IsEnabled(LogLevel logLevel) => true;

    public IDisposable? BeginScope<TState>(TState state)
        where TState : notnull => null;
}
