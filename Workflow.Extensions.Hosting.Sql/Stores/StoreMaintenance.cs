using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Workflow.Extensions.Hosting.Sql;

/// <summary>Creates the schema before the host and other services start, and deletes ended instances whose time is over.</summary>
internal sealed class StoreMaintenance(HostedStore hosted, SqlRegistration registration, ILoggerFactory loggers) : IHostedLifecycleService, IDisposable
{
    /// <summary>How long the start of the application waits for the schema. A database that is not there must not keep it from starting.</summary>
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(10);

    private static readonly TimeSpan RetryPeriod = TimeSpan.FromSeconds(5), PurgePeriod = TimeSpan.FromMinutes(5);

    private readonly ILogger _logger = loggers.CreateLogger("Workflow.Host");
    private readonly CancellationTokenSource _stopping = new();
    private Task _work = Task.CompletedTask;

    public async Task StartingAsync(CancellationToken cancellationToken)
    {
        TaskCompletionSource attempted = new(TaskCreationOptions.RunContinuationsAsynchronously);
        _work = Task.Run(() => WorkAsync(attempted), CancellationToken.None);
        await attempted.Task.WaitAsync(StartLimit, hosted.Clock, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public async Task StoppedAsync(CancellationToken cancellationToken)
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _work.WaitAsync(cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    public void Dispose() => _stopping.Dispose();

    /// <summary>Does not fail: what cannot be done now is tried again.</summary>
    /// <param name="attempted">Completes after the first attempt to create the schema.</param>
    private async Task WorkAsync(TaskCompletionSource attempted)
    {
        while (registration.EnsuresSchema && !await TryEnsureSchemaAsync().ConfigureAwait(false) && !_stopping.IsCancellationRequested)
        {
            attempted.TrySetResult();
            await PauseAsync(RetryPeriod).ConfigureAwait(false);
        }

        attempted.TrySetResult();
        while (hosted.Retention is { } retention && !_stopping.IsCancellationRequested)
        {
            await PauseAsync(PurgePeriod).ConfigureAwait(false);
            await PurgeAsync(retention).ConfigureAwait(false);
        }
    }

    private async Task<bool> TryEnsureSchemaAsync()
    {
        try
        {
            await hosted.Store.EnsureSchemaAsync(_stopping.Token).ConfigureAwait(false);
            return true;
        }
        catch (Exception exception)
        {
            if (!_stopping.IsCancellationRequested)
            {
                _logger.SchemaFailed(RetryPeriod, exception);
            }

            return false;
        }
    }

    /// <summary>The renewals of leases delete the same instances, but not more than 1000 each time.</summary>
    private async Task PurgeAsync(TimeSpan retention)
    {
        try
        {
            _stopping.Token.ThrowIfCancellationRequested();
            await hosted.Store.PurgeAsync(retention, _stopping.Token).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            if (!_stopping.IsCancellationRequested)
            {
                _logger.PurgeFailed(PurgePeriod, exception);
            }
        }
    }

    private async Task PauseAsync(TimeSpan period) =>
        await Task.Delay(period, hosted.Clock, _stopping.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
}
