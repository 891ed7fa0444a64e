using System.Collections.ObjectModel;
using System.Xml.Linq;
using Workflow.Hosting;
using Workflow.Persistence;

namespace Workflow;

/// <summary>
/// Hosts one workflow instance that may wait for a long time: it runs, becomes idle, is resumed, saved, unloaded and loaded again (rules 16 and 22).
/// </summary>
/// <remarks>
/// <para>Safe from any thread. One thing at a time happens to the instance; what comes meanwhile waits without holding a thread. An operation on an idle
/// instance runs on the caller's thread, and what follows from it too, until the instance waits again, unless there is a
/// <see cref="SynchronizationContext"/>: then all of it is posted there.</para>
/// <para>Handlers may be set at any time, and run on the thread that has the instance just then. From inside a handler every operation of the same
/// instance but <see cref="Abort()"/> is an <see cref="InvalidOperationException"/>. An exception from a handler aborts the instance; from
/// <see cref="Aborted"/> it is ignored. A handler that combines several methods is an <see cref="ArgumentException"/>.</para>
/// <para>When the instance has ended, operations answer as rule 6.7 says: with a <see cref="WorkflowApplicationCompletedException"/>, a
/// <see cref="WorkflowApplicationTerminatedException"/>, a <see cref="WorkflowApplicationAbortedException"/> or a
/// <see cref="WorkflowApplicationUnloadedException"/>, except that cancelling or unloading what has completed or been unloaded does nothing.</para>
/// </remarks>
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

    /// <summary>Creates an application for an instance with inputs, of a definition that is known by an identity.</summary>
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
    public Guid Id => _instance.InstanceId;

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
    public WorkflowInstanceExtensionManager Extensions => _instance.Setup.Extensions;

    /// <summary>Where everything that happens to the instance is posted; null, the default: it happens on the thread that brings it.</summary>
    /// <exception cref="InvalidOperationException">Set after the first operation.</exception>
    public SynchronizationContext? SynchronizationContext
    {
        get => _instance.Setup.Context;
        set => _instance.Setup.Context = value;
    }

    /// <summary>Called once when the instance is aborted, on another thread than the one that asked for it (rule 16.5).</summary>
    public Action<WorkflowApplicationAbortedEventArgs>? Aborted
    {
        get => _instance.Handlers?.Aborted;
        set => Handlers.Aborted = ApplicationHandlers.Single(value);
    }

    /// <summary>Called when the instance has completed, in whatever state (rule 16.3).</summary>
    public Action<WorkflowApplicationCompletedEventArgs>? Completed
    {
        get => _instance.Handlers?.Completed;
        set => Handlers.Completed = ApplicationHandlers.Single(value);
    }

    /// <summary>Called when the instance has left this object: after it completed, or was saved and unloaded.</summary>
    public Action<WorkflowApplicationEventArgs>? Unloaded
    {
        get => _instance.Handlers?.Unloaded;
        set => Handlers.Unloaded = ApplicationHandlers.Single(value);
    }

    /// <summary>Called once each time that the instance has nothing left to run and waits (rule 7.2).</summary>
    public Action<WorkflowApplicationIdleEventArgs>? Idle
    {
        get => _instance.Handlers?.Idle;
        set => Handlers.Idle = ApplicationHandlers.Single(value);
    }

    /// <summary>Called after <see cref="Idle"/> when the instance can be saved and there is a store; its answer is carried out at once.</summary>
    public Func<WorkflowApplicationIdleEventArgs, PersistableIdleAction>? PersistableIdle
    {
        get => _instance.Handlers?.PersistableIdle;
        set => Handlers.PersistableIdle = ApplicationHandlers.Single(value);
    }

    /// <summary>Says what becomes of an exception that nothing in the workflow handles; null, the default: the instance is terminated (rule 16.4).</summary>
    public Func<WorkflowApplicationUnhandledExceptionEventArgs, UnhandledExceptionAction>? OnUnhandledException
    {
        get => _instance.Handlers?.UnhandledException;
        set => Handlers.UnhandledException = ApplicationHandlers.Single(value);
    }

    /// <summary>
    /// Ends when the instance has completed and left this object. It fails with a <see cref="WorkflowApplicationAbortedException"/> when the instance is
    /// aborted, and with a <see cref="WorkflowApplicationUnloadedException"/> when it is unloaded before; a terminated one has completed.
    /// </summary>
    public Task<WorkflowCompletion> Completion => _instance.Completion.Task;

    private ApplicationHandlers Handlers => _instance.TakeHandlers();

    /// <summary>Adds values that the first save writes for others to read; they never come back.</summary>
    /// <param name="writeOnlyValues">The values; a name that was added before is replaced.</param>
    /// <exception cref="InvalidOperationException">After the first operation.</exception>
    public void AddInitialInstanceValues(IDictionary<XName, object?> writeOnlyValues)
    {
        ArgumentNullException.ThrowIfNull(writeOnlyValues);
        _instance.Setup.AddInitialValues(writeOnlyValues);
    }

    /// <summary>Lets the instance run, on a thread of the pool or in <see cref="SynchronizationContext"/>, and returns at once. An idle instance is told to be idle once more.</summary>
    /// <exception cref="InvalidWorkflowException">The definition is invalid; the message lists every error.</exception>
    /// <exception cref="ArgumentException">Inputs are missing, unknown or of the wrong type; the message names them all.</exception>
    public void Run() => _instance.Start();

    /// <inheritdoc cref="Abort(string)"/>
    public void Abort() => _instance.Abort($"The application aborted the workflow '{WorkflowDefinition.DisplayName}'.");

    /// <summary>
    /// Ends the instance without a final state and without a save, and returns at once. Only <c>Abort</c> overrides run; then
    /// <see cref="Aborted"/> is called. May be called from handlers and from activities. A second call does nothing.
    /// </summary>
    /// <param name="reason">Why; the message of the <see cref="WorkflowApplicationAbortedException"/> that the handler gets.</param>
    public void Abort(string? reason) => _instance.Abort(reason);

    /// <summary>Asks the root to cancel; an instance that does not run yet is canceled without having begun (rule 6.4).</summary>
    /// <param name="cancellationToken">Gives the request up while it waits for its turn.</param>
    /// <returns>A task that ends when the request has been made; what activities do about it may take longer.</returns>
    public Task CancelAsync(CancellationToken cancellationToken = default) => _instance.AskAsync(new CancelOperation(cancellationToken));

    /// <summary>Ends the instance as <see cref="ActivityInstanceState.Faulted"/> with a <see cref="WorkflowApplicationTerminatedException"/>.</summary>
    /// <param name="reason">The message.</param>
    /// <param name="cancellationToken">Gives the request up while it waits for its turn.</param>
    /// <returns>A task that ends when the request has been made.</returns>
    public Task TerminateAsync(string reason, CancellationToken cancellationToken = default) =>
        TerminateAsync(new WorkflowApplicationTerminatedException(reason, Id), cancellationToken);

    /// <summary>Ends the instance as <see cref="ActivityInstanceState.Faulted"/>.</summary>
    /// <param name="reason">What <see cref="WorkflowApplicationCompletedEventArgs.TerminationException"/> will be.</param>
    /// <param name="cancellationToken">Gives the request up while it waits for its turn.</param>
    /// <returns>A task that ends when the request has been made.</returns>
    public Task TerminateAsync(Exception reason, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(reason);
        return _instance.AskAsync(new TerminateOperation(reason, cancellationToken));
    }

    /// <summary>Resumes a named bookmark as soon as the instance is idle; one that does not run yet is started (rule 16.6).</summary>
    /// <param name="bookmarkName">The name.</param>
    /// <param name="value">What its callback gets.</param>
    /// <param name="cancellationToken">Ends the wait; the resumption may still take effect.</param>
    /// <returns>
    /// <see cref="BookmarkResumptionResult.NotFound"/> when no such bookmark is outstanding, or the instance completed;
    /// <see cref="BookmarkResumptionResult.NotReady"/> when it was unloaded or aborted. One that is not ready for another reason is tried again.
    /// </returns>
    public Task<BookmarkResumptionResult> ResumeBookmarkAsync(string bookmarkName, object? value = null, CancellationToken cancellationToken = default) =>
        _instance.ResumeAsync(new Bookmark(bookmarkName), value, cancellationToken);

    /// <inheritdoc cref="ResumeBookmarkAsync(string, object, CancellationToken)"/>
    /// <param name="bookmark">The bookmark.</param>
    /// <param name="value">What its callback gets.</param>
    /// <param name="cancellationToken">Ends the wait; the resumption may still take effect.</param>
    public Task<BookmarkResumptionResult> ResumeBookmarkAsync(Bookmark bookmark, object? value = null, CancellationToken cancellationToken = default)
    {
        ArgumentNullException.ThrowIfNull(bookmark);
        return _instance.ResumeAsync(bookmark, value, cancellationToken);
    }

    /// <summary>Looks where the instance waits; one that runs is interrupted for it between two items.</summary>
    /// <param name="cancellationToken">Gives the request up while it waits for its turn.</param>
    /// <returns>The named bookmarks, those in no scope first; empty for none.</returns>
    public Task<ReadOnlyCollection<BookmarkInfo>> GetBookmarksAsync(CancellationToken cancellationToken = default) =>
        _instance.AskAsync(new BookmarksOperation(cancellationToken));
}
