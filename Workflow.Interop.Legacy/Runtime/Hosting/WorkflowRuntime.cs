using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Transactions;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// Creates and runs workflow instances. All members are thread-safe. Event handlers are called on the thread that causes the event. If a handler throws, the
/// runtime raises <see cref="ServicesExceptionNotHandled"/>, and the instance is not affected.
/// </summary>
public class WorkflowRuntime : IServiceProvider, IDisposable
{
    private readonly InstanceRegistry _instances = new();
    private readonly ConcurrentDictionary<Type, WorkflowDefinition> _definitions = new();
    private readonly RuntimeServices _services;

    /// <summary>
    /// Creates a runtime without services. <see cref="StartRuntime"/> adds a <see cref="DefaultWorkflowSchedulerService"/> if the runtime has no scheduler.
    /// </summary>
    public WorkflowRuntime()
    {
        _services = new RuntimeServices(this);
        Host = new RuntimeHost(this, _services);
        Saving = new RuntimeSaves(_services);
    }

    /// <summary>Occurs when an instance was created.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowCreated;

    /// <summary>Occurs when an instance was started.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowStarted;

    /// <summary>Occurs when an instance waits because it has no step to run.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowIdled;

    /// <summary>Occurs when an instance was suspended.</summary>
    public event EventHandler<WorkflowSuspendedEventArgs>? WorkflowSuspended;

    /// <summary>Occurs when a suspended instance was resumed.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowResumed;

    /// <summary>Occurs when an instance has completed.</summary>
    public event EventHandler<WorkflowCompletedEventArgs>? WorkflowCompleted;

    /// <summary>Occurs when an instance has ended with an exception.</summary>
    public event EventHandler<WorkflowTerminatedEventArgs>? WorkflowTerminated;

    /// <summary>Occurs when an instance was saved.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowPersisted;

    /// <summary>Occurs when an instance was saved and removed from memory.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowUnloaded;

    /// <summary>Occurs when a saved instance was loaded.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowLoaded;

    /// <summary>Occurs when an instance was aborted.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowAborted;

    /// <summary>Occurs when a service, or an event handler, has thrown an exception that no caller receives.</summary>
    public event EventHandler<ServicesExceptionNotHandledEventArgs>? ServicesExceptionNotHandled;

    /// <summary>Occurs when the runtime was started.</summary>
    public event EventHandler<WorkflowRuntimeEventArgs>? Started;

    /// <summary>Occurs when the runtime was stopped.</summary>
    public event EventHandler<WorkflowRuntimeEventArgs>? Stopped;

    /// <summary>True if the runtime is started.</summary>
    public bool IsStarted => _services.IsStarted;

    /// <summary>A name for messages of the application. Default: 'WorkflowRuntime'.</summary>
    public string Name { get; set; } = "WorkflowRuntime";

    /// <summary>Starts the services and the runtime. A runtime that was stopped can be started again. Does nothing if the runtime is started.</summary>
    /// <exception cref="InvalidOperationException">The runtime is being stopped, on another thread or on this thread.</exception>
    /// <exception cref="ObjectDisposedException">The runtime was disposed.</exception>
    public void StartRuntime() => Start(isAgain: true);

    private void Start(bool isAgain)
    {
        if (_services.Start(isAgain))
        {
            Guard(() => Started?.Invoke(this, new WorkflowRuntimeEventArgs(true)), Guid.Empty);
        }
    }

    /// <summary>
    /// Unloads the instances that have not ended, and stops the services. Without a persistence service, or if an instance cannot be saved, the instance is
    /// aborted. A stopped runtime refuses instances until <see cref="StartRuntime"/>.
    /// </summary>
    public void StopRuntime()
    {
        if (!_services.BeginStop())
        {
            return;
        }

        // The services stop after the instances: an unload needs the persistence service, and a running step needs the scheduler.
        foreach (ActiveInstance instance in _instances.Instances)
        {
            instance.UnloadOrAbort();
        }

        _services.Stop();
        Guard(() => Stopped?.Invoke(this, new WorkflowRuntimeEventArgs(false)), Guid.Empty);
    }

