using System.Collections.Concurrent;

namespace Workflow.Interop.Legacy.Runtime.Tracking;

/// <summary>The profiles of one service. Safe for all threads.</summary>
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

    /// <summary>The name by which saved instances know the service.</summary>
    public string Name => Service.GetType().FullName!;

    /// <summary>The profile for new instances of a workflow; null: they are not tracked. What the service throws comes through, and the next instance asks again.</summary>
    public ProfilePlan? Current(Type workflowType)
    {
        CheckGeneration();
        return _current.GetOrAdd(workflowType, type => Service.TryGetProfile(type, out TrackingProfile? profile) ? PlanOf(profile) : null);
    }

    /// <summary>A profile for saved instances; null: they are not tracked any more.</summary>
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
