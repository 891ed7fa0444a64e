using System.Collections.Concurrent;
using System.Collections.ObjectModel;
using System.Transactions;
using Workflow.Interop.Legacy.ComponentModel;
using Workflow.Interop.Legacy.ComponentModel.Compiler;
using Workflow.Interop.Legacy.Runtime.Hosting;
using Workflow.Interop.Legacy.Runtime.Tracking;

namespace Workflow.Interop.Legacy.Runtime;

/// <summary>
/// Creates and runs workflow instances. All members are safe for all threads. Handlers of events are called on the thread that causes the event; an exception of a handler
/// raises <see cref="ServicesExceptionNotHandled"/> and does not affect the instance.
/// </summary>
public class WorkflowRuntime : IServiceProvider, IDisposable
{
    private readonly ConcurrentDictionary<Guid, LoadedInstance> _instances = new();
    private readonly ConcurrentDictionary<Guid, Lazy<LoadedInstance>> _loading = new();
    private readonly ConcurrentDictionary<Type, WorkflowDefinition> _definitions = new();
    private readonly RuntimeServices _services;

    /// <summary>Makes a runtime without services. <see cref="StartRuntime"/> adds a <see cref="DefaultWorkflowSchedulerService"/> if it has no scheduler.</summary>
    public WorkflowRuntime() => _services = new RuntimeServices(this);

    /// <summary>An instance was created.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowCreated;

    /// <summary>An instance was started.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowStarted;

    /// <summary>An instance waits: it has no step to run.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowIdled;

    /// <summary>An instance was suspended.</summary>
    public event EventHandler<WorkflowSuspendedEventArgs>? WorkflowSuspended;

    /// <summary>An instance was resumed after it was suspended.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowResumed;

    /// <summary>An instance has completed.</summary>
    public event EventHandler<WorkflowCompletedEventArgs>? WorkflowCompleted;

    /// <summary>An instance has ended with an exception.</summary>
    public event EventHandler<WorkflowTerminatedEventArgs>? WorkflowTerminated;

    /// <summary>An instance was saved.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowPersisted;

    /// <summary>An instance was saved and removed from the memory.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowUnloaded;

    /// <summary>A saved instance was loaded.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowLoaded;

    /// <summary>An instance was aborted.</summary>
    public event EventHandler<WorkflowEventArgs>? WorkflowAborted;

    /// <summary>A service, or a handler of an event, has thrown an exception.</summary>
    public event EventHandler<ServicesExceptionNotHandledEventArgs>? ServicesExceptionNotHandled;

    /// <summary>The runtime was started.</summary>
    public event EventHandler<WorkflowRuntimeEventArgs>? Started;

    /// <summary>The runtime was stopped.</summary>
    public event EventHandler<WorkflowRuntimeEventArgs>? Stopped;

    /// <summary>Whether the runtime is started.</summary>
    public bool IsStarted => _services.IsStarted;

    /// <summary>A name for messages of the application. Default: 'WorkflowRuntime'.</summary>
    public string Name { get; set; } = "WorkflowRuntime";

    /// <summary>Starts the services and the runtime, also after it was stopped. A runtime that is started stays so.</summary>
    /// <exception cref="InvalidOperationException">The runtime is being stopped on another thread, or by this one.</exception>
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
    /// Unloads the instances that have not ended, and stops the services. Without a persistence service, or if an instance cannot be saved, it is aborted. A stopped runtime
    /// refuses instances until <see cref="StartRuntime"/>.
    /// </summary>
    public void StopRuntime()
    {
        if (!_services.BeginStop())
        {
            return;
        }

        foreach (LoadedInstance instance in _instances.Values)
        {
            instance.Leave();
        }

        _services.Stop();
        Guard(() => Stopped?.Invoke(this, new WorkflowRuntimeEventArgs(false)), Guid.Empty);
    }

    /// <summary>Stops the runtime for good.</summary>
    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    /// <summary>Adds a service. A scheduler can be added only once, and before the runtime is started.</summary>
    /// <param name="service">The service: a <see cref="WorkflowRuntimeService"/> or any object.</param>
    /// <exception cref="InvalidOperationException">The service was added before, or it is a scheduler that cannot be added.</exception>
    public void AddService(object service) => _services.Add(service);

    /// <summary>Removes a service.</summary>
    /// <param name="service">The service.</param>
    /// <exception cref="InvalidOperationException">It was not added, or it is a scheduler and the runtime is started.</exception>
    public void RemoveService(object service) => _services.Remove(service);

    /// <summary>The service of a type, or null.</summary>
    /// <typeparam name="T">The type, or a base type or an interface.</typeparam>
    /// <exception cref="InvalidOperationException">There are several.</exception>
    public T? GetService<T>() => (T?)GetService(typeof(T));

    /// <summary>The service of a type, or null.</summary>
    /// <param name="serviceType">The type, or a base type or an interface.</param>
    /// <exception cref="InvalidOperationException">There are several.</exception>
    public object? GetService(Type serviceType) => _services.Get(serviceType);

