using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The services of a runtime, and its state.</summary>
internal sealed class RuntimeServices(WorkflowRuntime runtime)
{
    private readonly Lock _lock = new();
    // A runtime has at most one service of each of these types. The services cannot change while the runtime is started.
    private static readonly Type[] Single =
        [typeof(WorkflowSchedulerService), typeof(WorkflowPersistenceService), typeof(WorkflowCommitWorkBatchService), typeof(WorkflowLoaderService)];
    private object[] _services = [];
    private StopState _stop;

    public bool IsStarted { get; private set; }

    public WorkflowSchedulerService Scheduler { get; private set; } = null!;

    public WorkflowLoaderService Loader { get; private set; } = null!;

    public WorkflowPersistenceService? Persistence { get; private set; }

    public WorkflowCommitWorkBatchService CommitService { get; private set; } = null!;

    /// <summary>The profiles of the tracking services; empty before the start.</summary>
    public IReadOnlyList<TrackingChannelSource> Tracking { get; private set; } = [];

    /// <summary>True if activities cannot get services of a type, because these serve only the runtime.</summary>
    public static bool IsHidden(Type type) => typeof(TrackingService).IsAssignableFrom(type) || Array.Exists(Single, single => single.IsAssignableFrom(type));

    public void Add(object service)
    {
        ArgumentNullException.ThrowIfNull(service);
        bool starts;
        lock (_lock)
        {
            if (_services.Contains(service))
            {
                throw new InvalidOperationException($"The service '{service}' was added before; add a service once.");
            }

            if (Array.Find(Single, type => type.IsInstanceOfType(service)) is { } single && (IsStarted || _services.Any(single.IsInstanceOfType)))
            {
                throw new InvalidOperationException($"The service '{service}' cannot be added; add one {single.Name} before the runtime is started.");
            }

            if (service is TrackingService && IsStarted)
            {
                throw new InvalidOperationException($"The service '{service}' cannot be added; add tracking services before the runtime is started.");
            }

            _services = [.. _services, service];
            Persistence = service as WorkflowPersistenceService ?? Persistence;
            starts = IsStarted;
        }

        if (service is WorkflowRuntimeService added)
        {
            added.Runtime = runtime;
            if (starts)
            {
                added.BeginStart();
                added.EndStart();
            }
        }
    }

    public void Remove(object service)
    {
        ArgumentNullException.ThrowIfNull(service);
        bool stops;
        lock (_lock)
        {
            if (!Has(service))
            {
                throw new InvalidOperationException(
                    $"The service '{service}' cannot be removed: it is not one of the runtime; remove a service that was added, once.");
            }

            if (IsHidden(service.GetType()) && IsStarted)
            {
                throw new InvalidOperationException($"The service '{service}' cannot be removed while the runtime is started; stop the runtime.");
            }

            stops = IsStarted;
            _services = [.. _services.Where(other => !ReferenceEquals(other, service))];
            Persistence = ReferenceEquals(Persistence, service) ? null : Persistence;
        }

        if (service is WorkflowRuntimeService removed && stops)
        {
            removed.End();
        }
    }

    public object? Get(Type type)
    {
        ArgumentNullException.ThrowIfNull(type);
        object? found = null;
        foreach (object service in _services)
        {
            if (type.IsInstanceOfType(service))
            {
                found = found is null
                    ? service
                    : throw new InvalidOperationException($"The runtime has several services of the type '{type}'; use GetAllServices.");
            }
        }

        return found;
    }

    /// <summary>True if this object is one of the services.</summary>
    public bool Has(object service) => Array.Exists(_services, other => ReferenceEquals(other, service));

    /// <summary>All services. Each change creates a new array.</summary>
    public object[] List => _services;

    public IEnumerable<object> All(Type type) => _services.Where(type.IsInstanceOfType);

    /// <summary>Returns the type with the specified name that the application has provided, or null.</summary>
    public Type? FindType(string name) => All(typeof(ITypeProvider))
        .Select(provider => ((ITypeProvider)provider).GetType(name))
        .FirstOrDefault(static type => type is not null);

    /// <param name="isAgain">True to allow the start of a runtime that was stopped; false to refuse it.</param>
    /// <returns>True if the runtime was not started before the call.</returns>
    public bool Start(bool isAgain)
    {
        WorkflowRuntimeService[] services;
        lock (_lock)
        {
            if (_stop == StopState.Disposed)
            {
                throw new ObjectDisposedException(runtime.Name, $"The runtime '{runtime.Name}' was disposed; make a new one.");
            }

            if (_stop == StopState.Stopping || (_stop == StopState.Stopped && !isAgain))
            {
                throw new InvalidOperationException($"The runtime '{runtime.Name}' was stopped; call StartRuntime when StopRuntime has ended.");
            }

            if (IsStarted)
            {
                return false;
            }

            Scheduler = OneOf<WorkflowSchedulerService>(static () => new DefaultWorkflowSchedulerService());
            CommitService = OneOf<WorkflowCommitWorkBatchService>(static () => new DefaultWorkflowCommitWorkBatchService());
            Loader = OneOf<WorkflowLoaderService>(static () => new DefaultWorkflowLoaderService());
            Tracking = [.. _services.OfType<TrackingService>().Select(service => new ServiceProfiles(service, call => runtime.Guard(call, Guid.Empty)))];
            IsStarted = true;
            _stop = StopState.None;
            services = [.. _services.OfType<WorkflowRuntimeService>()];
        }

        // Outside the lock, because services are application code, and can look for other services when they start.
        Array.ForEach(services, static service => service.BeginStart());
        Array.ForEach(services, static service => service.EndStart());
        return true;
    }

    /// <returns>True if the runtime was started and had not been stopped before.</returns>
    public bool BeginStop()
    {
        lock (_lock)
        {
            bool stops = IsStarted;
            IsStarted = false;
            _stop = stops ? StopState.Stopping : _stop;
            return stops;
        }
    }

    /// <summary>Prevents any further start of the runtime.</summary>
    public void Dispose()
    {
        lock (_lock)
        {
            _stop = StopState.Disposed;
        }
    }

    public void Stop()
    {
        foreach (WorkflowRuntimeService service in _services.OfType<WorkflowRuntimeService>())
        {
            runtime.Guard(service.End, Guid.Empty);
        }

        lock (_lock)
        {
            _stop = _stop == StopState.Stopping ? StopState.Stopped : _stop;
        }
    }

    private enum StopState
    {
        None,
        Stopping,
        Stopped,
        Disposed,
    }

    private T OneOf<T>(Func<T> make)
        where T : WorkflowRuntimeService
    {
        if (_services.OfType<T>().FirstOrDefault() is { } found)
        {
            return found;
        }

        T made = make();
        made.Runtime = runtime;
        _services = [.. _services, made];
        return made;
    }
}
