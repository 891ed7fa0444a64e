using System.Collections.ObjectModel;
using System.Diagnostics;
using System.Xml.Linq;
using Workflow.Hosting;
using Workflow.Persistence;
using Workflow.Tracking;

namespace Workflow;

/// <summary>
/// Hosts one workflow instance that may wait for a long time: it runs, becomes idle, is resumed, saved, unloaded and loaded again (rules 16 and 22.2).
/// </summary>
/// <remarks>
/// <para>Safe from any thread. One thing at a time happens to the instance; what comes meanwhile waits without holding a thread. No operation runs
/// activities on its caller's thread: the instance goes on on a thread of the pool, or in its <see cref="SynchronizationContext"/>, with none of the caller's
/// ambient values. <see cref="RunsInline"/> changes that.</para>
/// <para>Handlers may be set at any time, and run on the thread that has the instance just then. From inside a handler every operation of the same
/// instance but <see cref="Abort()"/> is an <see cref="InvalidOperationException"/>. An exception from a handler aborts the instance; from
/// <see cref="Aborted"/> it is ignored. A handler that combines several methods is an <see cref="ArgumentException"/>.</para>
/// <para>When the instance has ended, operations answer as rule 6.7 says: with a <see cref="WorkflowApplicationCompletedException"/>, a
/// <see cref="WorkflowApplicationTerminatedException"/>, a <see cref="WorkflowApplicationAbortedException"/> or a
/// <see cref="WorkflowApplicationUnloadedException"/>, except that cancelling or unloading what has completed or been unloaded does nothing.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ApplicationDebugView))]
public sealed class WorkflowApplication
{
    private readonly ApplicationInstance _instance;

    /// <summary>Creates an application for an instance of a definition without inputs and identity.</summary>
    /// <param name="workflowDefinition">The root of the definition; it is looked at when the instance is first used (rule 16.9).</param>
    public WorkflowApplication(Activity workflowDefinition)
        : this(workflowDefinition, null, null, hasInputs: false)
    {
    }

    /// <summary>Creates an application for an instance with inputs.</summary>
    /// <param name="workflowDefinition">The root of the definition.</param>
    /// <param name="inputs">Values for its in and in-out arguments by name; null values count as not supplied. Left alone until the instance starts.</param>
    public WorkflowApplication(Activity workflowDefinition, IDictionary<string, object?> inputs)
        : this(workflowDefinition, inputs, null, hasInputs: true)
    {
    }

    /// <summary>Creates an application for an instance of a definition that is known by an identity.</summary>
    /// <param name="workflowDefinition">The root of the definition.</param>
    /// <param name="definitionIdentity">Saved with the instance and compared when it is loaded; null: none.</param>
    public WorkflowApplication(Activity workflowDefinition, WorkflowIdentity? definitionIdentity)
        : this(workflowDefinition, null, definitionIdentity, hasInputs: false)
    {
    }

    /// <inheritdoc cref="WorkflowApplication(Activity, IDictionary{string, object})"/>
    /// <param name="workflowDefinition">The root of the definition.</param>
    /// <param name="inputs">Values for its in and in-out arguments by name; null values count as not supplied. Left alone until the instance starts.</param>
    /// <param name="definitionIdentity">Saved with the instance and compared when it is loaded; null: none.</param>
    public WorkflowApplication(Activity workflowDefinition, IDictionary<string, object?> inputs, WorkflowIdentity? definitionIdentity)
        : this(workflowDefinition, inputs, definitionIdentity, hasInputs: true)
    {
    }

    private WorkflowApplication(Activity workflowDefinition, IDictionary<string, object?>? inputs, WorkflowIdentity? definitionIdentity, bool hasInputs)
    {
        ArgumentNullException.ThrowIfNull(workflowDefinition);
        if (hasInputs)
        {
            ArgumentNullException.ThrowIfNull(inputs);
        }

        _instance = new ApplicationInstance(new ApplicationSetup(workflowDefinition, inputs, definitionIdentity));
    }

    /// <summary>The id of the instance. Once read it is this instance's, so that another one can no longer be loaded (rule 16.7).</summary>
    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    public Guid Id => _instance.ExposeId();

