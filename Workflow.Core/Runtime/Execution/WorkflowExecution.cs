using Workflow.Definition;
using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;

namespace Workflow.Runtime.Execution;

/// <summary>
/// Puts the parts of the engine together, and connects them to contexts, hosts and snapshots. What the parts do is theirs, and none of them knows this class.
/// </summary>
/// <remarks>Runs one instance at a time. Used by one thread at a time, which its owner ensures.</remarks>
internal sealed class WorkflowExecution
{
    private readonly RunContext _run;
    private readonly ItemBoundary _boundary;
    private readonly Termination _termination;
    private Func<WorkflowExecution, object?, ExecutionHost>? _createHost;
    private object? _hostState;

    public WorkflowExecution(Program program)
    {
        RunContext run = _run = new RunContext(program, () => _createHost!(this, _hostState));
        FrameStore frames = new(run);
        WorkQueue queue = Queue = new WorkQueue(frames);
        Endings = new Endings(run, queue);
        Brackets brackets = new(run, queue, Endings);
        Properties = new PropertyTable(run, brackets);
        NoPersist = new NoPersistZones(run, queue);
        Bookmarks = new BookmarkTable(run, queue);
        Transactions = new TransactionTable(run, queue, NoPersist, Bookmarks, Endings);
        Saving = new Saving(run, queue, NoPersist, Bookmarks, Transactions, Endings);
        HandleTable handles = new(run);
        Operations operations = new(run, NoPersist);
        Teardown teardown = new(run, Bookmarks, operations, Transactions, Properties, NoPersist);
        Scheduler = new Scheduler(run, queue, frames);
        SecondaryRoots = new SecondaryRoots(run, Scheduler, teardown, Endings);
        Cancellation cancellation = new(run, queue, Transactions);
        FaultPropagation faults = new(run, queue, teardown, NoPersist, brackets, Endings);
        _termination = new Termination(run, queue, Endings, teardown, SecondaryRoots);
        CompletionCallbacks callbacks = new(run);
        Leaves leaves = new(run, frames, callbacks);
        Stepper stepper = new(run, queue, frames, leaves, Scheduler, faults);
        ExtrasCleanup cleanup = new(Properties, handles, NoPersist);
        Completion completion = new(run, queue, Scheduler, Bookmarks, Transactions, SecondaryRoots, cleanup, faults, callbacks);
        Starter starter = new(run, queue, Scheduler, handles, operations, faults);
        Dispatcher dispatcher = new(starter, faults, cancellation, Bookmarks, operations, Transactions);
        _boundary = new ItemBoundary(run, queue, Bookmarks, Endings, _termination, cancellation, Saving, Transactions, SecondaryRoots);
        Loop = new RunLoop(run, queue, _boundary, dispatcher, starter, completion, stepper, leaves, faults, brackets);
        ExecutionScopes scopes = new(run, queue, Properties, NoPersist, Transactions, SecondaryRoots, Saving);
        run.Port = new ContextPort(run, queue, Scheduler, cancellation, teardown, faults, Endings, new ExecutionBookmarks(queue, Bookmarks), scopes);
    }

    /// <summary>Rented from the pool.</summary>
    public bool IsRented;

    /// <summary>Never to be rented again: its instance did not complete.</summary>
    public bool IsSpent;

    /// <summary>Kept by one thread, not by the pool.</summary>
    public bool IsThreadsOwn;

    public Program Program => _run.Program;

    /// <summary>The state of the instance that it runs.</summary>
    public InstanceState State => _run.State;

    public WorkQueue Queue { get; }

    public RunLoop Loop { get; }

    public Scheduler Scheduler { get; }

    public BookmarkTable Bookmarks { get; }

    public PropertyTable Properties { get; }

    public SecondaryRoots SecondaryRoots { get; }

    public TransactionTable Transactions { get; }

    public NoPersistZones NoPersist { get; }

    public Saving Saving { get; }

    public Endings Endings { get; }

