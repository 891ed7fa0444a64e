using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Workflow.Extensions.Hosting;

/// <summary>The scope of the container for one loaded instance. It is disposed with the instance.</summary>
internal sealed class InstanceScope(IServiceProvider services, ILogger logger) : IDisposable
{
    private readonly AsyncServiceScope _scope = services.CreateAsyncScope();
    private int _isDisposed;

    public IServiceProvider Services => _scope.ServiceProvider;

    /// <summary>The instance does not wait for services that are disposed asynchronously. One that fails must not abort an instance that has been saved.</summary>
    public void Dispose()
    {
        if (Interlocked.Exchange(ref _isDisposed, 1) == 0)
        {
            _ = DisposeAsync();
        }
    }

    private async Task DisposeAsync()
    {
        try
        {
            await _scope.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            logger.ScopeFailed(exception);
        }
    }
}