    /// <summary>The services of a type.</summary>
    /// <typeparam name="T">The type, or a base type or an interface.</typeparam>
    public ReadOnlyCollection<T> GetAllServices<T>() => new([.. _services.All(typeof(T)).Cast<T>()]);

    /// <summary>Whether a service was added.</summary>
    internal bool HasService(object service) => _services.Has(service);

    /// <summary>All services, as they are now; the array does not change.</summary>
    internal object[] ServiceList => _services.List;

    /// <summary>The services of a type.</summary>
    /// <param name="serviceType">The type, or a base type or an interface.</param>
    public ReadOnlyCollection<object> GetAllServices(Type serviceType)
    {
        ArgumentNullException.ThrowIfNull(serviceType);
        return new([.. _services.All(serviceType)]);
    }

    /// <inheritdoc cref="CreateWorkflow(Type, Dictionary{string, object}, Guid)"/>
    public WorkflowInstance CreateWorkflow(Type workflowType) => CreateWorkflow(workflowType, null, Guid.NewGuid());

    /// <inheritdoc cref="CreateWorkflow(Type, Dictionary{string, object}, Guid)"/>
    public WorkflowInstance CreateWorkflow(Type workflowType, Dictionary<string, object>? namedArgumentValues) => CreateWorkflow(workflowType, namedArgumentValues, Guid.NewGuid());

    /// <summary>Creates an instance; <see cref="WorkflowInstance.Start"/> starts it. Starts the runtime if it is not started.</summary>
    /// <param name="workflowType">The type of the root activity. It has a public constructor without parameters.</param>
    /// <param name="namedArgumentValues">Values of public properties of the root activity; null: none.</param>
    /// <param name="instanceId">The id of the instance.</param>
    /// <exception cref="ArgumentException">The type is no workflow, an argument is no property of it, or the id is empty.</exception>
    /// <exception cref="InvalidOperationException">An instance has the id, or the runtime has been stopped.</exception>
    /// <exception cref="ComponentModel.Compiler.WorkflowValidationFailedException">The workflow is not valid, or its instances cannot be saved and the runtime has a persistence service; all problems are listed.</exception>
    public WorkflowInstance CreateWorkflow(Type workflowType, Dictionary<string, object>? namedArgumentValues, Guid instanceId) => CreateWorkflow(workflowType, namedArgumentValues, instanceId, null);

