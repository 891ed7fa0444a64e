using System.Transactions;
using Workflow.Foundation;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>
/// The workflow instance of an application: the actor with store and handlers. <see cref="Turn"/> and the protocols that it calls say what a step is,
/// <see cref="ApplicationRequests"/> how operations come in.
/// </summary>
/// <remarks>Members that are not said to be safe from any thread are for the owner of the turn.</remarks>
internal sealed class ApplicationInstance(in ApplicationSetup setup) : InstanceActor(isOwned: false), IThreadPoolWorkItem
{
    /// <summary>Stands for the completion of an instance that was unloaded before anyone read it. Most are never read, and a failed task is ten objects, one of them with a finalizer.</summary>
    private static readonly TaskCompletionSource<WorkflowCompletion> UnloadedUnread = new();

    private WaitingOperations _waiting;
    private TaskCompletionSource<WorkflowCompletion>? _completion;
    private ApplicationHandlers? _handlers;

    /// <summary>The state and the executor of the instance; a field because it is changed in place.</summary>
    public HostedRun Run;

    /// <summary>The settings, and what few applications have; a field because it is changed in place.</summary>
    public ApplicationSetup Setup = setup;

    /// <summary>The calls of handlers.</summary>
    public HandlerCalls Calls => new(this);

    /// <summary>Null when none was ever set.</summary>
    public ApplicationHandlers? Handlers => Volatile.Read(ref _handlers);

    /// <summary>Null when there are none.</summary>
    public ExtensionSet? Extensions => Setup.Extensions;

    /// <summary>Tells the tracking participants of the instance; null when there are none.</summary>
    public Reporter? Reporter => Setup.Reporter;

    /// <summary>The saves, in the store or of participants alone; null before the first one.</summary>
    public InstanceSaver? Saver => Setup.Saver;

    public PersistenceServices Services => PersistenceServices.Of(Extensions);

    /// <summary>Nothing runs before something arrives.</summary>
    public bool IsIdle => Phase == InstancePhase.Running && Run.Next == NextRun.None;

    /// <summary>A resumption need not wait for anything: neither for an operation that came before, nor for a record that is delivered before it is answered (rule 8.3).</summary>
    public bool CanResumeNow => IsIdle && _waiting.IsEmpty && AbortRequest is null && Reporter is null;

    /// <summary>Why it is, or is about to be, aborted; null when it is not. Safe from any thread.</summary>
    public AbortRequest? AbortRequest => Setup.AbortRequest;

    /// <summary>An application ignores its callers' transactions (rule 10.6).</summary>
    public override Transaction? AmbientTransaction => null;

    public override bool WantsTurn => HasMessages || AbortRequest is not null || _waiting.HasReady(this);

    /// <summary>The end of the instance; made when it is first read, or has come. Safe from any thread.</summary>
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

    /// <summary>A save that an activity asked for.</summary>
    public override Task SaveAsync() => SaveProtocol.SaveForActivityAsync(this);

    public override bool SavesInTransactions => Setup.Store is { SupportsTransactions: true };

    public override Task PrepareTransactionAsync() => SaveProtocol.PrepareTransactionAsync(this);

    public override Task SaveAndCommitAsync(CommittableTransaction transaction) => SaveProtocol.SaveAndCommitAsync(this, transaction);

    /// <summary>Aborts, once; returns at once. Safe from any thread, and from handlers.</summary>
    public void AbortFor(Exception reason)
    {
        if (!TryRequestAbort(reason))
        {
            return;
        }

        EndProtocol.CancelWaits(this, reason);
        if (TryBeginTurnOrPost(new WakeOperation()))
        {
            // Never inline: the caller of an abort may be a handler, or hold locks that the Aborted handler wants (rule 16.5).
            TurnDispatcher.Call(this);
        }
        else
        {
            Run.RequestTurn();
        }
    }

