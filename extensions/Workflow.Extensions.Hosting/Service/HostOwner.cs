using Workflow.Persistence;

namespace Workflow.Extensions.Hosting;

/// <summary>
/// The owner of a host in its store. The host and the starts of the clients of its process share the owner, and the first that needs it creates it.
/// Thread-safe.
/// </summary>
[System.Diagnostics.CodeAnalysis.SuppressMessage(
    "Design",
    "CA1001:Types that own disposable fields should be disposable",
    Justification = "The semaphore has no wait handle, and a start may come after the end.")]
internal sealed class HostOwner(HostConfiguration configuration)
{
    private readonly SemaphoreSlim _gate = new(1);
    private volatile InstanceOwner? _owner;
    private volatile bool _isClosed;

    /// <summary>The owner; null if none was created, or the last one was deleted.</summary>
    public InstanceOwner? Current => _owner;

    private InstanceStore Store => configuration.Store;

    /// <summary>Returns the owner, and creates it if there is none; null if the host has stopped.</summary>
    public async Task<InstanceOwner?> GetAsync(CancellationToken cancellationToken)
    {
        if (_owner is { } current)
        {
            return current;
        }

        await _gate.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (_owner is null && !_isClosed)
            {
                _owner = await WorkflowApplication.CreateInstanceOwnerAsync(Store, Options(), cancellationToken).ConfigureAwait(false);
            }

            return _owner;
        }
        finally
        {
            _gate.Release();
        }
    }

    /// <summary>Deletes the owner.</summary>
    /// <param name="isLast">True if the host stops, so that no new owner may be created.</param>
    /// <param name="cancellationToken">Cancels the deletion; then the owner expires.</param>
    public async Task EndAsync(bool isLast, CancellationToken cancellationToken)
    {
        _isClosed |= isLast;
        await _gate.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            if (_owner is { } owner)
            {
                _owner = null;
                await WorkflowApplication.DeleteInstanceOwnerAsync(Store, owner, cancellationToken).ConfigureAwait(false);
            }
        }
        finally
        {
            _gate.Release();
        }
    }

    private InstanceOwnerOptions Options() => new()
    {
        Name = configuration.Options.Name,
        Identities = [.. configuration.Definitions.All.Select(definition => definition.Identity)],
        MaxFailures = configuration.FailureLimit,
        FirstRetryDelay = configuration.Options.FirstRetryDelay,
        MaxRetryDelay = configuration.Options.MaxRetryDelay,
    };
}
