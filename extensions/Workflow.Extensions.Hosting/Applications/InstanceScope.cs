using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// The container scope of one loaded instance. It is disposed with the instance. The instance does not wait for services that are disposed asynchronously; the
/// shutdown does. Thread-safe.
/// </summary>
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

    /// <summary>Starts to dispose of the services. An exception of a service must not abort an instance that has been saved, so it is only logged.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) == 0)
        {
            _ = EndAsync();
        }
    }

    /// <summary>
    /// Disposes of the services, and completes when all services are disposed, also if another call has started the disposal. Does not throw.
    /// </summary>
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