    /// <summary>The handlers, to set one. Safe from any thread.</summary>
    public ApplicationHandlers GetOrCreateHandlers() => Handlers ?? Interlocked.CompareExchange(ref _handlers, new(), null) ?? _handlers;

    /// <summary>Requests an abort; false when one was requested before. Safe from any thread.</summary>
    public bool TryRequestAbort(Exception? reason) => Setup.TryRequestAbort(new AbortRequest(reason));

    /// <summary>Posts an operation. Safe from any thread.</summary>
    public Task<T> SubmitAsync<T>(AwaitableOperation<T> operation)
    {
        Submit(operation);
        return operation.Answer;
    }

    /// <summary>Posts an operation that nothing awaits. Safe from any thread.</summary>
    public void Submit(HostOperation operation)
    {
        if (!Send(operation) && operation.Interrupts)
        {
            Run.RequestTurn();
        }
    }

    /// <summary>Leaves an operation until its moment has come.</summary>
    public void Wait(HostOperation operation) => _waiting.Add(operation);

    /// <summary>Sets the instance up at the first need; from then on its settings are fixed.</summary>
    public void Initialize()
    {
        if (Phase == InstancePhase.Fresh)
        {
            Initialization.Begin(this);
        }
    }

    /// <summary>The state is there, and waits to be run.</summary>
    public void CompleteInitialization(Reporter? reporter)
    {
        if (reporter is not null)
        {
            Setup.Reporter = reporter;
        }

        Setup.Fix();
        BecomeReady();
    }

    /// <summary>Lets it run, from its root or from where it stopped; an instance that is idle is so once more (rule 7.2).</summary>
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

    /// <summary>Takes one operation whose moment has come; null when there is none.</summary>
    public HostOperation? TakeOperation()
    {
        Absorb(TakeMessages());
        return _waiting.IsEmpty ? null : _waiting.TakeReady(this);
    }

    /// <summary>An operation waits whose moment has come.</summary>
    public bool HasOperation()
    {
        Absorb(TakeMessages());
        return _waiting.HasReady(this);
    }

    /// <summary>The last phase. Handlers and waiting operations see it at once. An extension that fails to end aborts, and so does a listener that counts instances.</summary>
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
            // A listener that counts instances failed.
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

    /// <summary>The end is an unload, not a completion.</summary>
    public void FailCompletionByUnload()
    {
        if (Interlocked.CompareExchange(ref _completion, UnloadedUnread, null) is { } read)
        {
            Fail(read, OperationGuard.Of(this));
        }
    }

    /// <summary>The end is an abort, not a completion. One that has failed already stays as it is.</summary>
    public void FailCompletionByAbort() => Fail(Completion, OperationGuard.Of(this));

    /// <summary>Calls a handler; false when it threw, which aborts.</summary>
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

    /// <summary>Aborts the instance. The second time nothing more is tried with the run: tearing it down is what failed.</summary>
    protected override void ContainFailure(Exception exception)
    {
        TryRequestAbort(exception);
        if (HasFailed)
        {
            Run.Drop();
        }

        HasFailed = true;
    }

    /// <summary>The turn has come to a thread of the pool.</summary>
    void IThreadPoolWorkItem.Execute() => Turn.Begin(this);

    protected override ValueTask<bool> StepAsync() => Turn.StepAsync(this);

    protected override void Dispatch() => TurnDispatcher.Begin(this);

    protected override void ContinueAfter(Task<bool> step) => _ = ContinueAfterAsync(step);

    protected override void Accept(ActorMessage message) => Absorb(message);

    /// <summary>An idle instance is passivated before its turn ends: after that, another thread may own it. When a message has come, the next step that runs it rents an executor again.</summary>
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

        // Observed: it is no error that no caller waits for the end.
        _ = completion.Task.Exception;
    }

    /// <summary>Takes a chain of operations into the waiting ones.</summary>
    private void Absorb(ActorMessage? chain) =>
        _waiting.Add(Phase is InstancePhase.Fresh or InstancePhase.Ready ? StartOperation.AddTo(chain) : chain);
}
