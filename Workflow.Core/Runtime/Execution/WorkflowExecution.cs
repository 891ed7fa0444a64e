using Workflow.Definition;
using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;
using Workflow.Tracking;

namespace Workflow.Runtime.Execution;

/// <summary>
/// Puts the parts of the engine together, and connects them to contexts, hosts and snapshots. What the parts do is theirs, and none of them knows this class.
/// </summary>
/// <remarks>Runs one instance at a time. Used by one thread at a time, which its owner ensures.</remarks>
internal sealed class WorkflowExecution : ExecutionPort
{
    private readonly RunContext _run;
    private readonly Cancellation _cancellation;
    private readonly FaultPropagation _faults;
    private readonly ItemBoundary _boundary;
    private readonly Termination _termination;
    private readonly Teardown _teardown;
    private Func<WorkflowExecution, object?, ExecutionHost>? _createHost;
    private object? _hostState;

    public WorkflowExecution(Program program)
    {
        RunContext run = _run = new RunContext(program, this, () => _createHost!(this, _hostState));
        FrameStore frames = new(run);
        WorkQueue queue = Queue = new WorkQueue(frames);
        Endings = new Endings(run, queue);
        Brackets brackets = new(queue, Endings);
        Properties = new PropertyTable(run, brackets);
        NoPersist = new NoPersistZones(run, queue);
        Bookmarks = new BookmarkTable(run, queue);
        Transactions = new TransactionTable(run, queue, NoPersist, Bookmarks, Endings);
        Saving = new Saving(run, queue, NoPersist, Bookmarks, Transactions, Endings);
        HandleTable handles = new(run);
        Operations operations = new(run, NoPersist);
        Teardown teardown = _teardown = new Teardown(run, Bookmarks, operations, Transactions, Properties, NoPersist);
        Scheduler = new Scheduler(run, queue, frames);
        SecondaryRoots = new SecondaryRoots(run, Scheduler, teardown, Endings);
        _cancellation = new Cancellation(run, queue, Transactions);
        _faults = new FaultPropagation(run, queue, teardown, NoPersist, brackets, Endings);
        _termination = new Termination(run, queue, Endings, teardown, SecondaryRoots);
        CompletionCallbacks callbacks = new(run);
        Leaves leaves = new(run, frames, callbacks);
        Stepper stepper = new(run, queue, frames, leaves, Scheduler, _faults);
        ExtrasCleanup cleanup = new(Properties, handles, NoPersist);
        Completion completion = new(run, queue, Scheduler, Bookmarks, Transactions, SecondaryRoots, cleanup, _faults, callbacks);
        Starter starter = new(run, queue, Scheduler, handles, operations, _faults);
        Dispatcher dispatcher = new(starter, _faults, _cancellation, Bookmarks, operations, Transactions);
        _boundary = new ItemBoundary(run, queue, Bookmarks, Endings, _termination, _cancellation, Saving, Transactions, SecondaryRoots);
        Loop = new RunLoop(run, queue, _boundary, dispatcher, starter, completion, stepper, leaves, _faults, brackets);
        BookmarkPort = new ExecutionBookmarks(queue, Bookmarks);
        Scopes = new ExecutionScopes(run, queue, Properties, NoPersist, Transactions, SecondaryRoots, Saving);
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

    public override BookmarkPort BookmarkPort { get; }

    public PropertyTable Properties { get; }

    public SecondaryRoots SecondaryRoots { get; }

    public TransactionTable Transactions { get; }

    public override ScopePort Scopes { get; }

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

    public override Guid WorkflowInstanceId => Host.InstanceId;

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

    public override object? GetExtension(Type type) => Host.GetExtension(type);

    public override LocationReferenceEnvironment ScopeOf(ActivityInstance instance) => ((Frame)instance).Plan.Scope;

    public override ActivityInstance Schedule(
        ActivityInstance parent,
        Activity activity,
        CompletionKind kind,
        Delegate? onCompleted,
        FaultCallback? onFaulted,
        IDictionary<string, object?>? overrides) => Scheduler.Schedule(Queue.Running(parent), activity, kind, onCompleted, onFaulted, overrides);

    public override ActivityInstance ScheduleDelegate(
        ActivityInstance parent, ActivityDelegate activityDelegate, CompletionKind kind, Delegate? onCompleted, FaultCallback? onFaulted) =>
        Scheduler.ScheduleDelegate(Queue.Running(parent), activityDelegate, kind, onCompleted, onFaulted);

    public override void Track(ActivityInstance instance, CustomTrackingRecord record) => Reporter?.Activities.Tracked(Queue.Running(instance), record);

    public override void BeginDefaultCancellation(ActivityInstance instance) => _cancellation.BeginDefault(Queue.Running(instance));

    public override void CancelChildren(ActivityInstance parent) => _cancellation.RequestChildren(Queue.Running(parent));

    public override void CancelChild(ActivityInstance parent, ActivityInstance child)
    {
        Frame frame = ChildOf(parent, child);
        Queue.Flush((Frame)parent);
        _cancellation.Request(frame);
    }

    public override IReadOnlyList<ActivityInstance> GetChildren(ActivityInstance parent)
    {
        List<Frame> children = FrameTree.ActiveChildren(Queue.Running(parent));
        if ((((Frame)parent).Plan.Flags & PlanFlags.IsShipped) == 0)
        {
            children.ForEach(child => child.Flags |= InstanceFlags.Leaked);
        }

        return children;
    }

    public override void AbortChild(ActivityInstance parent, ActivityInstance child, Exception? reason)
    {
        Frame frame = ChildOf(parent, child);
        if (!frame.IsCompleted)
        {
            Queue.Flush((Frame)parent);
            _teardown.Abort(frame, reason);
            Queue.PushFront(new WorkItem(WorkKind.Complete, frame));
        }
    }

    public override void MarkCanceled(ActivityInstance instance) => Cancellation.Mark(Queue.Running(instance));

    public override void Fault(Exception exception) => _faults.HandOver(exception);

    public override void Rethrow(Exception exception, Activity source, long sourceInstance) => _faults.HandOver(exception, source, sourceInstance);

    public override void Abort(Exception? reason)
    {
        Queue.CheckThread();
        RequestAbort(reason);
    }

    public override void Terminate(Exception reason)
    {
        Queue.CheckThread();
        Endings.RequestTermination(reason, isUnhandled: false);
    }

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

    private Frame ChildOf(ActivityInstance parent, ActivityInstance child)
    {
        Queue.CheckThread();
        Frame frame = (Frame)child;
        return frame.IsCompleted || ReferenceEquals(frame.Parent, parent)
            ? frame
            : throw new InvalidOperationException(
                $"'{child.Activity.DisplayName}' is not a direct child of '{parent.Activity.DisplayName}', which can cancel and abort only its own children.");
    }
}
