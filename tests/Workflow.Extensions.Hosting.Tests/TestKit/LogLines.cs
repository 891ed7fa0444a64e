using System.Collections.Concurrent;
using Microsoft.Extensions.Logging;

namespace Workflow.Extensions.Hosting.Tests.TestKit;

/// <summary>Collects log messages with their scopes.</summary>
internal sealed class LogLines : ILoggerProvider, ISupportExternalScope
{
    private readonly ConcurrentQueue<LogLine> _lines = new();
    private IExternalScopeProvider _scopes = new LoggerExternalScopeProvider();

    public IReadOnlyList<LogLine> Lines => [.. _lines];

    public ILogger CreateLogger(string categoryName) => new Writer(this, categoryName);

    public void SetScopeProvider(IExternalScopeProvider scopeProvider) => _scopes = scopeProvider;

    public void Dispose()
    {
    }

    public override string ToString() => string.Join(Environment.NewLine, _lines.Select(line => $"{line.Text} {line.Exception?.Message}"));

    private sealed class Writer(LogLines lines, string category) : ILogger
    {
        public IDisposable? BeginScope<TState>(TState state)
            where TState : notnull => lines._scopes.Push(state);

        public bool IsEnabled(LogLevel logLevel) => true;

        public void Log<TState>(LogLevel logLevel, EventId eventId, TState state, Exception? exception, Func<TState, Exception?, string> formatter)
        {
            List<string> scopes = [];
            lines._scopes.ForEachScope((scope, list) => list.Add(scope?.ToString() ?? string.Empty), scopes);
            lines._lines.Enqueue(new LogLine(category, logLevel, eventId.Id, formatter(state, exception), string.Join(" > ", scopes), exception));
        }
    }
}

internal sealed record LogLine(string Category, LogLevel Level, int Id, string Text, string Scope, Exception? Exception);
