using Workflow.Interop.Legacy.Runtime.Hosting;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>The services of a runtime, and whether it is started.</summary>
internal sealed class RuntimeServices(WorkflowRuntime runtime)
{
    private readonly Lock _lock = new();
    private object[] _services = [];
    private bool _isStopped;

    public bool IsStarted { get; private set; }

    public WorkflowSchedulerService Scheduler { get; private set; } = null!;

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

            if (service is WorkflowSchedulerService scheduler)
            {
                if (IsStarted || _services.Any(static other => other is WorkflowSchedulerService))
                {
                    throw new InvalidOperationException($"The scheduler '{service}' cannot be added; add one scheduler before the runtime is started.");
                }

                Scheduler = scheduler;
            }

            _services = [.. _services, service];
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
            if (service is WorkflowSchedulerService && IsStarted)
            {
                throw new InvalidOperationException($"The scheduler '{service}' cannot be removed while the runtime is started; stop the runtime.");
            }

            stops = IsStarted && _services.Contains(service);
            _services = [.. _services.Where(other => !ReferenceEquals(other, service))];
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

    public IEnumerable<object> All(Type type) => _services.Where(type.IsInstanceOfType);

    /// <returns>Whether the runtime was not started before.</returns>
    public bool Start()
    {
        WorkflowRuntimeService[] services;
        lock (_lock)
        {
            if (_isStopped)
            {
                throw new InvalidOperationException($"The runtime '{runtime.Name}' was stopped; make a new one.");
            }

            if (IsStarted)
            {
                return false;
            }

            if (!_services.Any(static service => service is WorkflowSchedulerService))
            {
                Scheduler = new DefaultWorkflowSchedulerService();
                Scheduler.Runtime = runtime;
                _services = [.. _services, Scheduler];
            }

            IsStarted = true;
            services = [.. _services.OfType<WorkflowRuntimeService>()];
        }

        Array.ForEach(services, static service => service.BeginStart());
        Array.ForEach(services, static service => service.EndStart());
        return true;
    }

    /// <returns>Whether the runtime was started and not stopped before.</returns>
    public bool BeginStop()
    {
        lock (_lock)
        {
            bool stops = IsStarted;
            IsStarted = false;
            _isStopped = true;
            return stops;
        }
    }

    public void Stop()
    {
        foreach (WorkflowRuntimeService service in _services.OfType<WorkflowRuntimeService>())
        {
            runtime.Guard(service.End, Guid.Empty);
        }
    }
}
