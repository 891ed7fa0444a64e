using System.Transactions;
using Workflow.Foundation;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.Scheduling;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>
/// The workflow instance of an application: its phases, its turn, and what waits for it. What happens in a turn is said by
/// <see cref="Turn"/> and the protocols that it calls.
/// </summary>
/// <remarks>
/// Whatever comes from outside is an operation. Whoever finds the instance without an owner takes the turn, and hands it to the thread that is to run it;
/// otherwise he leaves the operation to the owner. Members that are not said to be safe from any thread are the owner's.
/// </remarks>
internal sealed class ApplicationInstance(ApplicationSetup setup) : ExecutionHost, IThreadPoolWorkItem
{
    private Mailbox _gate;
    private WaitingOperations _waiting;
    private object? _id;
    private AbortRequest? _abort;
    private TaskCompletionSource<WorkflowCompletion>? _completion;
    private ApplicationHandlers? _handlers;
    private bool _hasFailed;

    /// <summary>The execution; a field because it is changed in place.</summary>
    public HostedRun Run;

    /// <summary>The calls of handlers; a field because it is changed in place.</summary>
    public HandlerCalls Calls;

    public ApplicationSetup Setup { get; } = setup;

    /// <summary>Null when none was ever set.</summary>
    public ApplicationHandlers? Handlers => Volatile.Read(ref _handlers);

    /// <summary>Read by any thread; changed by the owner of the turn.</summary>
    public InstancePhase Phase { get; private set; }

    /// <summary>Null when there are none.</summary>
    public ExtensionSet? Extensions { get; set; }

    /// <summary>Tells the tracking participants of the instance; null when there are none.</summary>
    public Reporter? Reporter { get; private set; }

    /// <summary>The participants know that it runs, or never will (rules 6.4 and 16.1.1).</summary>
    public bool HasReportedBegin { get; set; }

    /// <summary>The saves, in the store or of participants alone; null before the first one.</summary>
    public InstanceSaver? Saver { get; set; }

    public PersistenceServices Services => PersistenceServices.Of(Extensions);

    /// <summary>How the instance completed; null before it has.</summary>
    public WorkflowCompletion? Result { get; set; }

    public bool IsOver => Phase > InstancePhase.Running;

    /// <summary>Nothing runs before something arrives.</summary>
    public bool IsIdle => Phase == InstancePhase.Running && Run.Next == NextRun.None;

    /// <summary>Why it is, or is about to be, aborted; null when it is not. Safe from any thread.</summary>
    public AbortRequest? AbortRequest => Volatile.Read(ref _abort);

    /// <summary>The application has been asked for the id, so that no instance with another one can be loaded (rule 16.7).</summary>
    public bool IsIdExposed { get; private set; }

    /// <summary>Made when somebody looks. Safe from any thread.</summary>
    public override Guid InstanceId => (Guid)(_id ?? Interlocked.CompareExchange(ref _id, RandomIds.Next(), null) ?? _id);

    /// <summary>The same, without making it: null while nobody looked. For a debugger.</summary>
    public Guid? IdIfAny => (Guid?)_id;

    /// <summary>An application ignores its callers' transactions (rule 10.6).</summary>
    public override Transaction? AmbientTransaction => null;

    public override bool WantsTurn => _gate.HasArrivals || AbortRequest is not null || _waiting.HasReady(this);

    /// <summary>The end of the instance; made when somebody asks, or it has come. Safe from any thread.</summary>
    public TaskCompletionSource<WorkflowCompletion> Completion =>
        _completion ?? Interlocked.CompareExchange(ref _completion, new(TaskCreationOptions.RunContinuationsAsynchronously), null) ?? _completion;

    public override object? GetExtension(Type type) => Extensions?.Find(type);

    public T[] FindExtensions<T>()
        where T : class => Extensions?.FindAll<T>() ?? [];

