using System.Diagnostics;
using System.Runtime.CompilerServices;
using Workflow.Definition;
using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Inline;
using Workflow.Runtime.Operations;
using Workflow.Runtime.Ports;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;
using Workflow.Runtime.State;
using Workflow.Runtime.Transactions;

namespace Workflow.Runtime.Executors;

/// <summary>
/// Runs instances of one program, one at a time. It creates the parts of the engine and connects them to hosts; the parts do the work, and none of them has
/// access to this class. All data that must outlast a run is in the <see cref="InstanceState"/>.
/// </summary>
/// <remarks>Used by one thread at a time, which its owner ensures.</remarks>
internal sealed class WorkflowExecutor
{
    private readonly RunContext _run;
    private readonly FrameStore _frames;
    private readonly Scheduler _scheduler;
    private readonly ContextPort _port;
    private readonly BookmarkScopeManager _bookmarkScopes;
    private readonly ReportSignals _reportSignals;
    private readonly SignalProcessor _signalProcessor;
    private readonly Termination _termination;

    /// <summary>
    /// The state of instances that this executor both begins and ends, reset after each. It is the current state unless another one is attached.
    /// </summary>
    private readonly InstanceState _own;

    private Func<WorkflowExecutor, ExecutionHost>? _createHost;

    public WorkflowExecutor(Program program)
    {
        RunContext run = _run = new RunContext(program, () => _createHost!(this));
        _own = run.State;
        EvaluationContexts evaluations = new();
        FrameStore frames = _frames = new(run, evaluations);
        WorkQueue queue = Queue = new WorkQueue(run);
        TerminationRequests = new TerminationRequests(run, queue);
        _reportSignals = new ReportSignals(queue, TerminationRequests);
        ThreadPropertyScope threadScope = new(run, queue, TerminationRequests);
        PropertyTable properties = new(run, threadScope);
        NoPersistZones noPersist = new(run, queue);
        _bookmarkScopes = new BookmarkScopeManager(run, queue);
        Bookmarks = new BookmarkManager(run, queue, _bookmarkScopes);
        TransactionTable transactions = new(run, queue, noPersist, Bookmarks, TerminationRequests);
        RequestedSaves saves = new(run, queue, Bookmarks, transactions, TerminationRequests);
        AsyncOperations operations = new(run, noPersist, TerminationRequests);
        Teardown teardown = new(run, Bookmarks, operations, transactions, properties, noPersist);
        _scheduler = new Scheduler(run, queue, frames);
        SecondaryRoots secondaryRoots = new(run, _scheduler, teardown, TerminationRequests);
        Cancellation cancellation = new(run, queue, transactions);
        FaultPropagation faults = new(run, queue, evaluations, teardown, noPersist, threadScope, TerminationRequests);
        _termination = new Termination(run, queue, TerminationRequests, teardown, secondaryRoots);
        CompletionCallbacks callbacks = new(run);
        RareStateCleanup cleanup = new(properties, noPersist);
        Completion completion = new(run, queue, _scheduler, Bookmarks, transactions, secondaryRoots, cleanup, faults, callbacks);
        ActivityStarter starter = new(run, queue, _scheduler, evaluations, operations, faults);
        Dispatcher dispatcher = new(starter, faults, cancellation, operations, transactions);
        _signalProcessor = new SignalProcessor(
            run, queue, Bookmarks, _bookmarkScopes, TerminationRequests, _termination, cancellation, saves, transactions, secondaryRoots);
        ItemEnd itemEnd = new(run, queue, completion, faults);
        Loop = new RunLoop(run, queue, _signalProcessor, dispatcher, completion, itemEnd, faults, threadScope);
        InlineFrameCache inlineFrames = new(run, frames);
        InlineActivityRunner leafRunner = new(run, frames, callbacks);
        StepRunner steps = new(run, queue, frames, inlineFrames, leafRunner, _scheduler, faults);
        run.Inline = new InlineRunner(run, queue, starter, completion, itemEnd, faults, steps, inlineFrames, leafRunner);
        ExecutionScopes scopes = new(run, queue, properties, noPersist, transactions, secondaryRoots, saves);
        _port = new ContextPort(
            run, queue, _scheduler, cancellation, teardown, faults, TerminationRequests, new ExecutionBookmarks(queue, Bookmarks, _bookmarkScopes), scopes);
        _own.Port = _port;
    }

    /// <summary>True while the executor is rented from the pool.</summary>
    public bool IsRented;

    /// <summary>True if the executor must not be rented again, because its instance did not complete.</summary>
    public bool IsSpent;

    /// <summary>True if one thread caches the executor, so that the pool does not have it.</summary>
    public bool IsThreadsOwn;

    /// <summary>True after an instance has ended in the executor or left it. Most definitions that run twice run repeatedly.</summary>
    public bool WasUsedBefore;

    /// <summary>
    /// The ambient values of the caller, for a host that is created after the run has begun, possibly on another thread; null if there are none or the host
    /// exists.
    /// </summary>
    public ExecutionContext? CallerExecutionContext;

    public Program Program => _run.Program;

    /// <summary>The state of the instance that the executor runs.</summary>
    public InstanceState State => _run.State;

    public WorkQueue Queue { get; }

    public RunLoop Loop { get; }

    public BookmarkManager Bookmarks { get; }

    public TerminationRequests TerminationRequests { get; }

