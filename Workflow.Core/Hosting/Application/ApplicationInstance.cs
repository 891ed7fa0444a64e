using System.Transactions;
using Workflow.Foundation;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>
/// The workflow instance of an application: the actor with a store and handlers. <see cref="Turn"/> and the protocols that it calls define the steps;
/// <see cref="ApplicationRequests"/> posts the operations.
/// </summary>
/// <remarks>Only the owner of the turn may use a member, unless the member says that it is thread-safe.</remarks>
internal sealed class ApplicationInstance(in ApplicationSetup setup) : InstanceActor(isOwned: false), IThreadPoolWorkItem
{
    /// <summary>
    /// The completion of an instance that was unloaded before anyone read its completion. Most completions are never read, and a failed task costs ten
    /// objects, one of them with a finalizer.
    /// </summary>
    private static readonly TaskCompletionSource<WorkflowCompletion> UnloadedUnread = new();

    private WaitingOperations _waiting;
    private TaskCompletionSource<WorkflowCompletion>? _completion;
    private ApplicationHandlers? _handlers;

    /// <summary>The state of the instance and its executor. A field, because the struct is changed in place.</summary>
    public HostedExecution Run;

    /// <summary>The settings of the application and its optional data. A field, because the struct is changed in place.</summary>
    public ApplicationSetup Setup = setup;

    /// <summary>Calls handlers.</summary>
    public HandlerCalls Calls => new(this);

    /// <summary>The handlers; null if none was ever set.</summary>
    public ApplicationHandlers? Handlers => Volatile.Read(ref _handlers);

    /// <summary>The extensions; null if there are none.</summary>
    public ExtensionSet? Extensions => Setup.Extensions;

    /// <summary>Reports to the tracking participants; null if there are none.</summary>
    public Reporter? Reporter => Setup.Reporter;

    /// <summary>Saves the instance in the store, or its participants alone; null before the first save.</summary>
    public InstanceSaver? Saver => Setup.Saver;

    public PersistenceServices Services => PersistenceServices.Of(Extensions);

    /// <summary>True if nothing runs before new input arrives.</summary>
    public bool IsIdle => Phase == InstancePhase.Running && Run.Next == NextRun.None;

    /// <summary>
    /// True if a resumption can be accepted at once: no earlier operation waits, and no record must be delivered before the answer (rule 8.3).
    /// </summary>
    public bool CanResumeNow => IsIdle && _waiting.IsEmpty && AbortRequest is null && Reporter is null;

    /// <summary>The abort request; null if there is none. Thread-safe.</summary>
    public AbortRequest? AbortRequest => Setup.AbortRequest;

    /// <summary>Always null: an application ignores the transactions of its callers (rule 10.6).</summary>
    public override Transaction? AmbientTransaction => null;

    public override bool WantsTurn => HasMessages || AbortRequest is not null || _waiting.HasReady(this);

    /// <summary>The end of the instance; created on first read or when the instance ends. Thread-safe.</summary>
    public TaskCompletionSource<WorkflowCompletion> Completion
    {
        get
        {
            TaskCompletionSource<WorkflowCompletion>? completion = Volatile.Read(ref _completion);
            while (completion is null || ReferenceEquals(completion, UnloadedUnread))
            {
                TaskCompletionSource<WorkflowCompletion> made = new(TaskCreationOptions.RunContinuationsAsynchronously);
                if (completion is not null)
                {
                    Fail(made, OperationGuard.OfUnloaded(this));
                }

                Interlocked.CompareExchange(ref _completion, made, completion);
                completion = Volatile.Read(ref _completion);
            }

            return completion;
        }
    }

    public override object? GetExtension(Type type) => Extensions?.Find(type) ?? Setup.ExtensionOfStore(type);

    public T[] FindExtensions<T>()
        where T : class => Extensions?.FindAll<T>() ?? [];

    public override void Watch(Task operation, WorkItem item) =>
        TaskEnd.WhenEnded(operation, () => Submit(new DeliveryOperation(item)));

    /// <summary>Saves the instance for an activity that has requested it.</summary>
    public override Task SaveAsync() => SaveProtocol.SaveForActivityAsync(this);

    public override bool SavesInTransactions => Setup.Store is { SupportsTransactions: true };

    public override Task PrepareTransactionAsync() => SaveProtocol.PrepareTransactionAsync(this);

    public override Task SaveAndCommitAsync(CommittableTransaction transaction) => SaveProtocol.SaveAndCommitAsync(this, transaction);

    /// <summary>Requests an abort, unless one was requested before, and returns at once. Thread-safe; handlers may call it.</summary>
    public void AbortFor(Exception reason)
    {
        if (!TryRequestAbort(reason))
        {
            return;
        }

        EndProtocol.CancelWaits(this, reason);
        if (TryBeginTurnOrPost(new WakeOperation()))
        {
            // Never inline: the caller of an abort may be a handler, or hold locks that the Aborted handler needs (rule 16.5).
            TurnDispatcher.Call(this);
        }
        else
        {
            Run.RequestTurn();
        }
    }

    /// <summary>Returns the handlers, to set one. Thread-safe.</summary>
    public ApplicationHandlers GetOrCreateHandlers() => Handlers ?? Interlocked.CompareExchange(ref _handlers, new(), null) ?? _handlers;

    /// <summary>Requests an abort; returns false if one was requested before. Thread-safe.</summary>
    public bool TryRequestAbort(Exception? reason) => Setup.TryRequestAbort(new AbortRequest(reason));