    /// <summary>Stops the runtime permanently.</summary>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>
    /// Adds a service. A scheduler, a persistence service, a service for work batches and a loader can each be added only once, and only before the runtime is
    /// started. Tracking services can be added only before the runtime is started.
    /// </summary>
    /// <param name="service">The service: a <see cref="WorkflowRuntimeService"/> or any object.</param>
    /// <exception cref="InvalidOperationException">The service was added before, or cannot be added now.</exception>
    public void AddService(object service) => _services.Add(service);

    /// <summary>Removes a service. Services that can be added only before the runtime is started cannot be removed while it is started.</summary>
    /// <param name="service">The service.</param>
    /// <exception cref="InvalidOperationException">The service was not added, or cannot be removed while the runtime is started.</exception>
    public void RemoveService(object service) => _services.Remove(service);

    /// <summary>Returns the service of the specified type, or null if there is none.</summary>
    /// <typeparam name="T">The type of the service, a base type or an interface.</typeparam>
    /// <exception cref="InvalidOperationException">There are several services of this type.</exception>
    public T? GetService<T>() => (T?)GetService(typeof(T));

    /// <summary>Returns the service of the specified type, or null if there is none.</summary>
    /// <param name="serviceType">The type of the service, a base type or an interface.</param>
    /// <exception cref="InvalidOperationException">There are several services of this type.</exception>
    public object? GetService(Type serviceType) => _services.Get(serviceType);

    /// <summary>Returns all services of the specified type.</summary>
    /// <typeparam name="T">The type of the services, a base type or an interface.</typeparam>
    public ReadOnlyCollection<T> GetAllServices<T>() => new([.. _services.All(typeof(T)).Cast<T>()]);

    /// <summary>Returns true if a service was added.</summary>
    internal bool HasService(object service) => _services.Has(service);

    /// <summary>Returns all services of the specified type.</summary>
    /// <param name="serviceType">The type of the services, a base type or an interface.</param>
    public ReadOnlyCollection<object> GetAllServices(Type serviceType)
    {
        ArgumentNullException.ThrowIfNull(serviceType);
        return new([.. _services.All(serviceType)]);
    }

    /// <inheritdoc cref="CreateWorkflow(Type, Dictionary{string, object}, Guid)"/>
    public WorkflowInstance CreateWorkflow(Type workflowType) => CreateWorkflow(workflowType, null, Guid.NewGuid());

    /// <inheritdoc cref="CreateWorkflow(Type, Dictionary{string, object}, Guid)"/>
    public WorkflowInstance CreateWorkflow(Type workflowType, Dictionary<string, object>? namedArgumentValues) =>
        CreateWorkflow(workflowType, namedArgumentValues, Guid.NewGuid());

    /// <summary>Creates an instance. <see cref="WorkflowInstance.Start"/> starts it. Starts the runtime if the runtime is not started.</summary>
    /// <param name="workflowType">The type of the root activity. It must have a public parameterless constructor.</param>
    /// <param name="namedArgumentValues">Values of public properties of the root activity; null if there are none.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <exception cref="ArgumentException">The type is not a workflow, an argument is not a property of the workflow, or the id is empty.</exception>
    /// <exception cref="InvalidOperationException">An instance with this id exists, or the runtime was stopped.</exception>
    /// <exception cref="ComponentModel.Compiler.WorkflowValidationFailedException">The workflow is not valid, or the runtime has a persistence service and
    /// instances of the workflow cannot be saved. The exception lists all problems.</exception>
    public WorkflowInstance CreateWorkflow(Type workflowType, Dictionary<string, object>? namedArgumentValues, Guid instanceId) =>
        CreateWorkflow(workflowType, namedArgumentValues, instanceId, null);

