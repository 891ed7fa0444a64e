using System.Reflection;
using Workflow.Interop.Legacy.Runtime;
using Workflow.Interop.Legacy.Runtime.Hosting;

namespace Workflow.Interop.Legacy.Activities;

/// <summary>Connects local services with workflows. Add it to the runtime first, and local services to it. Safe for all threads.</summary>
public class ExternalDataExchangeService : WorkflowRuntimeService
{
    private readonly Lock _lock = new();
    private readonly Dictionary<object, List<(EventInfo Event, Delegate Handler)>> _services = new(ReferenceEqualityComparer.Instance);

    /// <summary>Adds a local service: workflows call its methods, and get its events.</summary>
    /// <param name="service">An object that implements one or more interfaces with the attribute <see cref="ExternalDataExchangeAttribute"/>.</param>
    /// <exception cref="ArgumentException">It implements none, or one of their events has arguments of another type than <see cref="ExternalDataEventArgs"/>.</exception>
    /// <exception cref="InvalidOperationException">This service was not added to a runtime, or the local service was added before.</exception>
    public virtual void AddService(object service)
    {
        ArgumentNullException.ThrowIfNull(service);
        WorkflowRuntime runtime = Runtime ?? throw new InvalidOperationException($"The local service '{service}' cannot be added before this service belongs to a runtime; add this service to the runtime first.");
        Type[] contracts = [.. service.GetType().GetInterfaces().Where(ExchangeContract.IsContract)];
        if (contracts.Length == 0)
        {
            throw new ArgumentException($"The local service '{service.GetType()}' implements no interface with the attribute ExternalDataExchange; add the attribute.", nameof(service));
        }

        List<(EventInfo Event, Delegate Handler)> handlers =
            [.. contracts.SelectMany(static contract => contract.GetEvents().Select(source => (Contract: contract, Source: source))).Select(pair => (pair.Source, HandlerOf(runtime, pair.Contract, pair.Source)))];
        runtime.AddService(service);
        lock (_lock)
        {
            _services.Add(service, handlers);
        }

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
            Runtime!.RemoveService(service);
        }
    }

    /// <summary>The local service that implements a type, or null.</summary>
    /// <param name="serviceType">The type.</param>
    public virtual object? GetService(Type serviceType)
    {
        ArgumentNullException.ThrowIfNull(serviceType);
        lock (_lock)
        {
            return _services.Keys.FirstOrDefault(serviceType.IsInstanceOfType);
        }
    }

    private static Delegate HandlerOf(WorkflowRuntime runtime, Type contract, EventInfo source)
    {
        ParameterInfo[] parameters = source.EventHandlerType!.GetMethod("Invoke")!.GetParameters();
        if (parameters is not [{ } sender, { } e] || sender.ParameterType != typeof(object) || !typeof(ExternalDataEventArgs).IsAssignableFrom(e.ParameterType))
        {
            throw new ArgumentException(
                $"The event '{contract}.{source.Name}' has a handler of the type '{source.EventHandlerType}'; use EventHandler with arguments that derive from ExternalDataEventArgs.", nameof(source));
        }

        Type receiver = typeof(ExternalEventHandler<>).MakeGenericType(e.ParameterType);
        object target = Activator.CreateInstance(receiver, runtime, ExchangeContract.Of(contract), source)!;
        return Delegate.CreateDelegate(source.EventHandlerType, target, receiver.GetMethod(nameof(ExternalEventHandler<>.Handle))!);
    }
}
