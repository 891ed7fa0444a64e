// Over 400 lines because each public member of the host documents its whole contract; the code has 220.
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
/// <para>Thread-safe. Operations on the instance run one at a time; waiting operations do not block threads. No operation runs activities on the thread of its
/// caller: the instance continues on a thread of the pool, or in its <see cref="SynchronizationContext"/>, without the ambient values of the caller.
/// <see cref="RunsInline"/> changes the thread.</para>
/// <para>Handlers may be set at any time, and are called on the thread that runs the instance at that moment. Inside a handler, every operation of the same
/// instance except <see cref="Abort()"/> throws an <see cref="InvalidOperationException"/>. An exception from a handler aborts the instance; from
/// <see cref="Aborted"/> it is ignored. A delegate that combines several methods is rejected with an <see cref="ArgumentException"/>.</para>
/// <para>After the end of the instance, operations throw a <see cref="WorkflowApplicationCompletedException"/>, a
/// <see cref="WorkflowApplicationTerminatedException"/>, a <see cref="WorkflowApplicationAbortedException"/> or a
/// <see cref="WorkflowApplicationUnloadedException"/> (rule 6.7). Canceling or unloading an instance that has completed or was unloaded does nothing.</para>
/// </remarks>
[DebuggerDisplay("{DebuggerText,nq}")]
[DebuggerTypeProxy(typeof(ApplicationDebugView))]
public sealed class WorkflowApplication
{
    private readonly ApplicationInstance _instance;

    /// <summary>Creates an application for an instance of a definition, without inputs and identity.</summary>
    /// <param name="workflowDefinition">The root of the definition. It is validated when the instance is first used (rule 16.9).</param>
    public WorkflowApplication(Activity workflowDefinition)
        : this(workflowDefinition, null, null, hasInputs: false)
    {
    }

    /// <summary>Creates an application for an instance with inputs.</summary>
    /// <param name="workflowDefinition">The root of the definition.</param>
    /// <param name="inputs">
    /// The values of the in and in-out arguments of the root, by name; null values count as not supplied. They are read when the instance starts.
    /// </param>
    public WorkflowApplication(Activity workflowDefinition, IDictionary<string, object?> inputs)
        : this(workflowDefinition, inputs, null, hasInputs: true)
    {
    }

    /// <summary>Creates an application for an instance of a definition that has an identity.</summary>
    /// <param name="workflowDefinition">The root of the definition.</param>
    /// <param name="definitionIdentity">The identity, which is saved with the instance and compared when the instance is loaded; null for none.</param>
    public WorkflowApplication(Activity workflowDefinition, WorkflowIdentity? definitionIdentity)
        : this(workflowDefinition, null, definitionIdentity, hasInputs: false)
    {
    }

    /// <inheritdoc cref="WorkflowApplication(Activity, IDictionary{string, object})"/>
    /// <param name="workflowDefinition">The root of the definition.</param>
    /// <param name="inputs">
    /// The values of the in and in-out arguments of the root, by name; null values count as not supplied. They are read when the instance starts.
    /// </param>
    /// <param name="definitionIdentity">The identity, which is saved with the instance and compared when the instance is loaded; null for none.</param>
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

