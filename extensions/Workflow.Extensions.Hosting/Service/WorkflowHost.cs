using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>The service that runs the instances of the store in this process.</summary>
internal sealed class WorkflowHost : IHostedService, IDisposable
{
    private readonly HostConfiguration _configuration;
    private readonly HostSession _session;
    private readonly HostShutdown _shutdown;
    private readonly ILogger _logger;
    private readonly CancellationTokenSource _stopping = new();
    private Task _serving = Task.CompletedTask;
    private bool _isOwnerLost;

    public WorkflowHost(HostConfiguration configuration, InstanceFactory factory, Completions completions, ILoggerFactory loggers)
    {
        _configuration = configuration;
        _logger = loggers.CreateLogger(HostLog.Category);
        Content = new MessageContent(configuration.Instances.Types, configuration.Instances.Serializer);
        Loaded = new LoadedInstances(configuration.Options.MaxLoadedInstances, configuration.Options.RecoveryPeriod, configuration.Instances.Clock);
        _session = new HostSession(configuration, factory, Loaded, completions, Content, _logger);
        Owner = new HostOwner(configuration);
        _shutdown = new HostShutdown(configuration, factory, Loaded, Owner, _logger);
    }

    public MessageContent Content { get; }

    public HostOwner Owner { get; }

    public LoadedInstances Loaded { get; }

    public HostStatus Status { get; } = new();

    /// <summary>Starts the host. Does not wait for the store, which may be unreachable for a while or have many runnable instances.</summary>
    public Task StartAsync(CancellationToken cancellationToken)
    {
        if (_configuration.RunsInstances)
        {
            _serving = Task.Run(() => ServeAsync(_stopping.Token), CancellationToken.None);
        }

        return Task.CompletedTask;
    }

    public async Task StopAsync(CancellationToken cancellationToken)
    {
        if (!_configuration.RunsInstances || _stopping.IsCancellationRequested)
        {
            return;
        }

        long began = _configuration.Instances.Clock.GetTimestamp();
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

    /// <summary>
    /// Returns the load number of the instance that was loaded last, if this process passes messages in the store directly to its instances, so that the store
    /// need not be polled for them; otherwise null.
    /// </summary>
    public long? LastLoaded(InstanceStore store) => Status.Owner is not null && ReferenceEquals(store, _configuration.Store) ? Loaded.LastNumber : null;

    /// <summary>
    /// Prepares the host for an instance whose first save a client of this process is about to make; null if the store must find a host for the instance.
    /// </summary>
    /// <param name="definition">The definition.</param>
    /// <param name="instanceId">The instance.</param>
    /// <param name="store">The store in which the instance is saved.</param>
    /// <param name="owner">The owner with which the instance is saved.</param>
    public LocalStart? TryBeginStart(HostedDefinition definition, Guid instanceId, InstanceStore store, InstanceOwner? owner) =>
        owner is not null && owner == Status.Owner && ReferenceEquals(store, _configuration.Store) && !_stopping.IsCancellationRequested
            ? _session.TryBeginStart(definition, instanceId, owner, _stopping.Token)
            : null;

    /// <summary>Called when this process has stored a message for an instance.</summary>
    /// <param name="receipt">The receipt.</param>
    /// <param name="message">The message, if it is committed in the store of the host; null if it may not be committed yet.</param>
    /// <param name="lastLoaded">The result of <see cref="LastLoaded"/> before the message was stored; ignored if <paramref name="message"/> is null.</param>
    public void NotifyMessage(MessageReceipt receipt, InstanceMessage? message, long lastLoaded)
    {
        if (Status.Owner is { } owner)
        {
            _session.Receive(
                owner,
                receipt.InstanceId,
                message is null ? null : DirectMessage.Of(message, receipt, lastLoaded, _configuration.Store.TimeProvider),
                CancellationToken.None);
        }
    }

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
                _logger.StoreFailed(_configuration.Options.RecoveryPeriod, exception);
                await LongTime.PauseAsync(_configuration.Options.RecoveryPeriod, _configuration.Instances.Clock, stopping).ConfigureAwait(false);
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
