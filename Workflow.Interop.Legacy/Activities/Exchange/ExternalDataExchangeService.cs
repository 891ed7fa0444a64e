extern alias WorkflowCore;
using System.Reflection;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;
using WorkflowCore::Workflow.Hosting;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>
/// Connects local services with workflows. Add this service to a runtime, or, for legacy activities inside workflows of <c>Workflow.Core</c>, to the extensions
/// of the host. Then add local services to this service. Thread-safe.
/// </summary>
public class ExternalDataExchangeService : WorkflowRuntimeService, IWorkflowInstanceExtension
{
    private readonly Lock _lock = new();
    private readonly Dictionary<object, List<(EventInfo Event, Delegate Handler)>> _services = new(ReferenceEqualityComparer.Instance);
    private readonly HostedInstances _hosted = new();

    /// <summary>Adds a local service. Workflows call its methods and receive its events.</summary>
    /// <param name="service">An object that implements one or more interfaces with the attribute <see cref="ExternalDataExchangeAttribute"/>.</param>
    /// <exception cref="ArgumentException">
    /// The object implements no such interface, or an event has arguments of a type that does not derive from <see cref="ExternalDataEventArgs"/>.
    /// </exception>
    /// <exception cref="InvalidOperationException">The local service was already added.</exception>
    public virtual void AddService(object service)
    {
        ArgumentNullException.ThrowIfNull(service);
        Type[] contracts = [.. service.GetType().GetInterfaces().Where(ExchangeContract.IsContract)];
        if (contracts.Length == 0)
        {
            throw new ArgumentException(
                $"The local service '{service.GetType()}' implements no interface with the attribute ExternalDataExchange; add the attribute.",
                nameof(service));
        }

        List<(EventInfo Event, Delegate Handler)> handlers =
            [.. contracts.SelectMany(static contract => contract.GetEvents().Select(source => (Contract: contract, Source: source)))
                .Select(pair => (pair.Source, HandlerOf(pair.Contract, pair.Source)))];
        lock (_lock)
        {
            if (!_services.TryAdd(service, handlers))
            {
                throw new InvalidOperationException($"The local service '{service}' was added before; add a service once.");
            }
        }

        Runtime?.AddService(service);

        handlers.ForEach(handler => handler.Event.AddEventHandler(service, handler.Handler));
    }

    /// <summary>Removes a local service. A service that was not added is ignored.</summary>
    /// <param name="service">The local service.</param>
    public virtual void RemoveService(object service)
    {
        ArgumentNullException.ThrowIfNull(service);
        List<(EventInfo Event, Delegate Handler)>? handlers;
        lock (_lock)
        {
            _services.Remove(service, out handlers);
        }

        if (handlers is not null)
        {
            handlers.ForEach(handler => handler.Event.RemoveEventHandler(service, handler.Handler));
            if (Runtime?.HasService(service) == true)
            {
                Runtime.RemoveService(service);
            }
        }
    }

    /// <summary>Returns the local service that implements a type; null if there is none.</summary>
    /// <param name="serviceType">The type.</param>
    public virtual object? GetService(Type serviceType)
    {
        ArgumentNullException.ThrowIfNull(serviceType);
        lock (_lock)
        {
            return _services.Keys.FirstOrDefault(serviceType.IsInstanceOfType);
        }
    }

    /// <summary>Adds the local services to the runtime that were added to this service before it belonged to the runtime.</summary>
    protected internal override void Start()
    {
        object[] services;
        lock (_lock)
        {
            services = [.. _services.Keys];
        }

        WorkflowRuntime runtime = Runtime!;
        foreach (object service in services.Except(runtime.GetAllServices<object>(), ReferenceEqualityComparer.Instance))
        {
            runtime.AddService(service!);
        }
    }

    /// <inheritdoc/>
    IEnumerable<object>? IWorkflowInstanceExtension.GetAdditionalExtensions() => null;

    /// <inheritdoc/>
    void IWorkflowInstanceExtension.SetInstance(WorkflowInstanceProxy instance)
    {
        ArgumentNullException.ThrowIfNull(instance);
        _hosted.Add(instance);
    }

    /// <summary>Registers a function that returns true if a legacy activity in a workflow of another host has the queue.</summary>
    internal void Connect(Guid instanceId, Func<EventQueueName, bool> hasQueue) => _hosted.Connect(instanceId, hasQueue);

    internal void Disconnect(Guid instanceId) => _hosted.Disconnect(instanceId);

    /// <summary>Delivers an event to its workflow instance.</summary>
    /// <exception cref="InvalidOperationException">There is no such instance or queue.</exception>
    internal void Deliver(EventQueueName queue, ExternalEvent item)
    {
        ExternalDataEventArgs e = item.Arguments;
        if (_hosted.TryDeliver(queue, item))
        {
            return;
        }

        WorkflowInstance instance =
            (Runtime ?? throw new InvalidOperationException($"No workflow with the id '{e.InstanceId}' runs a WF3 activity; use the id of one that does."))
                .GetWorkflow(e.InstanceId);
        if (e.WaitForIdle)
        {
            instance.EnqueueItemOnIdle(queue, item, e.WorkHandler, e.WorkItem);
        }
        else
        {
            instance.EnqueueItem(queue, item, e.WorkHandler, e.WorkItem);
        }
    }

    private Delegate HandlerOf(Type contract, EventInfo source)
    {
        ParameterInfo[] parameters = source.EventHandlerType!.GetMethod("Invoke")!.GetParameters();
        if (parameters is not [{ } sender, { } e] || sender.ParameterType != typeof(object) || !typeof(ExternalDataEventArgs).IsAssignableFrom(e.ParameterType))
        {
            throw new ArgumentException(
                $"The event '{contract}.{source.Name}' has a handler of the type '{source.EventHandlerType}'; use EventHandler with arguments that derive from ExternalDataEventArgs.",
                nameof(source));
        }

        Type receiver = typeof(ExternalEventHandler<>).MakeGenericType(e.ParameterType);
        object target = Activator.CreateInstance(receiver, this, ExchangeContract.Of(contract), source)!;
        return Delegate.CreateDelegate(source.EventHandlerType, target, receiver.GetMethod(nameof(ExternalEventHandler<>.Handle))!);
    }
}
