namespace Workflow.Persistence.Sql.Tests.Servers;

/// <summary>
/// A server that all test classes share. The first call of <see cref="GetAsync"/> starts the server, which runs until the process ends. Thread-safe.
/// </summary>
internal sealed class OneServer<T>(Func<Task<T>> create)
{
    private readonly Lock _lock = new();
    private Task<T>? _server;

    /// <summary>Returns the same task to all callers. If the server does not start, every test that needs the server fails.</summary>
    public Task<T> GetAsync()
    {
        lock (_lock)
        {
            return _server ??= Task.Run(create);
        }
    }
}