    /// <summary>
    /// The save or the tracking delivery that blocks the instance; null if nothing does. Nothing is delivered to the instance until it has completed.
    /// </summary>
    public Task? BlockingTask => _run.BlockingTask;

    /// <summary>Creates the tracking records; null if no participant wants any.</summary>
    public Reporter? Reporter => _run.Reporter;

    public ExecutionHost Host => _run.Host;

    public bool HasHost => _run.HasHost;

    /// <summary>Begins an instance whose state stays with this executor until the instance has ended.</summary>
    /// <param name="inputs">The inputs of the root; null if there are none.</param>
    /// <param name="createHost">Creates the host on its first use.</param>
    public void Begin(IDictionary<string, object?>? inputs, Func<WorkflowExecutor, ExecutionHost> createHost)
    {
        if (!ReferenceEquals(_createHost, createHost))
        {
            _createHost = createHost;
        }

        Queue.Attach();
        Begin(inputs);
    }

    /// <summary>Begins an instance like the other overload, with a host that already exists.</summary>
    public void Begin(IDictionary<string, object?>? inputs, ExecutionHost host)
    {
        _own.Host = host;
        Queue.Attach();
        Begin(inputs);
    }

    /// <summary>Attaches an instance with a state of its own, which is idle, was loaded, or has not begun.</summary>
    public void Attach(InstanceState state)
    {
        Debug.Assert(state.Port is null, "One executor at a time runs an instance.");
        Debug.Assert(ReferenceEquals(_run.State, _own), "An executor runs one instance at a time.");
        _run.State = state;
        state.Port = _port;

        // Before the first frame is taken, because a frame that leaves with the instance must belong to the state of the instance.
        _frames.ServeOther();
        Queue.Attach();
    }

    /// <summary>Begins an attached instance, which has no root yet.</summary>
    public void Begin(IDictionary<string, object?>? inputs) => _run.State.Root = _scheduler.ScheduleRoot(inputs);

    /// <summary>Leaves an instance, whose state continues elsewhere.</summary>
    public void Detach()
    {
        InstanceState state = _run.State;
        Debug.Assert(!ReferenceEquals(state, _own), "An instance that leaves has a state of its own.");
        Leave();

        // While the store still serves the instance: the frames that stay in the executor drop their references to it.
        _run.Inline.Leave();
        _frames.LeaveOther();

        // Before the state is released, because the queued items move into the state.
        Queue.Detach();
        state.Port = null;
        _run.State = _own;
    }

    /// <summary>Leaves an instance that has completed; its frames serve the next instances.</summary>
    /// <returns>The state that was attached with the instance, reset for another instance; null if the instance used the state of this executor.</returns>
    public InstanceState? Recycle()
    {
        InstanceState state = _run.State;
        Frame root = state.Root!;
        Leave();

        // Before the root is released, because no queued item may refer to a free frame.
        Queue.Clear();
        root.Overrides = null;
        _scheduler.Release(root);
        if (!ReferenceEquals(state, _own))
        {
            _run.Inline.Leave();
            _frames.LeaveOther();
            Queue.Detach();
            state.Port = null;
            _run.State = _own;
        }

        state.Reset();
        return ReferenceEquals(state, _own) ? null : state;
    }

    /// <summary>Starts to report the instance, which has begun. The host uses one reporter for the whole lifetime of the instance.</summary>
    public void Report(Reporter reporter)
    {
        _run.Reporter = reporter;
        reporter.Attach(_reportSignals);
    }

    /// <summary>Runs the instance from its first item until it is idle or has ended.</summary>
    public void RunFirst()
    {
        if (Reporter is null)
        {
            Loop.RunFirst(State.Root!);
        }
        else
        {
            RunFirstReported();
        }
    }

    /// <summary>Called when the blocking save or participant has completed.</summary>
    public void Unblock() => _signalProcessor.Unblock();

    public void RequestAbort(Exception? reason) => TerminationRequests.RequestAbort(reason);

    /// <summary>Carries out the answer of the host to an unhandled exception: cancels the root.</summary>
    public void CancelUnhandled() => _termination.CancelUnhandled();

    /// <summary>
    /// Aborts an instance, even a completed one, after a failure outside its activities. Nothing observes the abort, and the method does not throw.
    /// </summary>
    public void AbortUnobserved(Exception? reason)
    {
        if (!State.HasEnded)
        {
            RequestAbort(reason);
            try
            {
                Loop.RunUnmonitored();
            }
            catch (Exception)
            {
                // The rest of the instance is abandoned as it is.
            }
        }

        if (State.Outcome != ExecutionOutcome.Aborted)
        {
            _termination.End(ExecutionOutcome.Aborted, reason);
        }
    }

    /// <summary>
    /// Runs the first item through the queue, so that records that were created before it are delivered before it. Not inlined, because its item would be
    /// cleared on the stack at the start of each invocation.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RunFirstReported()
    {
        Queue.PushFront(new WorkItem(WorkKind.Execute, State.Root!));
        Loop.Run();
    }

    /// <summary>Drops the data that belongs to the run and not to the instance.</summary>
    private void Leave()
    {
        TerminationRequests.Reset();
        if (_run.State.Bookmarks.IsUsed)
        {
            _bookmarkScopes.Reset();
        }

        _run.Reporter?.Detach();
        _run.Reporter = null;
    }
}
