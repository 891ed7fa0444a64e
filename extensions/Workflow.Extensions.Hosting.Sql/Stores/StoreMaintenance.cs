using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Workflow.Extensions.Hosting.Sql;

/// <summary>
/// Creates or upgrades the schema before the host and other services start, and periodically deletes ended instances whose retention has elapsed.
/// </summary>
internal sealed class StoreMaintenance(
    HostedStore hosted, SqlRegistration registration, IOptions<WorkflowHostOptions> options, ILoggerFactory loggers) : IHostedLifecycleService, IAsyncDisposable
{
    /// <summary>The maximum time that the start of the application waits for the schema. An unreachable database must not prevent the start.</summary>
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(10);

    /// <summary>
    /// The maximum time that the stop waits for a running call. A driver may not abandon a connection attempt to a server that accepts the connection but does
    /// not respond. An abandoned call fails later without effect.
    /// </summary>
    private static readonly TimeSpan EndLimit = TimeSpan.FromSeconds(2);

    private static readonly TimeSpan PurgePeriod = TimeSpan.FromMinutes(5);

    private readonly ILogger _logger = loggers.CreateLogger("Workflow.Host");
    private readonly CancellationTokenSource _stopping = new();
    private Task _work = Task.CompletedTask;

    public async Task StartingAsync(CancellationToken cancellationToken)
    {
        TaskCompletionSource attempted = new(TaskCreationOptions.RunContinuationsAsynchronously);
        _work = Task.Run(() => WorkAsync(attempted, _stopping.Token), CancellationToken.None);
        await attempted.Task.WaitAsync(StartLimit, hosted.Clock, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        cancellationToken.ThrowIfCancellationRequested();
    }

    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StartedAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppingAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StoppedAsync(CancellationToken cancellationToken) => EndAsync(cancellationToken);

    /// <summary>Ends the work. The container disposes of this service before the store. A host whose start failed is disposed without a stop.</summary>
    public async ValueTask DisposeAsync()
    {
        await EndAsync(CancellationToken.None).ConfigureAwait(false);
        _stopping.Dispose();
    }

    private async Task EndAsync(CancellationToken cancellationToken)
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _work.WaitAsync(EndLimit, TimeProvider.System, cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    /// <summary>Runs the maintenance until the stop. Does not throw; failed operations are retried.</summary>
    /// <param name="attempted">Completes after the first attempt to create the schema.</param>
    /// <param name="stopping">Ends the maintenance.</param>
    private async Task WorkAsync(TaskCompletionSource attempted, CancellationToken stopping)
    {
        TimeSpan retry = options.Value.RecoveryDelay;
        while (registration.EnsuresSchema && !await TryEnsureSchemaAsync(retry, stopping).ConfigureAwait(false) && !stopping.IsCancellationRequested)
        {
            attempted.TrySetResult();
            await PauseAsync(retry, stopping).ConfigureAwait(false);
        }

        attempted.TrySetResult();
        while (hosted.Retention is { } retention && !stopping.IsCancellationRequested)
        {
            await PauseAsync(PurgePeriod, stopping).ConfigureAwait(false);
            await PurgeAsync(retention, stopping).ConfigureAwait(false);
        }
    }

    private async Task<bool> TryEnsureSchemaAsync(TimeSpan retry, CancellationToken stopping)
    {
        try
        {
            await hosted.Store.EnsureSchemaAsync(stopping).ConfigureAwait(false);
            return true;
        }
        catch (Exception exception)
        {
            if (!stopping.IsCancellationRequested)
            {
                _logger.SchemaFailed(retry, exception);
            }

            return false;
        }
    }

    /// <summary>Deletes all expired ended instances. Lease renewals also delete them, but at most 1000 per renewal.</summary>
    private async Task PurgeAsync(TimeSpan retention, CancellationToken stopping)
    {
        try
        {
            stopping.ThrowIfCancellationRequested();
            await hosted.Store.PurgeAsync(retention, stopping).ConfigureAwait(false);
        }
        catch (Exception exception)
        {
            if (!stopping.IsCancellationRequested)
            {
                _logger.PurgeFailed(PurgePeriod, exception);
            }
        }
    }

    private async Task PauseAsync(TimeSpan period, CancellationToken stopping) =>
        await Task.Delay(period, hosted.Clock, stopping).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
}
