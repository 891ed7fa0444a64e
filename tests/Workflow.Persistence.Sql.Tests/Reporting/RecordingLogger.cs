using Microsoft.Extensions.Logging;

namespace Workflow.Persistence.Sql.Tests.Reporting;

/// <summary>A logger that records all events. Thread-safe.</summary>
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

    /// <summary>Returns the events with an id.</summary>
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