    /// <summary>What the instance stands still for: nothing is delivered to it until that has ended. Null: nothing.</summary>
    public Task? Standstill => _run.Standstill;

    public Frame? Root => _run.State.Root;

    public ExecutionOutcome Outcome => _run.State.Outcome;

    /// <summary>Why the instance was aborted or terminated; null otherwise, and when no reason was given.</summary>
    public Exception? Reason => _run.State.Reason;

    /// <summary>Tells the tracking participants. Null: nobody listens, and no record is made.</summary>
    public Reporter? Reporter => _run.Reporter;

    public bool HasEnded => _run.State.HasEnded;

    public ExecutionHost Host => _run.Host;

    public bool HasHost => _run.HasHost;

    /// <summary>Makes the execution ready to run an instance.</summary>
    public void Begin(
        IDictionary<string, object?>? inputs, Func<WorkflowExecution, object?, ExecutionHost> createHost, object? hostState, bool slowLane)
    {
        Serve(createHost, hostState, slowLane);
        _run.State.Root = Scheduler.ScheduleRoot(inputs);
    }

    /// <summary>Takes over an instance that is idle: whoever calls this hands its parts over.</summary>
    public void Resume(InstanceState state, Func<WorkflowExecution, object?, ExecutionHost> createHost, object? hostState, bool slowLane)
    {
        _run.State = state;
        Serve(createHost, hostState, slowLane);
    }

    /// <summary>Reports from now on; the instance has begun, and the host gives it the one reporter for all of its life.</summary>
    public void Report(Reporter reporter)
    {
        _run.Reporter = reporter;
        reporter.Attach(Queue, Endings);
    }

    /// <summary>Runs until idle or ended.</summary>
    public void RunFirst()
    {
        if (Reporter is null)
        {
            Loop.RunFirst(Root!);
        }
        else
        {
            // What is reported before it runs is delivered before it runs.
            Queue.PushFront(new WorkItem(WorkKind.Execute, Root!));
            Loop.Run();
        }
    }

    /// <summary>Makes an execution whose instance completed ready for another one.</summary>
    public void Recycle()
    {
        Frame root = Root!;
        Vacate(_run.State);
        Scheduler.Release(root);
    }

    /// <summary>Leaves the instance, which goes on elsewhere with its state.</summary>
    public void Vacate() => Vacate(new InstanceState(Program));

    private void Vacate(InstanceState next)
    {
        _hostState = null;
        Endings.Reset();
        _run.Disconnect();
        if (_run.State.UsesScopes)
        {
            SecondaryRoots.Reset();
            Properties.Reset();
            Transactions.Reset();
        }

        Queue.Clear();
        Bookmarks.Reset();
        _run.State = next;
        next.Reset();
    }

    /// <summary>Takes notice that what the instance stood still for has ended; it can go on.</summary>
    public void EndStandstill() => _boundary.EndStandstill();

    public void RequestAbort(Exception? reason) => Endings.RequestAbort(reason);

    /// <summary>The host's answer to an unhandled exception: the root is canceled.</summary>
    public void CancelUnhandled() => _termination.CancelUnhandled();

    /// <summary>Aborts an instance around whose run something failed, a completed one too; nobody watches, and nothing more can fail.</summary>
    public void AbortUnwatched(Exception? reason)
    {
        if (!HasEnded)
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

        if (Outcome != ExecutionOutcome.Aborted)
        {
            _termination.End(ExecutionOutcome.Aborted, reason);
        }
    }

    /// <summary>The root's out and in-out arguments by name; an empty dictionary when there are none.</summary>
    public Dictionary<string, object?> CollectOutputs() => Root!.GetOutputs();

    private void Serve(Func<WorkflowExecution, object?, ExecutionHost> createHost, object? hostState, bool slowLane)
    {
        if (!ReferenceEquals(_createHost, createHost))
        {
            _createHost = createHost;
        }

        _hostState = hostState;
        _run.State.Outcome = ExecutionOutcome.Running;
        Queue.ResetSignals(slowLane ? Signals.SlowLane : Signals.None);
    }
}
