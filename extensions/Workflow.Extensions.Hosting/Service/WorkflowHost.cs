using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>The service that runs the instances of the store in this process. A process that only starts and resumes instances has none.</summary>
internal sealed class WorkflowHost : IHostedService, IDisposable
{
    private readonly HostConfiguration _configuration;
    private readonly HostSession _session;
    private readonly HostShutdown _shutdown;
    private readonly ILogger _logger;
    private readonly CancellationTokenSource _stopping = new();
    private Task _serving = Task.CompletedTask;
    private bool _isOwnerLost;

    public WorkflowHost(
        HostConfiguration configuration, ApplicationFactory factory, Completions completions, MessageContent content, ILoggerFactory loggers)
    {
        _configuration = configuration;
        _logger = loggers.CreateLogger(HostLog.Category);
        Owner = new HostOwner(configuration);
        Loaded = new LoadedInstances(configuration.Options.MaxLoadedInstances, configuration.Options.RecoveryDelay, configuration.Instances.Clock);

        InstanceApplications applications = new(configuration, factory, loggers.CreateLogger(LoggingParticipant.Category));
        LoadedInstanceRunner runner = new(configuration, applications, Loaded, completions, content, _logger);
        RunnableLoader loader = new(configuration, Loaded, runner, _logger);
        MessageReceiver receiver = new(configuration, Loaded, _logger);
        _session = new HostSession(loader, receiver);
        _shutdown = new HostShutdown(configuration, applications.Scheduler, factory.Scopes, Loaded, Owner, _logger);
        Delivery = new HostDelivery(configuration, Status, Loaded, receiver);
        StartedInstances started = new(configuration, Loaded, receiver, runner, _logger);
        Starts = new HostStarts(Owner, Status, Loaded, loader, started, _stopping.Token);
    }

    public HostOwner Owner { get; }

    public LoadedInstances Loaded { get; }

    public HostStatus Status { get; } = new();

    /// <summary>Takes the messages of the clients of this process.</summary>
    public LocalDelivery Delivery { get; }

    /// <summary>Takes the new instances of the clients of this process.</summary>
    public LocalStarts Starts { get; }

    /// <summary>Starts the host. Does not wait for the store, which may be unreachable for a while or have many runnable instances.</summary>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        _serving = Task.Run(() => ServeAsync(_stopping.Token), CancellationToken.None);
        return Task.CompletedTask;
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (_stopping.IsCancellationRequested)
        {
            return;
        }

        long began = _configuration.Instances.Clock.GetTimestamp();

        // The loops end first, so that nothing is loaded while the instances leave. The owner is deleted last, because unloads save with it.
        await _stopping.CancelAsync().ConfigureAwait(false);
        await _serving.WaitAsync(cancellationToken).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        await _shutdown.DrainAsync(cancellationToken).ConfigureAwait(false);
        Task scopes = _shutdown.AwaitScopesAsync(began, cancellationToken);
        await _shutdown.EndOwnerAsync(Status.Owner, isLast: true).ConfigureAwait(false);
        await scopes.ConfigureAwait(false);
        Status.Owner = null;
        _logger.Stopped();
    }

    public void Dispose() => _stopping.Dispose();

    /// <summary>Works with one owner after the other until the host stops. Ends only then, whatever the store does, and does not throw.</summary>
    private async Task ServeAsync(CancellationToken stopping)
    {
        while (!stopping.IsCancellationRequested)
        {
            try
            {
                InstanceOwner owner = await OpenAsync(stopping).ConfigureAwait(false);
                await _session.RunAsync(owner, stopping).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (stopping.IsCancellationRequested)
            {
                return;
            }
            catch (InstanceOwnerException exception)
            {
                _logger.OwnerLost(Status.Owner?.Id ?? Guid.Empty, exception);
                _isOwnerLost = true;
            }
            catch (Exception exception)
            {
                Status.Failure = exception;
                _logger.StoreFailed(_configuration.Options.RecoveryDelay, exception);
                await LongTime.PauseAsync(_configuration.Options.RecoveryDelay, _configuration.Instances.Clock, stopping).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Returns the owner of this process, and creates a new one if there is none or it was lost.</summary>
    private async Task<InstanceOwner> OpenAsync(CancellationToken cancellationToken)
    {
        if (_isOwnerLost)
        {
            // The deletion of the lost owner also aborts those of its instances that have not noticed the loss yet.
            Status.Owner = null;
            await _shutdown.EndOwnerAsync(null, isLast: false).ConfigureAwait(false);
            _isOwnerLost = false;
        }

        if (await Owner.GetAsync(cancellationToken).ConfigureAwait(false) is { } owner && owner != Status.Owner)
        {
            Status.Owner = owner;
            _logger.Started(_configuration.Options.Name, owner.Id);
        }

        Status.Failure = null;
        return Status.Owner!;
    }
}