        _instance = new ApplicationInstance(workflowDefinition, inputs, definitionIdentity);
    }

    /// <summary>The id of the instance. After the first read, no instance with another id can be loaded into this application (rule 16.7).</summary>
    [DebuggerBrowsable(DebuggerBrowsableState.Never)]
    public Guid Id => _instance.ExposeId();

    /// <summary>The root of the definition.</summary>
    public Activity WorkflowDefinition => _instance.Definition;

    /// <summary>The identity of the definition; null for none.</summary>
    public WorkflowIdentity? DefinitionIdentity => _instance.Settings.Identity;

    /// <summary>The store in which the instance is saved; null, the default, for none.</summary>
    /// <exception cref="InvalidOperationException">The property is set after the first operation.</exception>
    public InstanceStore? InstanceStore
    {
        get => _instance.Settings.Store;
        set => _instance.ChangeSettings(nameof(InstanceStore)).Store = value;
    }

    /// <summary>The objects that activities find by type. Add them before the first operation.</summary>
    public WorkflowInstanceExtensionManager Extensions => _instance.ExtensionManager;

    /// <summary>
    /// The context to which the work of the instance is posted; null, the default, for threads of the pool. A context that fails to accept a post aborts the
    /// instance.
    /// </summary>
    /// <exception cref="InvalidOperationException">The property is set after the first operation.</exception>
    public SynchronizationContext? SynchronizationContext
    {
        get => _instance.Settings.Context;
        set => _instance.ChangeSettings(nameof(SynchronizationContext)).Context = value;
    }

    /// <summary>
    /// True if an idle instance runs on the thread that brings it an operation or the end of an asynchronous activity, up to its next wait. False, the
    /// default, if it runs on the thread pool. Without effect on <see cref="Run"/>, and if there is a <see cref="SynchronizationContext"/>.
    /// </summary>
    /// <remarks>
    /// This saves a switch to the thread pool, at a price: the caller waits for the activities, even if it holds locks; it cannot cancel what it has just
    /// resumed; and handlers run on its thread. Instances that resume each other run inside each other, at most 16 deep; the next one runs on the pool.
    /// Ambient values flow in neither direction.
    /// </remarks>
    /// <exception cref="InvalidOperationException">The property is set after the first operation.</exception>
    public bool RunsInline
    {
        get => _instance.Settings.RunsInline;
        set => _instance.ChangeInline(value);
    }

    /// <summary>Called once when the instance is aborted, on another thread than the one that requested the abort (rule 16.5).</summary>
    public Action<WorkflowApplicationAbortedEventArgs>? Aborted
    {
        get => _instance.Handlers?.Aborted;
        set => Handlers.Aborted = ApplicationHandlers.Single(value, nameof(Aborted));
    }

    /// <summary>Called when the instance has completed, in any state (rule 16.3).</summary>
    public Action<WorkflowApplicationCompletedEventArgs>? Completed
    {
        get => _instance.Handlers?.Completed;
        set => Handlers.Completed = ApplicationHandlers.Single(value, nameof(Completed));
    }

    /// <summary>Called when the instance has left this object, because it has completed, or was saved and unloaded.</summary>
    public Action<WorkflowApplicationEventArgs>? Unloaded
    {
        get => _instance.Handlers?.Unloaded;
        set => Handlers.Unloaded = ApplicationHandlers.Single(value, nameof(Unloaded));
    }

    /// <summary>Called each time that the instance has nothing left to run and waits (rule 7.2).</summary>
    public Action<WorkflowApplicationIdleEventArgs>? Idle
    {
        get => _instance.Handlers?.Idle;
        set => Handlers.Idle = ApplicationHandlers.Single(value, nameof(Idle));
    }

    /// <summary>Called after <see cref="Idle"/> if the instance can be saved and there is a store. The returned action is carried out at once.</summary>
    public Func<WorkflowApplicationIdleEventArgs, PersistableIdleAction>? PersistableIdle
    {
        get => _instance.Handlers?.PersistableIdle;
        set => Handlers.PersistableIdle = ApplicationHandlers.Single(value, nameof(PersistableIdle));
    }

    /// <summary>
    /// Called when nothing in the workflow handles an exception; returns the action. Null, the default, to terminate the instance (rule 16.4).
    /// </summary>
    public Func<WorkflowApplicationUnhandledExceptionEventArgs, UnhandledExceptionAction>? OnUnhandledException
    {
        get => _instance.Handlers?.UnhandledException;
        set => Handlers.UnhandledException = ApplicationHandlers.Single(value, nameof(OnUnhandledException));
    }

    /// <summary>
    /// The end of the instance. The task completes when the instance has completed, in any state, and has left this object. It fails with a
    /// <see cref="WorkflowApplicationAbortedException"/> if the instance is aborted, and with a <see cref="WorkflowApplicationUnloadedException"/> if it is
    /// unloaded before it has completed. A terminated instance has completed.
    /// </summary>
    public Task<WorkflowCompletion> Completion => _instance.Completion.Of(_instance);

    /// <summary>The text in a debugger.</summary>
    internal string DebuggerText => DebugView.Text;

    /// <summary>The members in a debugger.</summary>
    internal ApplicationDebugView DebugView => new(this, _instance);

    private ApplicationHandlers Handlers => _instance.GetOrCreateHandlers();

    private ApplicationRequests Requests => new(_instance);

    /// <summary>Adds values that the first save writes for queries. They are not restored by a load.</summary>
    /// <param name="writeOnlyValues">The values. A value replaces one that was added before under the same name.</param>
    /// <exception cref="InvalidOperationException">The method is called after the first operation.</exception>
    public void AddInitialInstanceValues(IDictionary<XName, object?> writeOnlyValues)
    {
        ArgumentNullException.ThrowIfNull(writeOnlyValues);
        (_instance.ChangeSettings("the initial values").Initial ??= new InitialData()).Add(writeOnlyValues);
    }

    /// <summary>Adds keys by which the instance can be found, from its first save until it completes.</summary>
    /// <param name="keys">
    /// The keys. If one of them belongs to another instance, the first save fails with an <see cref="InstanceKeyCollisionException"/>.
    /// </param>
    /// <param name="requestId">The request that starts the instance, as in <see cref="InstanceSave.RequestId"/>; null for none.</param>
    /// <exception cref="InvalidOperationException">The method is called after the first operation.</exception>
    public void AddInitialInstanceKeys(IEnumerable<Guid> keys, Guid? requestId = null)
    {
        ArgumentNullException.ThrowIfNull(keys);
        (_instance.ChangeSettings("the initial keys").Initial ??= new InitialData()).Add(keys, requestId);
    }

    /// <summary>Reads and locks a saved instance without running it, to get the identity of the definition with which it must be loaded.</summary>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="instanceStore">The store.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>
    /// The instance, for <see cref="LoadAsync(WorkflowApplicationInstance, CancellationToken)"/> or <see cref="WorkflowApplicationInstance.AbandonAsync"/>.
    /// </returns>
    /// <exception cref="InstancePersistenceException">
    /// There is no such instance, another owner has locked it, or the store fails; the type of the exception identifies the case.
    /// </exception>
    public static Task<WorkflowApplicationInstance> GetInstanceAsync(
        Guid instanceId, InstanceStore instanceStore, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        return WorkflowApplicationInstance.GetAsync(instanceStore, instanceId, cancellationToken);
    }

    /// <summary>Reads and locks a runnable instance without running it: any instance that the default owner of the store takes.</summary>
    /// <param name="instanceStore">The store.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The instance.</returns>
    /// <exception cref="InstanceNotReadyException">No instance is runnable now.</exception>
    public static Task<WorkflowApplicationInstance> GetRunnableInstanceAsync(InstanceStore instanceStore, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        return WorkflowApplicationInstance.GetRunnableAsync(instanceStore, cancellationToken);
    }

    /// <summary>
    /// Creates the default owner of a store, which all applications of this process use at this store, instead of an owner for each instance (rule 7.9.1).
    /// </summary>
    /// <param name="instanceStore">The store.</param>
    /// <param name="definitionIdentity">The identity of the definition whose instances the owner takes; null for instances without an identity.</param>
    /// <param name="identityFilter">The comparison of identities.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>A task that completes when the owner exists.</returns>
    /// <exception cref="InvalidOperationException">The store already has a default owner.</exception>
    public static Task CreateDefaultInstanceOwnerAsync(
        InstanceStore instanceStore, WorkflowIdentity? definitionIdentity, WorkflowIdentityFilter identityFilter, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        return InstanceOwners.CreateDefaultAsync(instanceStore, definitionIdentity, identityFilter, cancellationToken);
    }

    /// <inheritdoc cref="CreateDefaultInstanceOwnerAsync(InstanceStore, WorkflowIdentity, WorkflowIdentityFilter, CancellationToken)"/>
    /// <param name="instanceStore">The store.</param>
    /// <param name="options">The name of the owner, the instances that it takes, and the handling of instances that hosts fail with (rule 7.10).</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    public static Task CreateDefaultInstanceOwnerAsync(InstanceStore instanceStore, InstanceOwnerOptions options, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        ArgumentNullException.ThrowIfNull(options);
        return InstanceOwners.CreateDefaultAsync(instanceStore, options, cancellationToken);
    }

    /// <summary>
    /// Deletes the default owner of a store. The instances that it still holds become free for other owners. Without a default owner, this does nothing.
    /// </summary>
    /// <param name="instanceStore">The store.</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>A task that completes when the owner is deleted.</returns>
    public static Task DeleteDefaultInstanceOwnerAsync(InstanceStore instanceStore, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        return InstanceOwners.DeleteDefaultAsync(instanceStore, cancellationToken);
    }

    /// <summary>
    /// Creates an owner whose lease this process renews, for a host that names its owner in its calls. It is not the default owner of the store.
    /// </summary>
    /// <param name="instanceStore">The store.</param>
    /// <param name="options">The name of the owner, the instances that it takes, and the handling of instances that hosts fail with (rule 7.10).</param>
    /// <param name="cancellationToken">Cancels the call.</param>
    /// <returns>The owner, for <see cref="WorkflowApplicationInstance.TryGetRunnableAsync"/> and the calls of the store.</returns>
    public static Task<InstanceOwner> CreateInstanceOwnerAsync(
        InstanceStore instanceStore, InstanceOwnerOptions options, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        ArgumentNullException.ThrowIfNull(options);
        return InstanceOwners.CreateAsync(instanceStore, options, cancellationToken);
    }

    /// <summary>
    /// Deletes an owner of <see cref="CreateInstanceOwnerAsync"/>. The instances that it still holds become free for other owners.
    /// </summary>
    /// <param name="instanceStore">The store.</param>
    /// <param name="owner">The owner. An owner that was deleted before is ignored.</param>
    /// <param name="cancellationToken">Cancels the call; the owner then expires.</param>
    /// <returns>A task that completes when the owner is deleted.</returns>
    public static Task DeleteInstanceOwnerAsync(InstanceStore instanceStore, InstanceOwner owner, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instanceStore);
        ArgumentNullException.ThrowIfNull(owner);
        return InstanceOwners.DeleteAsync(instanceStore, owner, cancellationToken);
    }

    /// <summary>
    /// Starts the instance on a thread of the pool or in <see cref="SynchronizationContext"/>, and returns at once. An idle instance is reported as idle
    /// once more. While <see cref="Completed"/> is being called on another thread, this method waits until it has returned, and then throws, as for any
    /// instance that has ended.
    /// </summary>
    /// <exception cref="InvalidWorkflowException">The definition is invalid; the message lists every error.</exception>
    /// <exception cref="ArgumentException">Inputs are missing, unknown or of the wrong type; the message names them all.</exception>
    public void Run() => Requests.Start();

    /// <inheritdoc cref="Abort(string)"/>
    public void Abort() => Requests.Abort($"The application aborted the workflow '{WorkflowDefinition.DisplayName}'.");

    /// <summary>
    /// Ends the instance without a final state and without a save, and returns at once. Of the activities, only <c>Abort</c> overrides run; then
    /// <see cref="Aborted"/> is called. Handlers and activities may call this method. A second call does nothing.
    /// </summary>
    /// <param name="reason">The reason: the message of the <see cref="WorkflowApplicationAbortedException"/> that the handler gets.</param>
    public void Abort(string? reason) => Requests.Abort(reason);

    /// <summary>Requests cancellation of the root. An instance that does not run yet is canceled without running (rule 6.4).</summary>
    /// <param name="cancellationToken">Cancels the operation while it is queued.</param>
    /// <returns>A task that completes when the request is made; the activities may respond later.</returns>
    public Task CancelAsync(CancellationToken cancellationToken = default) =>
        Requests.AskAsync(SpanTrail.Noted(new CancelOperation(cancellationToken)));

    /// <summary>Ends the instance as <see cref="ActivityInstanceState.Faulted"/> with a <see cref="WorkflowApplicationTerminatedException"/>.</summary>
    /// <param name="reason">The message of the exception.</param>
    /// <param name="cancellationToken">Cancels the operation while it is queued.</param>
    /// <returns>A task that completes when the request is made.</returns>
    public Task TerminateAsync(string reason, CancellationToken cancellationToken = default) =>
        Requests.AskAsync(
            SpanTrail.Noted(new TerminateOperation(() => new WorkflowApplicationTerminatedException(reason, _instance.InstanceId), cancellationToken)));

    /// <inheritdoc cref="TerminateAsync(string, CancellationToken)"/>
    /// <param name="reason">The exception that becomes <see cref="WorkflowApplicationCompletedEventArgs.TerminationException"/>.</param>
    /// <param name="cancellationToken">Cancels the operation while it is queued.</param>
    public Task TerminateAsync(Exception reason, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reason);
        return Requests.AskAsync(SpanTrail.Noted(new TerminateOperation(() => reason, cancellationToken)));
    }

    /// <summary>
    /// Resumes a named bookmark as soon as the instance is idle. An instance that does not run yet is started (rule 16.6). The call does not wait for the
    /// callback of the bookmark.
    /// </summary>
    /// <param name="bookmarkName">The name of the bookmark.</param>
    /// <param name="value">The value for the callback.</param>
    /// <param name="cancellationToken">Cancels the wait; the resumption may still take effect.</param>
    /// <returns>
    /// <see cref="BookmarkResumptionResult.Success"/> if the callback of the bookmark will run, on another thread than the caller's;
    /// <see cref="BookmarkResumptionResult.NotFound"/> if no such bookmark is outstanding, or the instance has completed;
    /// <see cref="BookmarkResumptionResult.NotReady"/> if the instance was unloaded or aborted. If the instance is not ready for another reason, the
    /// resumption is tried again later.
    /// </returns>
    /// <exception cref="BookmarkValueException">The activity expects a value of another type; the bookmark is still outstanding (rule 8.9).</exception>
    public Task<BookmarkResumptionResult> ResumeBookmarkAsync(string bookmarkName, object? value = null, CancellationToken cancellationToken = default) =>
        Requests.ResumeAsync(new Bookmark(bookmarkName), value, cancellationToken);

    /// <inheritdoc cref="ResumeBookmarkAsync(string, object, CancellationToken)"/>
    /// <param name="bookmark">The bookmark.</param>
    /// <param name="value">The value for the callback.</param>
    /// <param name="cancellationToken">Cancels the wait; the resumption may still take effect.</param>
    public Task<BookmarkResumptionResult> ResumeBookmarkAsync(Bookmark bookmark, object? value = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(bookmark);
        return Requests.ResumeAsync(bookmark, value, cancellationToken);
    }

    /// <summary>
    /// Passes messages of the store to the instance. They are delivered in order when the instance has their bookmarks; the saves of the instance remove
    /// them from the store (rule 16.10).
    /// </summary>
    /// <param name="messages">The messages of this instance, in order. Messages that were passed before are ignored.</param>
    public void ReceiveMessages(IReadOnlyList<ReceivedMessage> messages)
    {
        ArgumentNullException.ThrowIfNull(messages);
        Requests.Receive(messages);
    }

    /// <summary>Saves the instance. A running instance is saved between two items, as soon as it can be saved (rule 7.1), and continues.</summary>
    /// <param name="cancellationToken">Cancels the save, even if the store does not react; the save may still take effect.</param>
    /// <returns>A task that completes with the save. If the save fails, the instance is unchanged.</returns>
    /// <exception cref="InvalidOperationException">There is no <see cref="InstanceStore"/>.</exception>
    /// <exception cref="InstancePersistenceException">The save failed.</exception>
    public Task PersistAsync(CancellationToken cancellationToken = default) =>
        Requests.AskAsync(new SaveOperation(unloads: false, cancellationToken));

    /// <summary>Saves the instance and removes it from this object, so that another one can load it; then <see cref="Unloaded"/> is called.</summary>
    /// <param name="cancellationToken">
    /// Cancels the save, even if the store does not react. The instance then continues; if the save still takes effect, the instance is aborted.
    /// </param>
    /// <returns>A task that completes when the instance is unloaded. If the save fails, the instance is unchanged.</returns>
    /// <exception cref="InvalidOperationException">There is no <see cref="InstanceStore"/>.</exception>
    /// <exception cref="InstancePersistenceException">The save failed.</exception>
    public Task UnloadAsync(CancellationToken cancellationToken = default) =>
        Requests.AskAsync(new SaveOperation(unloads: true, cancellationToken));

    /// <summary>
    /// Unloads the instance like <see cref="UnloadAsync"/>, at the end of the process. If asynchronous operations prevent the save, their tokens are
    /// signalled. An operation that then ends as canceled or faulted aborts the instance, which continues from its last save when it is loaded; the result
    /// of an operation that completes is saved (rule 7.7.1).
    /// </summary>
    /// <param name="cancellationToken">
    /// Cancels the save, and the wait for operations that ignore their tokens. The instance then continues with signalled tokens; abort it.
    /// </param>
    /// <returns>True if the instance was saved or had completed before; false if it was aborted because an operation has ended early.</returns>
    /// <exception cref="InvalidOperationException">There is no <see cref="InstanceStore"/>.</exception>
    /// <exception cref="InstancePersistenceException">The save failed.</exception>
    public Task<bool> StopAsync(CancellationToken cancellationToken = default) => Requests.AskAsync(new StopOperation(cancellationToken));

    /// <summary>
    /// Saves the instance like <see cref="UnloadAsync"/> and suspends it: no host runs it until <see cref="InstanceStore.ContinueAsync"/> is called (rule
    /// 16.10.1).
    /// </summary>
    /// <param name="reason">The reason, for queries; the first 2000 characters are kept.</param>
    /// <param name="cancellationToken">Cancels the operation, even if the store does not react; the operation may still take effect.</param>
    /// <returns>A task that completes when the instance is suspended and unloaded. If the operation fails, the instance is unchanged.</returns>
    /// <exception cref="InvalidOperationException">There is no <see cref="InstanceStore"/>, or it does not support messages.</exception>
    /// <exception cref="InstancePersistenceException">The save or the suspension failed.</exception>
    public Task SuspendAsync(string reason, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reason);
        return Requests.AskAsync(new SuspendOperation(reason, cancellationToken));
    }

    /// <summary>
    /// Loads a saved instance, which continues with <see cref="Run"/> or a resumption. An application can load only once, and only if it was not used before
    /// (rule 16.7).
    /// </summary>
    /// <param name="instanceId">The id of the instance.</param>
    /// <param name="cancellationToken">Cancels the load.</param>
    /// <returns>A task that completes with the load. If the load fails, this object is aborted, and the saved instance is unchanged.</returns>
    /// <exception cref="InvalidOperationException">
    /// There is no <see cref="InstanceStore"/>, or the application has inputs, was used, or its <see cref="Id"/> was read.
    /// </exception>
    /// <exception cref="VersionMismatchException">The instance has another definition identity.</exception>
    /// <exception cref="InstancePersistenceException">
    /// There is no such instance, another owner has locked it, it cannot be read, or the store fails.
    /// </exception>
    public Task LoadAsync(Guid instanceId, CancellationToken cancellationToken = default) => Requests.LoadAsync(instanceId, cancellationToken);

    /// <summary>Loads an instance that was read before.</summary>
    /// <param name="instance">The instance, from <see cref="GetInstanceAsync"/>.</param>
    /// <param name="cancellationToken">Cancels the load.</param>
    /// <returns>A task that completes with the load. If the load fails, this object is aborted.</returns>
    /// <exception cref="ArgumentException">The instance comes from another store than <see cref="InstanceStore"/>.</exception>
    /// <exception cref="InvalidOperationException">The instance was loaded or abandoned before; or as for the other overload.</exception>
    /// <exception cref="VersionMismatchException">
    /// The instance has another definition identity; it is still locked, and the caller must load or abandon it.
    /// </exception>
    public Task LoadAsync(WorkflowApplicationInstance instance, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(instance);
        if (InstanceStore is { } store && !ReferenceEquals(store, instance.InstanceStore))
        {
            throw new ArgumentException(
                $"The instance '{instance.InstanceId}' is in another store than this application's; set InstanceStore to that store, or leave it unset.",
                nameof(instance));
        }

        return Requests.LoadAsync(instance, cancellationToken);
    }

    /// <summary>Loads a runnable instance of this definition: one with a due timer, or one whose host is gone.</summary>
    /// <param name="cancellationToken">Cancels the load.</param>
    /// <returns>A task that completes with the load. If the load fails, this object is aborted.</returns>
    /// <exception cref="InstanceNotReadyException">No instance is runnable now.</exception>
    /// <exception cref="InvalidOperationException">The cases of <see cref="LoadAsync(Guid, CancellationToken)"/>.</exception>
    public Task LoadRunnableAsync(CancellationToken cancellationToken = default) => Requests.LoadRunnableAsync(cancellationToken);

    /// <summary>Lists the bookmarks of the instance. A running instance is interrupted between two items.</summary>
    /// <param name="cancellationToken">Cancels the operation while it is queued.</param>
    /// <returns>The named bookmarks, those outside scopes first; empty if there are none.</returns>
    public Task<ReadOnlyCollection<BookmarkInfo>> GetBookmarksAsync(CancellationToken cancellationToken = default) =>
        Requests.AskAsync(new BookmarksOperation(cancellationToken));
}