    /// <param name="workflowType">The type.</param>
    /// <param name="namedArgumentValues">Values of public properties, or null.</param>
    /// <param name="instanceId">The id.</param>
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
            definition.CheckSaving(FindType);
        }

        WorkflowInstance instance = new(this, definition, instanceId);
        Activity root = definition.NewTree(namedArgumentValues, isSaved: Persistence is not null);
        if (caller is not null && Tracking.Count > 0)
        {
            TrackingState.SetCaller(root, caller);
        }

        LoadedInstance loaded = new(instance, root);
        if (!_instances.TryAdd(instanceId, loaded))
        {
            throw new InvalidOperationException($"A workflow instance '{instanceId}' exists; use an id once.");
        }

        instance.Attach(loaded);
        if (Tracking.Count > 0)
        {
            loaded.TryRequest(new InstanceRequest(InstanceChange.Created), isOptional: true);
        }

        Notify(InstanceChange.Created, instance);
        return instance;
    }

    /// <summary>An instance that has not ended. One that is unloaded is loaded; the caller waits.</summary>
    /// <param name="instanceId">Its id.</param>
    /// <exception cref="InvalidOperationException">There is no such instance, or the runtime has been stopped.</exception>
    /// <exception cref="WorkflowOwnershipException">Another runtime has it.</exception>
    /// <exception cref="PersistenceException">It cannot be loaded.</exception>
    public WorkflowInstance GetWorkflow(Guid instanceId) => (Find(instanceId) ?? Load(instanceId, null)).Handle;

    /// <summary>The instances that have not ended and are in the memory.</summary>
    public ReadOnlyCollection<WorkflowInstance> GetLoadedWorkflows() => new([.. _instances.Values.Select(static instance => instance.Handle)]);

    /// <summary>Stops the runtime.</summary>
    /// <param name="disposing">True.</param>
    protected virtual void Dispose(bool disposing)
    {
        if (disposing)
        {
            StopRuntime();
            _services.Dispose();
        }
    }

    /// <summary>The clock: the <see cref="TimeProvider"/> among the services, or that of the system.</summary>
    internal TimeProvider Time => GetService<TimeProvider>() ?? TimeProvider.System;

    internal WorkflowPersistenceService? Persistence => _services.Persistence;

    /// <summary>The services that track instances.</summary>
    internal IReadOnlyList<ServiceProfiles> Tracking => _services.Tracking;

    internal WorkflowCommitWorkBatchService CommitService => _services.CommitService;

    internal void Schedule(Action run, Guid instanceId) => _services.Scheduler.Schedule(_ => run(), instanceId);

    internal void Schedule(Action run, Guid instanceId, DateTime whenUtc) => _services.Scheduler.Schedule(_ => run(), instanceId, whenUtc, instanceId);

    internal void CancelTimer(Guid instanceId) => _services.Scheduler.Cancel(instanceId);

    internal void Forget(LoadedInstance instance) => _instances.TryRemove(new KeyValuePair<Guid, LoadedInstance>(instance.InstanceId, instance));

    /// <summary>An instance that is in the memory, or null.</summary>
    internal LoadedInstance? Find(Guid instanceId) => _instances.TryGetValue(instanceId, out LoadedInstance? instance) && instance.IsLoaded ? instance : null;

    /// <summary>Loads an instance, or returns the one that another thread has loaded.</summary>
    /// <param name="instanceId">The id.</param>
    /// <param name="handle">The object that the application has; null: a new one.</param>
    internal LoadedInstance Load(Guid instanceId, WorkflowInstance? handle)
    {
        Lazy<LoadedInstance> loading = _loading.GetOrAdd(instanceId, _ => new Lazy<LoadedInstance>(() => LoadNow(instanceId, handle)));
        try
        {
            return loading.Value;
        }
        finally
        {
            _loading.TryRemove(KeyValuePair.Create(instanceId, loading));
        }
    }

    /// <summary>The workflow with a name, of those that the runtime knows; null if there is none.</summary>
    internal WorkflowDefinition? DefinitionOf(string name)
    {
        Type? type = new[] { _definitions.Keys, Persistence?.WorkflowTypes ?? [] }.SelectMany(static types => types).FirstOrDefault(type => SavedTypes.FullNameOf(type) == name)
            ?? FindType(name.Split('|')[^1]);
        return type is not null && SavedTypes.FullNameOf(type) == name ? DefinitionOf(type) : null;
    }

    private WorkflowDefinition DefinitionOf(Type type) => _definitions.GetOrAdd(type, key => WorkflowDefinition.Of(key, _services.Loader.CreateInstance));

    /// <summary>The type with a name that the application has provided, or null.</summary>
    internal Type? FindType(string name) => _services.All(typeof(ITypeProvider)).Select(provider => ((ITypeProvider)provider).GetType(name)).FirstOrDefault(static type => type is not null);

    internal void Notify(InstanceChange change, Guid instanceId)
    {
        if (_instances.TryGetValue(instanceId, out LoadedInstance? instance))
        {
            Notify(change, instance.Handle);
        }
    }

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

    internal void NotifySuspended(WorkflowInstance instance, string? error) => Raise(WorkflowSuspended, instance, new WorkflowSuspendedEventArgs(instance, error));

    internal void NotifyTerminated(WorkflowInstance instance, Exception exception) => Raise(WorkflowTerminated, instance, new WorkflowTerminatedEventArgs(instance, exception));

    internal void NotifyCompleted(WorkflowInstance instance, Dictionary<string, object?> outputs) =>
        Raise(WorkflowCompleted, instance, new WorkflowCompletedEventArgs(instance, outputs));

    /// <summary>Calls code of the application whose exceptions nothing waits for.</summary>
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
            // The handler of last resort has failed: nothing is left that could hear of it, and the instance must go on.
        }
    }

    private LoadedInstance LoadNow(Guid instanceId, WorkflowInstance? handle)
    {
        if (Find(instanceId) is { } found)
        {
            return found;
        }

        if (Persistence is not { } persistence)
        {
            throw new InvalidOperationException($"There is no workflow instance '{instanceId}', or it has ended; use the id of an instance that has not.");
        }

        Start(isAgain: false);

        // A transaction of the caller is none of the instance.
        using TransactionScope apart = new(TransactionScopeOption.Suppress, TransactionScopeAsyncFlowOption.Enabled);
        LoadedInstance instance = SavedForm.Load(this, instanceId, () => LoadNow(persistence, instanceId, handle));
        // First for all, then for the handle: what is found there is found here, too.
        _instances[instanceId] = instance;
        instance.Handle.Attach(instance);
        Notify(InstanceChange.Loaded, instance.Handle);
        instance.GoOn();
        return instance;
    }

    /// <summary>An instance whose activities cannot be loaded is given back.</summary>
    private LoadedInstance LoadNow(WorkflowPersistenceService persistence, Guid instanceId, WorkflowInstance? handle)
    {
        Activity root = persistence.LoadWorkflowInstanceState(instanceId);
        try
        {
            return new LoadedInstance(handle ?? new WorkflowInstance(this, DefinitionOf(root.GetType()), instanceId), root);
        }
        catch (Exception failure)
        {
            SavedForm.LoadFailure = failure;
            Guard(new PersistencePoint(this, root, instanceId, new WorkBatch()).Unlock, instanceId);
            throw new PersistenceException($"The workflow instance '{instanceId}' could not be loaded: {failure.Message}", failure);
        }
    }

    /// <summary>Calls each handler, also after one that throws.</summary>
    private void Raise<T>(EventHandler<T>? handlers, WorkflowInstance instance, T arguments)
        where T : EventArgs
    {
        foreach (EventHandler<T> handler in Delegate.EnumerateInvocationList(handlers))
        {
            Guard(() => handler(this, arguments), instance.InstanceId);
        }
    }
}