    /// <summary>The root of the definition.</summary>
    public Activity WorkflowDefinition => _instance.Setup.Definition;

    /// <summary>The identity of the definition; null for none.</summary>
    public WorkflowIdentity? DefinitionIdentity => _instance.Setup.Identity;

    /// <summary>Where the instance is saved; null, the default: nowhere.</summary>
    /// <exception cref="InvalidOperationException">Set after the first operation.</exception>
    public InstanceStore? InstanceStore
    {
        get => _instance.Setup.Store;
        set => _instance.Setup.Store = value;
    }

    /// <summary>What activities find by type; to be filled before the first operation.</summary>
    public WorkflowInstanceExtensionManager Extensions => _instance.Setup.ExtensionManager;

    /// <summary>Where everything that happens to the instance is posted; null, the default: it happens on threads of the pool. A context that fails to take a post aborts the instance.</summary>
    /// <exception cref="InvalidOperationException">Set after the first operation.</exception>
    public SynchronizationContext? SynchronizationContext
    {
        get => _instance.Setup.Context;
        set => _instance.Setup.Context = value;
    }

    /// <summary>
    /// True: what an operation brings to a waiting instance, or the end of an asynchronous activity, is run on that very thread, up to the next wait. False, the
    /// default: on the thread pool. Without effect on <see cref="Run"/>, and where there is a <see cref="SynchronizationContext"/>.
    /// </summary>
    /// <remarks>
    /// It saves the way to the pool, and has its price: the caller waits for the activities, whatever they do, also under its locks; it cannot
    /// cancel what it has just resumed; handlers run on its thread. Instances that resume each other run inside each other, up to 16 deep; the next one
    /// goes to the pool. Ambient values do not flow here either, in neither direction.
    /// </remarks>
    /// <exception cref="InvalidOperationException">Set after the first operation.</exception>
    public bool RunsInline
    {
        get => _instance.Setup.RunsInline;
        set => _instance.Setup.RunsInline = value;
    }

    /// <summary>Called once when the instance is aborted, on another thread than the one that asked for it (rule 16.5).</summary>
    public Action<WorkflowApplicationAbortedEventArgs>? Aborted
    {
        get => _instance.Handlers?.Aborted;
        set => Handlers.Aborted = ApplicationHandlers.Single(value, nameof(Aborted));
    }

    /// <summary>Called when the instance has completed, in whatever state (rule 16.3).</summary>
    public Action<WorkflowApplicationCompletedEventArgs>? Completed
    {
        get => _instance.Handlers?.Completed;
        set => Handlers.Completed = ApplicationHandlers.Single(value, nameof(Completed));
    }

    /// <summary>Called when the instance has left this object: after it completed, or was saved and unloaded.</summary>
    public Action<WorkflowApplicationEventArgs>? Unloaded
    {
        get => _instance.Handlers?.Unloaded;
        set => Handlers.Unloaded = ApplicationHandlers.Single(value, nameof(Unloaded));
    }

    /// <summary>Called once each time that the instance has nothing left to run and waits (rule 7.2).</summary>
    public Action<WorkflowApplicationIdleEventArgs>? Idle
    {
        get => _instance.Handlers?.Idle;
        set => Handlers.Idle = ApplicationHandlers.Single(value, nameof(Idle));
    }

    /// <summary>Called after <see cref="Idle"/> when the instance can be saved and there is a store; its answer is carried out at once.</summary>
    public Func<WorkflowApplicationIdleEventArgs, PersistableIdleAction>? PersistableIdle
    {
        get => _instance.Handlers?.PersistableIdle;
        set => Handlers.PersistableIdle = ApplicationHandlers.Single(value, nameof(PersistableIdle));
    }

    /// <summary>Says what becomes of an exception that nothing in the workflow handles; null, the default: the instance is terminated (rule 16.4).</summary>
    public Func<WorkflowApplicationUnhandledExceptionEventArgs, UnhandledExceptionAction>? OnUnhandledException
    {
        get => _instance.Handlers?.UnhandledException;
        set => Handlers.UnhandledException = ApplicationHandlers.Single(value, nameof(OnUnhandledException));
    }

