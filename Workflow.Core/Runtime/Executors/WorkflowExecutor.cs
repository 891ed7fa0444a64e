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
/// Runs instances of one program, one at a time. It puts the parts of the engine together and connects them to hosts; what the parts do is theirs, and none of
/// them has access to this class. All that has to outlast a run is in the <see cref="InstanceState"/>.
/// </summary>
/// <remarks>Used by one thread at a time, which its owner ensures.</remarks>
internal sealed class WorkflowExecutor
{
    private readonly RunContext _run;
    private readonly FrameStore _frames;
    private readonly InlineExecution _inline;
    private readonly Scheduler _scheduler;
    private readonly ContextPort _port;
    private readonly BookmarkScopeManager _bookmarkScopes;
    private readonly ReportSignals _reportSignals;
    private readonly ItemBoundary _boundary;
    private readonly Termination _termination;

    /// <summary>The state of an instance that this executor begins and also ends, used again for each. The current one while there is no other.</summary>
    private readonly InstanceState _own;

    private Func<WorkflowExecutor, ExecutionHost>? _createHost;

    public WorkflowExecutor(Program program)
    {
        RunContext run = _run = new RunContext(program, () => _createHost!(this));
        _own = run.State;
        EvaluationContexts evaluations = new();
        FrameStore frames = _frames = new(run, evaluations);
        WorkQueue queue = Queue = new WorkQueue(run);
        EndRequests = new EndRequests(run, queue);
        _reportSignals = new ReportSignals(queue, EndRequests);
        ThreadPropertyScope threadScope = new(run, queue, EndRequests);
        PropertyTable properties = new(run, threadScope);
        NoPersistZones noPersist = new(run, queue);
        _bookmarkScopes = new BookmarkScopeManager(run, queue);
        Bookmarks = new BookmarkManager(run, queue, _bookmarkScopes);
        TransactionTable transactions = new(run, queue, noPersist, Bookmarks, EndRequests);
        RequestedSaves saves = new(run, queue, Bookmarks, transactions, EndRequests);
        AsyncOperations operations = new(run, noPersist, EndRequests);
        Teardown teardown = new(run, Bookmarks, operations, transactions, properties, noPersist);
        _scheduler = new Scheduler(run, queue, frames);
        SecondaryRoots secondaryRoots = new(run, _scheduler, teardown, EndRequests);
        Cancellation cancellation = new(run, queue, transactions);
        FaultPropagation faults = new(run, queue, evaluations, teardown, noPersist, threadScope, EndRequests);
        _termination = new Termination(run, queue, EndRequests, teardown, secondaryRoots);
        CompletionCallbacks callbacks = new(run);
        ExtrasCleanup cleanup = new(properties, noPersist);
        Completion completion = new(run, queue, _scheduler, Bookmarks, transactions, secondaryRoots, cleanup, faults, callbacks);
        ActivityStarter starter = new(run, queue, _scheduler, evaluations, operations, faults);
        Dispatcher dispatcher = new(starter, faults, cancellation, operations, transactions);
        _boundary = new ItemBoundary(run, queue, Bookmarks, _bookmarkScopes, EndRequests, _termination, cancellation, saves, transactions, secondaryRoots);
        ItemEnd itemEnd = new(run, queue, completion, faults);
        Loop = new RunLoop(run, queue, _boundary, dispatcher, completion, itemEnd, faults, threadScope);
        LeafStore store = new(run, frames);
        LeafRunner leaves = new(run, frames, callbacks);
        StepRunner steps = new(run, queue, frames, store, leaves, _scheduler, faults);
        _inline = new InlineRunner(run, queue, starter, completion, itemEnd, faults, steps, store, leaves);
        ExecutionScopes scopes = new(run, queue, properties, noPersist, transactions, secondaryRoots, saves);
        _port = new ContextPort(run, queue, _scheduler, cancellation, teardown, faults, EndRequests, new ExecutionBookmarks(queue, Bookmarks, _bookmarkScopes), scopes);
        _own.Port = _port;
    }

    /// <summary>Rented from the pool.</summary>
    public bool IsRented;

    /// <summary>Never to be rented again: its instance did not complete.</summary>
    public bool IsSpent;

    /// <summary>Kept by one thread, not by the pool.</summary>
    public bool IsThreadsOwn;

    /// <summary>An instance has ended or left it before: its definition runs again and again, as most do.</summary>
    public bool WasUsedBefore;

    /// <summary>The ambient values for a host that is created later than the run begins, perhaps on another thread. Null: none, or there is a host.</summary>
    public ExecutionContext? CallersAmbient;

    public Program Program => _run.Program;

    /// <summary>The state of the instance that it runs.</summary>
    public InstanceState State => _run.State;

    public WorkQueue Queue { get; }

    public RunLoop Loop { get; }

    public BookmarkManager Bookmarks { get; }

    public EndRequests EndRequests { get; }

    /// <summary>What the instance waits for: nothing is delivered to it until that has ended. Null: nothing.</summary>
    public Task? Standstill => _run.Standstill;

