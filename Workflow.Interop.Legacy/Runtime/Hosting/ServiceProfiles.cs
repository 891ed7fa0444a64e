using System.Collections.Concurrent;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The profiles of one tracking service. Thread-safe.</summary>
internal sealed class ServiceProfiles : TrackingChannelSource
{
    private readonly TrackingService _service;
    private readonly Action<Action> _guard;
    private readonly ConcurrentDictionary<Type, ProfilePlan?> _current = new();
    private readonly ConcurrentDictionary<(Type Type, Version Version), ProfilePlan?> _versions = new();
    private int _generation = TrackingProfileCache.Generation;

    public ServiceProfiles(TrackingService service, Action<Action> guard)
    {
        _service = service;
        _guard = guard;
        if (service is IProfileNotification notification)
        {
            notification.ProfileUpdated += OnUpdated;
            notification.ProfileRemoved += OnRemoved;
        }
    }

    /// <inheritdoc/>
    public override string Name => _service.GetType().FullName!;

    /// <summary>
    /// Returns the profile for new instances of a workflow; null if they are not tracked. An exception of the service is thrown to the caller; the service is
    /// then asked again for the next instance.
    /// </summary>
    public override ProfilePlan? Current(Type workflowType)
    {
        CheckGeneration();
        return _current.GetOrAdd(workflowType, type => _service.TryGetProfile(type, out TrackingProfile? profile) ? PlanOf(profile) : null);
    }

    /// <summary>Returns a profile for saved instances; null if they are no longer tracked.</summary>
    public override ProfilePlan? Get(Type workflowType, Version version)
    {
        CheckGeneration();
        return _versions.GetOrAdd((workflowType, version), key => PlanOf(_service.GetProfile(key.Type, key.Version)));
    }

    /// <inheritdoc/>
    public override ProfilePlan? OfInstance(Guid instanceId) => PlanOf(_service.GetProfile(instanceId));

    /// <inheritdoc/>
    public override bool TryReload(Type workflowType, Guid instanceId, out ProfilePlan? plan)
    {
        bool reloads = _service.TryReloadProfile(workflowType, instanceId, out TrackingProfile? profile);
        plan = reloads ? PlanOf(profile) : null;
        return reloads;
    }

    /// <inheritdoc/>
    public override TrackingChannel Open(TrackingParameters parameters) => _service.GetTrackingChannel(parameters)
        ?? throw new InvalidOperationException($"The tracking service '{Name}' returned no channel; return one, or no profile.");

    private static ProfilePlan? PlanOf(TrackingProfile? profile) => profile is null ? null : new ProfilePlan(profile);

    private void CheckGeneration()
    {
        int generation = TrackingProfileCache.Generation;
        if (Interlocked.Exchange(ref _generation, generation) != generation)
        {
            _current.Clear();
            _versions.Clear();
        }
    }

    private void OnUpdated(object? sender, ProfileUpdatedEventArgs e)
    {
        if (e.WorkflowType is { } type)
        {
            _guard(() => _current[type] = PlanOf(e.TrackingProfile));
        }
    }

    private void OnRemoved(object? sender, ProfileRemovedEventArgs e)
    {
        if (e.WorkflowType is { } type)
        {
            _current[type] = null;
        }
    }
}
