namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>A server that the first test class starts which needs it, for all of them. It lives as long as the process. Thread-safe.</summary>
internal sealed class OneServer<T>(Func<Task<T>> create)
{
    private readonly Lock _lock = new();
    private Task<T>? _server;

    /// <summary>The same task for all; a server that did not start fails all tests that need it.</summary>
    public Task<T> GetAsync()
    {
        lock (_lock)
        {
            return _server ??= Task.Run(create);
        }
    }
}