    /// <param name="workflowType">The type of the root activity.</param>
    /// <param name="namedArgumentValues">Values of public properties, or null.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="caller">The activity that creates the instance, or null.</param>
    internal WorkflowInstance CreateWorkflow(Type workflowType, Dictionary<string, object>? namedArgumentValues, Guid instanceId, Activity? caller)
    {
        ArgumentNullException.ThrowIfNull(workflowType);
        if (instanceId == Guid.Empty)
        {
            throw new ArgumentException("The id of a workflow instance is empty; use a new Guid.", nameof(instanceId));
        }

        Start(isAgain: false);
        WorkflowDefinition definition = DefinitionOf(workflowType);
        if (Persistence is not null)
        {
            definition.CheckSaving(_services.FindType);
        }

        WorkflowInstance instance = new(this, definition, instanceId);
        Activity root = definition.NewTree(namedArgumentValues, isSaved: Persistence is not null);
        if (caller is not null && _services.Tracking.Count > 0)
        {
            TrackingState.SetCaller(root, caller);
        }

        ActiveInstance loaded = new(new RuntimeInstanceHost(this, _services, instance), root);
        if (!_instances.TryAdd(instance, loaded))
        {
            throw new InvalidOperationException($"A workflow instance '{instanceId}' exists; use an id once.");
        }

        instance.Attach(loaded);
        if (_services.Tracking.Count > 0)
        {
            loaded.TryRequest(new InstanceRequest(InstanceChange.Created), isOptional: true);
        }

        Notify(InstanceChange.Created, instance);
        return instance;
    }

    /// <summary>Returns an instance that has not ended. Loads the instance if it is unloaded, and blocks the caller meanwhile.</summary>
    /// <param name="instanceId">The id of the instance.</param>
    /// <exception cref="InvalidOperationException">There is no such instance, or the runtime was stopped.</exception>
    /// <exception cref="WorkflowOwnershipException">Another runtime has the instance.</exception>
    /// <exception cref="PersistenceException">The instance cannot be loaded.</exception>
    public WorkflowInstance GetWorkflow(Guid instanceId) => (_instances.Find(instanceId) ?? LoadEntry(instanceId, null)).Handle;

    /// <summary>Returns the instances that have not ended and are in memory.</summary>
    public ReadOnlyCollection<WorkflowInstance> GetLoadedWorkflows() => new([.. _instances.Handles]);

    /// <summary>Stops the runtime.</summary>
    /// <param name="disposing">True if the caller is <see cref="Dispose()"/>.</param>
    protected virtual void Dispose(bool disposing)
    {
        if (disposing)
        {
            StopRuntime();
            _services.Dispose();
        }
    }

    /// <summary>The clock: the <see cref="TimeProvider"/> among the services, or the system clock.</summary>
    internal TimeProvider Time => GetService<TimeProvider>() ?? TimeProvider.System;

    internal WorkflowPersistenceService? Persistence => _services.Persistence;

    internal WorkflowCommitWorkBatchService CommitService => _services.CommitService;

    /// <summary>The host of the executors of all instances.</summary>
    internal RuntimeHost Host { get; }

    /// <summary>Saves the instances.</summary>
    internal RuntimeSaves Saving { get; }

    internal void Forget(ActiveInstance instance) => _instances.Remove(instance);

    /// <summary>Returns an instance in memory, or null.</summary>
    internal ActiveInstance? Find(Guid instanceId) => _instances.Find(instanceId)?.Instance;

    /// <summary>Loads an instance, or returns the instance that another thread has loaded.</summary>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="handle">The object that represents the instance in the application; null to create a new object.</param>
    internal ActiveInstance Load(Guid instanceId, WorkflowInstance? handle) => LoadEntry(instanceId, handle).Instance;

    /// <summary>Returns the workflow with the specified name that the runtime knows, or null if there is none.</summary>
    internal WorkflowDefinition? DefinitionOf(string name)
    {
        Type? type = new[] { _definitions.Keys, Persistence?.WorkflowTypes ?? [] }
            .SelectMany(static types => types)
            .FirstOrDefault(type => SavedTypes.FullNameOf(type) == name)
            ?? _services.FindType(name.Split('|')[^1]);
        return type is not null && SavedTypes.FullNameOf(type) == name ? DefinitionOf(type) : null;
    }

    private WorkflowDefinition DefinitionOf(Type type) => _definitions.GetOrAdd(type, key => WorkflowDefinition.Of(key, _services.Loader.CreateInstance));