    /// <summary>
    /// Ends when the instance has completed and left this object. It fails with a <see cref="WorkflowApplicationAbortedException"/> when the instance is
    /// aborted, and with a <see cref="WorkflowApplicationUnloadedException"/> when it is unloaded before; a terminated one has completed.
    /// </summary>
    public Task<WorkflowCompletion> Completion => _instance.Completion.Task;

    /// <summary>What a debugger shows.</summary>
    internal string DebuggerText => DebugView.Text;

    /// <summary>What a debugger shows below it.</summary>
    internal ApplicationDebugView DebugView => new(this, _instance);

    private ApplicationHandlers Handlers => _instance.GetOrCreateHandlers();

    /// <summary>Adds values that the first save writes for others to read; they never come back.</summary>
    /// <param name="writeOnlyValues">The values; a name that was added before is replaced.</param>
    /// <exception cref="InvalidOperationException">After the first operation.</exception>
    public void AddInitialInstanceValues(IDictionary<XName, object?> writeOnlyValues)
    {
        ArgumentNullException.ThrowIfNull(writeOnlyValues);
        _instance.Setup.ChangeInitial("the initial values").Add(writeOnlyValues);
    }

    /// <summary>Adds keys by which the instance can be found from its first save until it completes.</summary>
    /// <param name="keys">The keys. If one of them belongs to another instance, the first save fails with an <see cref="InstanceKeyCollisionException"/>.</param>
    /// <param name="requestId">The request that starts the instance, as in <see cref="InstanceSave.RequestId"/>; null for none.</param>
    /// <exception cref="InvalidOperationException">After the first operation.</exception>
    public void AddInitialInstanceKeys(IEnumerable<Guid> keys, Guid? requestId = null)
    {
        ArgumentNullException.ThrowIfNull(keys);
        _instance.Setup.ChangeInitial("the initial keys").Add(keys, requestId);
    }

    /// <summary>Reads and locks a saved instance without making it live, to see by its identity with which definition to load it.</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="instanceStore">The store.</param>
    /// <param name="cancellationToken">Gives the call up.</param>
    /// <returns>The instance, for <see cref="LoadAsync(WorkflowApplicationInstance, CancellationToken)"/> or <see cref="WorkflowApplicationInstance.AbandonAsync"/>.</returns>
    /// <exception cref="InstancePersistenceException">There is no such instance, another owner has it, or the store fails; the type of the exception says which.</exception>
    public static Task<WorkflowApplicationInstance> GetInstanceAsync(Guid instanceId, InstanceStore instanceStore, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        return WorkflowApplicationInstance.GetAsync(instanceStore, instanceId, cancellationToken);
    }

    /// <summary>The same for any instance that is runnable and that the store's default owner takes.</summary>
    /// <param name="instanceStore">The store.</param>
    /// <param name="cancellationToken">Gives the call up.</param>
    /// <returns>The instance.</returns>
    /// <exception cref="InstanceNotReadyException">None is runnable now.</exception>
    public static Task<WorkflowApplicationInstance> GetRunnableInstanceAsync(InstanceStore instanceStore, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        return WorkflowApplicationInstance.GetRunnableAsync(instanceStore, cancellationToken);
    }

    /// <summary>Makes the owner that all applications of this process use at a store which have none of their own (rule 7.9.1).</summary>
    /// <param name="instanceStore">The store.</param>
    /// <param name="definitionIdentity">The definition whose instances it takes; null: instances without identity.</param>
    /// <param name="identityFilter">How identities are compared.</param>
    /// <param name="cancellationToken">Gives the call up.</param>
    /// <returns>A task that ends with it.</returns>
    /// <exception cref="InvalidOperationException">The store has a default owner.</exception>
    public static Task CreateDefaultInstanceOwnerAsync(
        InstanceStore instanceStore, WorkflowIdentity? definitionIdentity, WorkflowIdentityFilter identityFilter, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        return DefaultInstanceOwner.CreateAsync(instanceStore, definitionIdentity, identityFilter, cancellationToken);
    }