    public override void Watch(Task operation, WorkItem item) =>
        operation.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(() => Submit(new DeliveryOperation(item)));

    /// <summary>A save that an activity asked for.</summary>
    public override Task SaveAsync() => SaveProtocol.SaveForActivityAsync(this);

    /// <summary>The turn looks for what the instance stands still for after each step.</summary>
    public override void Expect(Task standstill)
    {
    }

    /// <summary>Lets it run, on another thread; returns at once. Safe from any thread.</summary>
    public void Start()
    {
        OperationGuard.ThrowInHandler(this);
        OperationGuard.ThrowIfOver(this);
        OperationGuard.ThrowIfCompleted(this);
        if (!_gate.TryEnter() && !_gate.TryEnterOrQueue(SpanTrail.Noted(new RunOperation())))
        {
            Run.RequestTurn();
            return;
        }

        try
        {
            OperationGuard.ThrowIfOver(this);
            SpanTrail.NoteCaller(this);
            StartRun();
        }
        catch
        {
            if (!_gate.TryLeave())
            {
                TurnDispatcher.Call(this);
            }

            throw;
        }

        TurnDispatcher.Call(this);
    }

    /// <summary>Resumes a bookmark; that of an idle instance is accepted at once and without an operation. Safe from any thread.</summary>
    public Task<BookmarkResumptionResult> ResumeAsync(Bookmark bookmark, object? value, CancellationToken cancellationToken)
    {
        OperationGuard.ThrowInHandler(this);
        if (cancellationToken.IsCancellationRequested)
        {
            return Task.FromCanceled<BookmarkResumptionResult>(cancellationToken);
        }

        if (Setup.Context is null && _gate.TryEnter())
        {
            if (IsIdle && _waiting.IsEmpty && AbortRequest is null && Reporter is null)
            {
                BookmarkResumptionResult result = Run.Resume(bookmark, value);
                if (result != BookmarkResumptionResult.NotReady)
                {
                    // Nothing comes of a bookmark that was not found; somebody else may have brought something meanwhile.
                    if (result == BookmarkResumptionResult.Success || !_gate.TryLeave())
                    {
                        SpanTrail.NoteCaller(this);
                        TurnDispatcher.Begin(this);
                    }

                    return ResumptionResults.Of(result);
                }
            }

            return SubmitOwned(SpanTrail.Noted(new ResumeOperation(bookmark, value, startsInstance: true, cancellationToken)));
        }

        return SubmitAsync(SpanTrail.Noted(new ResumeOperation(bookmark, value, startsInstance: true, cancellationToken)));
    }

    /// <summary>Aborts, once; returns at once. Safe from any thread, and from handlers.</summary>
    public void Abort(string? reason)
    {
        AbortFor(new WorkflowApplicationAbortedException(reason, InstanceId));
    }

    /// <summary>The same, for a reason that is not the application's. Safe from any thread.</summary>
    public void AbortFor(Exception reason)
    {
        if (!TryRequestAbort(reason))
        {
            return;
        }

        EndProtocol.CancelWaits(this, reason);
        if (_gate.TryEnterOrQueue(new WakeOperation()))
        {
            TurnDispatcher.Call(this);
        }
        else
        {
            Run.RequestTurn();
        }
    }

    /// <summary>The handlers, to set one. Safe from any thread.</summary>
    public ApplicationHandlers GetOrCreateHandlers() => Handlers ?? Interlocked.CompareExchange(ref _handlers, new(), null) ?? _handlers;

    /// <summary>Notes why the instance is aborted, as the first who does. Safe from any thread.</summary>
    public bool TryRequestAbort(Exception? reason) => Interlocked.CompareExchange(ref _abort, new AbortRequest(reason), null) is null;

    /// <summary>Brings an operation that somebody of the application waits for. Safe from any thread.</summary>
    public Task<T> AskAsync<T>(AwaitableOperation<T> operation)
    {
        OperationGuard.ThrowInHandler(this);
        return SubmitAsync(operation);
    }

