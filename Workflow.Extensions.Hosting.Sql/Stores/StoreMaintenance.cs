using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Options;

namespace Workflow.Extensions.Hosting.Sql;

/// <summary>Creates the schema before the host and other services start, and deletes ended instances whose time is over.</summary>
internal sealed class StoreMaintenance(HostedStore hosted, SqlRegistration registration, IOptions<WorkflowHostOptions> options, ILoggerFactory loggers) : IHostedLifecycleService, IAsyncDisposable
{
    /// <summary>How long the start of the application waits for the schema. A database that is not there must not keep it from starting.</summary>
    private static readonly TimeSpan StartLimit = TimeSpan.FromSeconds(10);

    /// <summary>How long the end waits for a call. A driver does not give up a connection to a server that accepts it and says nothing; what is left behind fails without an effect.</summary>
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

    /// <summary>The container disposes of this before the store. A host whose start failed was not stopped.</summary>
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

    /// <summary>Does not fail: what cannot be done now is tried again.</summary>
    /// <param name="attempted">Completes after the first attempt to create the schema.</param>
    /// <param name="stopping">Ends it.</param>
    private async Task WorkAsync(TaskCompletionSource attempted, CancellationToken stopping)
    {
        TimeSpan retry = options.Value.RecoveryPeriod;
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

    /// <summary>The renewals of leases delete the same instances, but not more than 1000 each time.</summary>
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