    /// <inheritdoc cref="CreateDefaultInstanceOwnerAsync(InstanceStore, WorkflowIdentity, WorkflowIdentityFilter, CancellationToken)"/>
    /// <param name="instanceStore">The store.</param>
    /// <param name="options">Its name, the instances it takes, and what becomes of those that hosts fail with (rule 7.10).</param>
    /// <param name="cancellationToken">Gives the call up.</param>
    public static Task CreateDefaultInstanceOwnerAsync(InstanceStore instanceStore, InstanceOwnerOptions options, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        ArgumentNullException.ThrowIfNull(options);
        return DefaultInstanceOwner.CreateAsync(instanceStore, options, cancellationToken);
    }

    /// <summary>Ends the default owner of a store; what it still holds is free for others. Without one nothing happens.</summary>
    /// <param name="instanceStore">The store.</param>
    /// <param name="cancellationToken">Gives the call up.</param>
    /// <returns>A task that ends with it.</returns>
    public static Task DeleteDefaultInstanceOwnerAsync(InstanceStore instanceStore, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        return DefaultInstanceOwner.DeleteAsync(instanceStore, cancellationToken);
    }

    /// <summary>
    /// Lets the instance run, on a thread of the pool or in <see cref="SynchronizationContext"/>, and returns at once. An idle instance is told to be idle once
    /// more. While <see cref="Completed"/> is being called on another thread, it waits for that, and throws then as for any instance that has ended.
    /// </summary>
    /// <exception cref="InvalidWorkflowException">The definition is invalid; the message lists every error.</exception>
    /// <exception cref="ArgumentException">Inputs are missing, unknown or of the wrong type; the message names them all.</exception>
    public void Run() => ApplicationRequests.Start(_instance);

    /// <inheritdoc cref="Abort(string)"/>
    public void Abort() => ApplicationRequests.Abort(_instance, $"The application aborted the workflow '{WorkflowDefinition.DisplayName}'.");

    /// <summary>
    /// Ends the instance without a final state and without a save, and returns at once. Only <c>Abort</c> overrides run; then
    /// <see cref="Aborted"/> is called. May be called from handlers and from activities. A second call does nothing.
    /// </summary>
    /// <param name="reason">Why; the message of the <see cref="WorkflowApplicationAbortedException"/> that the handler gets.</param>
    public void Abort(string? reason) => ApplicationRequests.Abort(_instance, reason);

    /// <summary>Asks the root to cancel; an instance that does not run yet is canceled without having begun (rule 6.4).</summary>
    /// <param name="cancellationToken">Gives the request up while it waits for its turn.</param>
    /// <returns>A task that ends when the request has been made; what activities do about it may take longer.</returns>
    public Task CancelAsync(CancellationToken cancellationToken = default) => ApplicationRequests.AskAsync(_instance, SpanTrail.Noted(new CancelOperation(cancellationToken)));

    /// <summary>Ends the instance as <see cref="ActivityInstanceState.Faulted"/> with a <see cref="WorkflowApplicationTerminatedException"/>.</summary>
    /// <param name="reason">The message.</param>
    /// <param name="cancellationToken">Gives the request up while it waits for its turn.</param>
    /// <returns>A task that ends when the request has been made.</returns>
    public Task TerminateAsync(string reason, CancellationToken cancellationToken = default) =>
        ApplicationRequests.AskAsync(_instance, SpanTrail.Noted(new TerminateOperation(() => new WorkflowApplicationTerminatedException(reason, _instance.InstanceId), cancellationToken)));