    internal void Notify(InstanceChange change, WorkflowInstance instance)
    {
        EventHandler<WorkflowEventArgs>? handlers = change switch
        {
            InstanceChange.Created => WorkflowCreated,
            InstanceChange.Started => WorkflowStarted,
            InstanceChange.Idled => WorkflowIdled,
            InstanceChange.Resumed => WorkflowResumed,
            InstanceChange.Persisted => WorkflowPersisted,
            InstanceChange.Unloaded => WorkflowUnloaded,
            InstanceChange.Loaded => WorkflowLoaded,
            InstanceChange.Aborted => WorkflowAborted,
            _ => null,
        };
        if (handlers is not null)
        {
            Raise(handlers, instance, new WorkflowEventArgs(instance));
        }
    }

    internal void NotifySuspended(WorkflowInstance instance, string? error) =>
        Raise(WorkflowSuspended, instance, new WorkflowSuspendedEventArgs(instance, error));

    internal void NotifyTerminated(WorkflowInstance instance, Exception exception) =>
        Raise(WorkflowTerminated, instance, new WorkflowTerminatedEventArgs(instance, exception));

    internal void NotifyCompleted(WorkflowInstance instance, Dictionary<string, object?> outputs) =>
        Raise(WorkflowCompleted, instance, new WorkflowCompletedEventArgs(instance, outputs));

    /// <summary>Calls application code, and reports its exceptions, because no caller receives them.</summary>
    internal void Guard(Action call, Guid instanceId)
    {
        try
        {
            call();
        }
        catch (Exception exception)
        {
            Report(exception, instanceId);
        }
    }

    internal void Report(Exception exception, Guid instanceId)
    {
        try
        {
            ServicesExceptionNotHandled?.Invoke(this, new ServicesExceptionNotHandledEventArgs(exception, instanceId));
        }
        catch (Exception)
        {
            // The handler of last resort has failed. Nothing else can receive the exception, and the instance must continue.
        }
    }

    private InstanceRegistry.Entry LoadEntry(Guid instanceId, WorkflowInstance? handle) =>
        _instances.Load(instanceId, () => _instances.Find(instanceId) ?? LoadNow(instanceId, handle));

    private InstanceRegistry.Entry LoadNow(Guid instanceId, WorkflowInstance? handle)
    {
        if (Persistence is not { } persistence)
        {
            throw new InvalidOperationException($"There is no workflow instance '{instanceId}', or it has ended; use the id of an instance that has not.");
        }

        Start(isAgain: false);

        // The transaction of the caller does not apply to the instance.
        using TransactionScope apart = new(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled);
        InstanceRegistry.Entry entry = InstanceSnapshot.Load(instanceId, Host, DefinitionOf, () => LoadNow(persistence, instanceId, handle));
        // The instance is registered before it is attached to its handle: an instance that is found through the handle must also be registered.
        _instances.Set(entry);
        entry.Handle.Attach(entry.Instance);
        Notify(InstanceChange.Loaded, entry.Handle);
        entry.Instance.Continue();
        return entry;
    }

    /// <summary>Loads an instance. If its activities cannot be loaded, its lock is released.</summary>
    private InstanceRegistry.Entry LoadNow(WorkflowPersistenceService persistence, Guid instanceId, WorkflowInstance? handle)
    {
        Activity root = persistence.LoadWorkflowInstanceState(instanceId);
        try
        {
            WorkflowInstance instance = handle ?? new WorkflowInstance(this, DefinitionOf(root.GetType()), instanceId);
            return new InstanceRegistry.Entry(instance, new ActiveInstance(new RuntimeInstanceHost(this, _services, instance), root));
        }
        catch (Exception failure)
        {
            InstanceSnapshot.LoadFailure = failure;
            Guard(new WorkBatchSaver(Saving, Host, root, instanceId, new WorkBatch()).Unlock, instanceId);
            throw new PersistenceException($"The workflow instance '{instanceId}' could not be loaded: {failure.Message}", failure);
        }
    }

    /// <summary>Calls each handler, even if another handler throws.</summary>
    private void Raise<T>(EventHandler<T>? handlers, WorkflowInstance instance, T arguments)
        where T : EventArgs
    {
        foreach (EventHandler<T> handler in Delegate.EnumerateInvocationList(handlers))
        {
            Guard(() => handler(this, arguments), instance.InstanceId);
        }
    }
}