    /// <summary>Posts an operation. Thread-safe.</summary>
    public Task<T> SubmitAsync<T>(AwaitableOperation<T> operation)
    {
        Submit(operation);
        return operation.Answer;
    }

    /// <summary>Posts an operation that nobody awaits. Thread-safe.</summary>
    public void Submit(HostOperation operation)
    {
        if (!Send(operation) && operation.Interrupts)
        {
            Run.RequestTurn();
        }
    }

    /// <summary>Queues an operation until it is ready.</summary>
    public void Wait(HostOperation operation) => _waiting.Add(operation);

    /// <summary>Initializes the instance if that was not done before; afterwards its settings are fixed.</summary>
    public void Initialize()
    {
        if (Phase == InstancePhase.Fresh)
        {
            Initialization.Begin(this);
        }
    }

    /// <summary>Completes the initialization: the state exists and can run.</summary>
    public void CompleteInitialization(Reporter? reporter)
    {
        if (reporter is not null)
        {
            Setup.Reporter = reporter;
        }

        Setup.Fix();
        BecomeReady();
    }

    /// <summary>Starts the instance, at its root or where it stopped. An idle instance is reported as idle once more (rule 7.2).</summary>
    public void StartRun()
    {
        Initialize();
        Run.Notified = IdleNotification.Nothing;
        BecomeRunning();
    }

    public void CancelRun()
    {
        Initialize();
        BecomeRunning();
        Run.Cancel();
    }

    public void TerminateRun(Exception reason)
    {
        Initialize();
        BecomeRunning();
        HasReportedBegin = true;
        Run.Terminate(reason);
    }

    /// <summary>Takes one operation that is ready; null if there is none.</summary>
    public HostOperation? TakeOperation()
    {
        Absorb(TakeMessages());
        return _waiting.IsEmpty ? null : _waiting.TakeReady(this);
    }

    /// <summary>True if an operation is ready.</summary>
    public bool HasOperation()
    {
        Absorb(TakeMessages());
        return _waiting.HasReady(this);
    }

    /// <summary>
    /// Enters the last phase, which handlers and waiting operations see at once. A failure of an extension's disposal or of a listener of the metrics
    /// requests an abort.
    /// </summary>
    public void End(InstancePhase phase)
    {
        try
        {
            Extensions?.Dispose();
        }
        catch (Exception exception)
        {
            TryRequestAbort(exception);
        }

        try
        {
            Reporter?.Close();
            Run.Release();
        }
        catch (Exception exception)
        {
            // A listener of the metrics failed.
            TryRequestAbort(exception);
        }

        switch (phase)
        {
            case InstancePhase.Completed:
                BecomeCompleted();
                break;
            case InstancePhase.Unloaded:
                BecomeUnloaded();
                break;
            default:
                BecomeAborted();
                break;
        }
    }

    /// <summary>Fails the completion because the instance was unloaded.</summary>
    public void FailCompletionByUnload()
    {
        if (Interlocked.CompareExchange(ref _completion, UnloadedUnread, null) is { } read)
        {
            Fail(read, OperationGuard.Of(this));
        }
    }

    /// <summary>Fails the completion because the instance was aborted. A completion that has already ended does not change.</summary>
    public void FailCompletionByAbort() => Fail(Completion, OperationGuard.Of(this));

    /// <summary>Calls a handler; returns false if it threw, which requests an abort.</summary>
    public bool TryCall<TArgs>(Action<TArgs> handler, TArgs args)
    {
        try
        {
            Calls.Call(handler, args);
            return true;
        }
        catch (Exception exception)
        {
            TryRequestAbort(exception);
            return false;
        }
    }

    /// <summary>Aborts the instance. At the second failure the run is discarded, because the tear-down itself has failed.</summary>
    protected override void ContainFailure(Exception exception)
    {
        TryRequestAbort(exception);
        if (HasFailed)
        {
            Run.Drop();
        }

        HasFailed = true;
    }

    /// <summary>Runs a turn that was queued to the thread pool.</summary>
    void IThreadPoolWorkItem.Execute() => Turn.Begin(this);

    protected override ValueTask<bool> StepAsync() => Turn.StepAsync(this);

    protected override void Dispatch() => TurnDispatcher.Begin(this);

    protected override void ContinueAfter(Task<bool> step) => _ = ContinueAfterAsync(step);

    protected override void Accept(ActorMessage message) => Absorb(message);

    /// <summary>
    /// Passivates an idle instance before the turn ends, because another thread may own the instance afterwards. If a message was posted meanwhile, the next
    /// step that runs the instance rents an executor again.
    /// </summary>
    protected override bool TryPauseTurn()
    {
        if (IsIdle)
        {
            Run.Passivate();
        }

        return base.TryPauseTurn();
    }

    private async Task ContinueAfterAsync(Task<bool> step)
    {
        try
        {
            await step.ReturnTo(this);
        }
        catch (Exception exception)
        {
            ContainFailure(exception);
        }

        RunTurn();
    }

    private static void Fail(TaskCompletionSource<WorkflowCompletion> completion, WorkflowApplicationException reason)
    {
        completion.TrySetException(reason);

        // Reading the exception observes it. It is no error if no caller waits for the end.
        _ = completion.Task.Exception;
    }

    /// <summary>Adds a chain of operations to the waiting ones.</summary>
    private void Absorb(ActorMessage? chain) =>
        _waiting.Add(Phase is InstancePhase.Fresh or InstancePhase.Ready ? StartOperation.AddTo(chain) : chain);
}