    /// <inheritdoc cref="TerminateAsync(string, CancellationToken)"/>
    /// <param name="reason">What <see cref="WorkflowApplicationCompletedEventArgs.TerminationException"/> will be.</param>
    /// <param name="cancellationToken">Gives the request up while it waits for its turn.</param>
    public Task TerminateAsync(Exception reason, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reason);
        return ApplicationRequests.AskAsync(_instance, SpanTrail.Noted(new TerminateOperation(() => reason, cancellationToken)));
    }

    /// <summary>Resumes a named bookmark as soon as the instance is idle; one that does not run yet is started (rule 16.6). What follows is not waited for.</summary>
    /// <param name="bookmarkName">The name.</param>
    /// <param name="value">What its callback gets.</param>
    /// <param name="cancellationToken">Ends the wait; the resumption may still take effect.</param>
    /// <returns>
    /// <see cref="BookmarkResumptionResult.Success"/> when the callback of the bookmark will run, on another thread than the caller's;
    /// <see cref="BookmarkResumptionResult.NotFound"/> when no such bookmark is outstanding, or the instance completed;
    /// <see cref="BookmarkResumptionResult.NotReady"/> when it was unloaded or aborted. One that is not ready for another reason is tried again.
    /// </returns>
    /// <exception cref="BookmarkValueException">The activity expects a value of another type, and waits on (rule 8.9).</exception>
    public Task<BookmarkResumptionResult> ResumeBookmarkAsync(string bookmarkName, object? value = null, CancellationToken cancellationToken = default) =>
        ApplicationRequests.ResumeAsync(_instance, new Bookmark(bookmarkName), value, cancellationToken);

    /// <inheritdoc cref="ResumeBookmarkAsync(string, object, CancellationToken)"/>
    /// <param name="bookmark">The bookmark.</param>
    /// <param name="value">What its callback gets.</param>
    /// <param name="cancellationToken">Ends the wait; the resumption may still take effect.</param>
    public Task<BookmarkResumptionResult> ResumeBookmarkAsync(Bookmark bookmark, object? value = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(bookmark);
        return ApplicationRequests.ResumeAsync(_instance, bookmark, value, cancellationToken);
    }

    /// <summary>Brings messages of the store, which are delivered in order when the instance has their bookmarks; its saves remove them from the store (rule 16.10).</summary>
    /// <param name="messages">The messages of this instance that the host has not brought before, in order. Messages that it has brought are ignored.</param>
    public void ReceiveMessages(IReadOnlyList<ReceivedMessage> messages)
    {
        ArgumentNullException.ThrowIfNull(messages);
        ApplicationRequests.Receive(_instance, messages);
    }

    /// <summary>Saves the instance; one that runs is saved between two items, as soon as nothing of rule 7.1 holds, and runs on.</summary>
    /// <param name="cancellationToken">Gives the save up, whatever the store does; it may take effect all the same.</param>
    /// <returns>A task that ends with the save. When it fails, the instance is as it was.</returns>
    /// <exception cref="InvalidOperationException">There is no <see cref="InstanceStore"/>.</exception>
    /// <exception cref="InstancePersistenceException">The save failed.</exception>
    public Task PersistAsync(CancellationToken cancellationToken = default) => ApplicationRequests.AskAsync(_instance, new SaveOperation(unloads: false, cancellationToken));

    /// <summary>Saves the instance and ends its life in this object, for another one to load it; then <see cref="Unloaded"/> is called.</summary>
    /// <param name="cancellationToken">Gives the save up, whatever the store does. The instance goes on then; if the save takes effect all the same, it is aborted.</param>
    /// <returns>A task that ends with it. When it fails, the instance is as it was.</returns>
    /// <exception cref="InvalidOperationException">There is no <see cref="InstanceStore"/>.</exception>
    /// <exception cref="InstancePersistenceException">The save failed.</exception>
    public Task UnloadAsync(CancellationToken cancellationToken = default) => ApplicationRequests.AskAsync(_instance, new SaveOperation(unloads: true, cancellationToken));

    /// <summary>
    /// Unloads the instance like <see cref="UnloadAsync"/>, for the end of the process. Asynchronous operations that are in the way are asked to end: their tokens are signalled. One that ends as canceled
    /// or faulted after that aborts the instance, which continues from its last save; the result of one that completes is saved (rule 7.7.1).
    /// </summary>
    /// <param name="cancellationToken">Ends the wait, for operations that ignore their tokens, and the save. The instance goes on then, with tokens that are signalled; abort it.</param>
    /// <returns>True if the instance was saved, or had completed before; false if it was aborted, because an operation has ended early.</returns>
    /// <exception cref="InvalidOperationException">There is no <see cref="InstanceStore"/>.</exception>
    /// <exception cref="InstancePersistenceException">The save failed.</exception>
    public Task<bool> StopAsync(CancellationToken cancellationToken = default) => ApplicationRequests.AskAsync(_instance, new StopOperation(cancellationToken));

    /// <summary>Saves the instance like <see cref="UnloadAsync"/>, and suspends it: no host runs it until <see cref="InstanceStore.ReleaseAsync"/> (rule 16.10.1).</summary>
    /// <param name="reason">Why, for queries; the first 2000 characters are kept.</param>
    /// <param name="cancellationToken">Gives it up, whatever the store does. It may take effect all the same.</param>
    /// <returns>A task that ends with it. When it fails, the instance is as it was.</returns>
    /// <exception cref="InvalidOperationException">There is no <see cref="InstanceStore"/>, or it does not support messages.</exception>
    /// <exception cref="InstancePersistenceException">The save or the suspension failed.</exception>
    public Task SuspendAsync(string reason, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reason);
        return ApplicationRequests.AskAsync(_instance, new SuspendOperation(reason, cancellationToken));
    }

    /// <summary>Loads a saved instance, which goes on with <see cref="Run"/> or a resumption. Once, and only in an application that is as good as new (rule 16.7).</summary>
    /// <param name="instanceId">The instance.</param>
    /// <param name="cancellationToken">Gives the load up.</param>
    /// <returns>A task that ends with it. When it fails, this object is aborted, and the instance is as it was saved.</returns>
    /// <exception cref="InvalidOperationException">There is no <see cref="InstanceStore"/>, or the application was given inputs, used, or asked for its <see cref="Id"/>.</exception>
    /// <exception cref="VersionMismatchException">The instance has another definition identity.</exception>
    /// <exception cref="InstancePersistenceException">There is no such instance, another owner has it, it cannot be read, or the store fails.</exception>
    public Task LoadAsync(Guid instanceId, CancellationToken cancellationToken = default) => LoadRequests.LoadAsync(_instance, instanceId, cancellationToken);

    /// <summary>Loads an instance that was read before.</summary>
    /// <param name="instance">The instance, from <see cref="GetInstanceAsync"/>.</param>
    /// <param name="cancellationToken">Gives the load up.</param>
    /// <returns>A task that ends with it. When it fails, this object is aborted.</returns>
    /// <exception cref="ArgumentException">It comes from another store than <see cref="InstanceStore"/>.</exception>
    /// <exception cref="InvalidOperationException">It was loaded or given back before; or as for the other overload.</exception>
    /// <exception cref="VersionMismatchException">It has another definition identity; it is still the caller's to give back.</exception>
    public Task LoadAsync(WorkflowApplicationInstance instance, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instance);
        return LoadRequests.LoadAsync(_instance, instance, cancellationToken);
    }

    /// <summary>Loads any instance of this definition that is runnable: a timer is due, or its host is gone.</summary>
    /// <param name="cancellationToken">Gives the load up.</param>
    /// <returns>A task that ends with it. When it fails, this object is aborted.</returns>
    /// <exception cref="InstanceNotReadyException">None is runnable now.</exception>
    /// <exception cref="InvalidOperationException">As for <see cref="LoadAsync(Guid, CancellationToken)"/>.</exception>
    public Task LoadRunnableAsync(CancellationToken cancellationToken = default) => LoadRequests.LoadRunnableAsync(_instance, cancellationToken);

    /// <summary>Looks where the instance waits; one that runs is interrupted for it between two items.</summary>
    /// <param name="cancellationToken">Gives the request up while it waits for its turn.</param>
    /// <returns>The named bookmarks, those in no scope first; empty for none.</returns>
    public Task<ReadOnlyCollection<BookmarkInfo>> GetBookmarksAsync(CancellationToken cancellationToken = default) =>
        ApplicationRequests.AskAsync(_instance, new BookmarksOperation(cancellationToken));
}
