using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Workflow.Extensions.Hosting;

/// <summary>The scope of the container for one loaded instance. It is disposed with the instance, which does not wait for services that are disposed asynchronously; the shutdown does. Thread-safe.</summary>
internal sealed class InstanceScope : IDisposable, IAsyncDisposable
{
    private static readonly TaskCompletionSource HasEnded = NewEnded();

    private readonly AsyncServiceScope _scope;
    private readonly OpenScopes _open;
    private readonly ILogger _logger;
    private TaskCompletionSource? _end;
    private int _isDisposed;

    public InstanceScope(IServiceProvider services, OpenScopes open, ILogger logger)
    {
        _scope = services.CreateAsyncScope();
        _open = open;
        _logger = logger;
        open.Add();
    }

    public IServiceProvider Services => _scope.ServiceProvider;

    /// <summary>Begins to dispose the services. One that fails must not abort an instance that has been saved.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) == 0)
        {
            _ = EndAsync();
        }
    }

    /// <summary>Ends when all services are disposed, whoever has begun it. Does not fail.</summary>
    public ValueTask DisposeAsync()
    {
        Dispose();
        TaskCompletionSource end = new(TaskCreationOptions.RunContinuationsAsynchronously);
        return new((Interlocked.CompareExchange(ref _end, end, null) ?? end).Task);
    }

    private static TaskCompletionSource NewEnded()
    {
        TaskCompletionSource ended = new();
        ended.SetResult();
        return ended;
    }

    private async Task EndAsync()
    {
        try
        {
            await _scope.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            _logger.ScopeFailed(exception);
        }
        finally
        {
            _open.Remove();
            Interlocked.Exchange(ref _end, HasEnded)?.TrySetResult();
        }
    }
}
