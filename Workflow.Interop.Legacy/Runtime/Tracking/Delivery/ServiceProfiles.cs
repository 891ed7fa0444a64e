using System.Collections.Concurrent;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The profiles of one tracking service. Thread-safe.</summary>
internal sealed class ServiceProfiles
{
    private readonly WorkflowRuntime _runtime;
    private readonly ConcurrentDictionary<Type, ProfilePlan?> _current = new();
    private readonly ConcurrentDictionary<(Type Type, Version Version), ProfilePlan?> _versions = new();
    private int _generation = TrackingProfileCache.Generation;

    public ServiceProfiles(TrackingService service, WorkflowRuntime runtime)
    {
        Service = service;
        _runtime = runtime;
        if (service is IProfileNotification notification)
        {
            notification.ProfileUpdated += OnUpdated;
            notification.ProfileRemoved += OnRemoved;
        }
    }

    public TrackingService Service { get; }

    /// <summary>The name by which saved instances identify the service.</summary>
    public string Name => Service.GetType().FullName!;

    /// <summary>
    /// Returns the profile for new instances of a workflow; null if they are not tracked. An exception of the service is thrown to the caller; the service is
    /// then asked again for the next instance.
    /// </summary>
    public ProfilePlan? Current(Type workflowType)
    {
        CheckGeneration();
        return _current.GetOrAdd(workflowType, type => Service.TryGetProfile(type, out TrackingProfile? profile) ? PlanOf(profile) : null);
    }

    /// <summary>Returns a profile for saved instances; null if they are no longer tracked.</summary>
    public ProfilePlan? Get(Type workflowType, Version version)
    {
        CheckGeneration();
        return _versions.GetOrAdd((workflowType, version), key => PlanOf(Service.GetProfile(key.Type, key.Version)));
    }

    public static ProfilePlan? PlanOf(TrackingProfile? profile) => profile is null ? null : new ProfilePlan(profile);

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
            _runtime.Guard(() => _current[type] = PlanOf(e.TrackingProfile), Guid.Empty);
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