    /// <summary>Creates the tracking records. Null: no participant wants any, and no record is made.</summary>
    public Reporter? Reporter => _run.Reporter;

    public ExecutionHost Host => _run.Host;

    public bool HasHost => _run.HasHost;

    /// <summary>Begins an instance with a state that this executor keeps until the instance has ended.</summary>
    /// <param name="inputs">The inputs of the root; null for none.</param>
    /// <param name="createHost">Creates the host at its first use.</param>
    /// <param name="slowLane">Every item goes through the queue.</param>
    public void Begin(IDictionary<string, object?>? inputs, Func<WorkflowExecutor, ExecutionHost> createHost, bool slowLane)
    {
        if (!ReferenceEquals(_createHost, createHost))
        {
            _createHost = createHost;
        }

        Prepare(slowLane);
        Begin(inputs);
    }

    /// <summary>The same for a host that there is already.</summary>
    public void Begin(IDictionary<string, object?>? inputs, ExecutionHost host, bool slowLane)
    {
        _own.Host = host;
        Prepare(slowLane);
        Begin(inputs);
    }

    /// <summary>Runs an instance with a state of its own from now on, which is idle, was loaded, or has not begun.</summary>
    public void Attach(InstanceState state, bool slowLane)
    {
        Debug.Assert(state.Port is null, "One executor at a time runs an instance.");
        Debug.Assert(ReferenceEquals(_run.State, _own), "An executor runs one instance at a time.");
        _run.State = state;
        state.Port = _port;

        // Before the first frame is taken: one that leaves with the instance must belong to its state.
        _frames.ServeOther();
        Prepare(slowLane);
    }

    /// <summary>Begins an attached instance, which has no root yet.</summary>
    public void Begin(IDictionary<string, object?>? inputs) => _run.State.Root = _scheduler.ScheduleRoot(inputs);

    /// <summary>Leaves an instance, whose state goes on elsewhere.</summary>
    public void Detach()
    {
        InstanceState state = _run.State;
        Debug.Assert(!ReferenceEquals(state, _own), "An instance that leaves has a state of its own.");
        Leave();

        // While the store still serves the instance: the frames that stay here drop their references to it.
        _inline.Leave();
        _frames.LeaveOther();

        // Before the state is let go of, which keeps what is queued.
        Queue.Detach();
        state.Port = null;
        _run.State = _own;
    }

    /// <summary>Ends with an instance that completed; its frames serve the next ones.</summary>
    /// <returns>The state that the instance brought, ready for another one; null: it had that of this executor.</returns>
    public InstanceState? Recycle()
    {
        InstanceState state = _run.State;
        Frame root = state.Root!;
        Leave();

        // Before the root is released: nothing that is queued may refer to a free frame.
        Queue.Clear();
        root.Overrides = null;
        _scheduler.Release(root);
        if (!ReferenceEquals(state, _own))
        {
            _inline.Leave();
            _frames.LeaveOther();
            Queue.Detach();
            state.Port = null;
            _run.State = _own;
        }

        state.Reset();
        return ReferenceEquals(state, _own) ? null : state;
    }

    /// <summary>Reports from now on; the instance has begun, and the host gives it the one reporter for all of its life.</summary>
    public void Report(Reporter reporter)
    {
        _run.Reporter = reporter;
        reporter.Attach(_reportSignals);
    }

    /// <summary>Runs until idle or ended.</summary>
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

    /// <summary>Takes notice that what the instance waited for has ended; it can go on.</summary>
    public void EndStandstill() => _boundary.EndStandstill();

    public void RequestAbort(Exception? reason) => EndRequests.RequestAbort(reason);

    /// <summary>The host's answer to an unhandled exception: the root is canceled.</summary>
    public void CancelUnhandled() => _termination.CancelUnhandled();

    /// <summary>Aborts an instance around whose run something failed, a completed one too; nothing observes it, and nothing more can fail.</summary>
    public void AbortUnwatched(Exception? reason)
    {
        if (!State.HasEnded)
        {
            RequestAbort(reason);
            try
            {
                Loop.RunUnwatched();
            }
            catch (Exception)
            {
                // What is left of the instance is given up as it is.
            }
        }

        if (State.Outcome != ExecutionOutcome.Aborted)
        {
            _termination.End(ExecutionOutcome.Aborted, reason);
        }
    }

    /// <summary>What is reported before it runs is delivered before it runs. Not inlined, as its item would be cleared on the stack at the start of each invocation.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private void RunFirstReported()
    {
        Queue.PushFront(new WorkItem(WorkKind.Execute, State.Root!));
        Loop.Run();
    }

    private void Prepare(bool slowLane)
    {
        InlineExecution? inline = slowLane ? null : _inline;
        if (!ReferenceEquals(_run.Inline, inline))
        {
            _run.Inline = inline;
        }

        Queue.Attach(slowLane);
    }

    /// <summary>Drops what belongs to the run and not to the instance.</summary>
    private void Leave()
    {
        EndRequests.Reset();
        if (_run.State.Bookmarks.IsUsed)
        {
            _bookmarkScopes.Reset();
        }

        _run.Reporter?.Detach();
        _run.Reporter = null;
    }
}