    /// <summary>Brings an operation. Safe from any thread.</summary>
    public Task<T> SubmitAsync<T>(AwaitableOperation<T> operation)
    {
        Submit(operation);
        return operation.Answer;
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

    /// <summary>The execution is there, and waits to be run.</summary>
    public void CompleteInitialization(Reporter? reporter)
    {
        Reporter = reporter;
        if (reporter is not null)
        {
            Run.Report(reporter);
        }

        Setup.Fix();
        Phase = InstancePhase.Ready;
    }

    /// <summary>The id for the application. Safe from any thread.</summary>
    public Guid ExposeId()
    {
        IsIdExposed = true;
        return InstanceId;
    }

    /// <summary>The instance that is loaded has an id already.</summary>
    public void UseLoadedId(Guid id) => _id = id;

    /// <summary>Lets it run, from its root or from where it stopped; an instance that is idle is so once more (rule 7.2).</summary>
    public void StartRun()
    {
        Initialize();
        Run.Notified = IdleNotification.Nothing;
        Phase = InstancePhase.Running;
    }

    public void CancelRun()
    {
        Initialize();
        Phase = InstancePhase.Running;
        Run.Cancel();
    }

    public void TerminateRun(Exception reason)
    {
        Initialize();
        Phase = InstancePhase.Running;
        HasReportedBegin = true;
        Run.Terminate(reason);
    }

    /// <summary>Takes one operation whose moment has come; null when there is none.</summary>
    public HostOperation? TakeOperation()
    {
        Absorb(_gate.TakeArrivals());
        return _waiting.IsEmpty ? null : _waiting.TakeReady(this);
    }

    /// <summary>An operation waits whose moment has come.</summary>
    public bool HasOperation()
    {
        Absorb(_gate.TakeArrivals());
        return _waiting.HasReady(this);
    }

    /// <summary>Gives the turn back; false when something has arrived meanwhile.</summary>
    public bool TryLeave()
    {
        if (IsIdle)
        {
            Run.Passivate();
        }

        return _gate.TryLeave();
    }

    /// <summary>The last phase has come. Handlers and waiting operations see it at once. An extension that fails to end aborts, and so does who counts instances.</summary>
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
            // Somebody who counts instances failed.
            TryRequestAbort(exception);
        }

        Phase = phase;
    }

    /// <summary>The end is not a completion.</summary>
    public void FailCompletion()
    {
        Completion.TrySetException(OperationGuard.Of(this));

        // Looked at: it is no error that nobody waits for the end.
        _ = Completion.Task.Exception;
    }

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

    /// <summary>Something around the instance failed, which aborts it. The second time nothing more is tried with the run.</summary>
    public void ContainFailure(Exception exception)
    {
        TryRequestAbort(exception);
        if (_hasFailed)
        {
            Run.Drop();
        }

        _hasFailed = true;
    }

    /// <summary>The turn has come to a thread of the pool.</summary>
    void IThreadPoolWorkItem.Execute() => Turn.Begin(this);

    private void Submit(HostOperation operation)
    {
        if (_gate.TryEnterOrQueue(operation))
        {
            BeginTurnWith(operation);
        }
        else if (operation.Interrupts)
        {
            Run.RequestTurn();
        }
    }

    private Task<T> SubmitOwned<T>(AwaitableOperation<T> operation)
    {
        BeginTurnWith(operation);
        return operation.Answer;
    }

    private void BeginTurnWith(HostOperation operation)
    {
        Absorb(operation);
        TurnDispatcher.Begin(this);
    }

    /// <summary>Takes a chain of operations into the waiting ones.</summary>
    private void Absorb(HostOperation? chain) =>
        _waiting.Add(Phase is InstancePhase.Fresh or InstancePhase.Ready ? StartOperation.AddTo(chain) : chain);
}
