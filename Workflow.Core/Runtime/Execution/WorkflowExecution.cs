using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
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
/// One workflow instance in memory: the one class that sees all parts of the run time, and the port through which contexts
/// reach them. It holds the parts; what they do is theirs. Used by one thread at a time, which is its owner's duty.
/// </summary>
internal sealed class WorkflowExecution : ExecutionPort
{
    private readonly ExecutionScopes _scopes;
    private ExecutionHost? _host;
    private Func<WorkflowExecution, object?, ExecutionHost>? _createHost;
    private object? _hostState;

    public WorkflowExecution(Program program)
    {
        Program = program;
        Loop = new RunLoop(this);
        FrameStore frames = new(this);
        Leaves = new Leaves(this, frames);
        Scheduler = new Scheduler(this, frames, Leaves);
        Starter = new Starter(this);
        Stepper = new Stepper(this, frames, Leaves, Scheduler);
        Completion = new Completion(this);
        Cancellation = new Cancellation(this);
        Operations = new Operations(this);
        Faults = new FaultPropagation(this);
        Bookmarks = new BookmarkTable(this);
        BookmarkPort = new ExecutionBookmarks(this, Bookmarks);
        Properties = new PropertyTable(this);
        Brackets = new Brackets(this);
        Handles = new HandleTable(this);
        SecondaryRoots = new SecondaryRoots(this);
        Transactions = new TransactionTable(this);
        _scopes = new ExecutionScopes(this);
        NoPersist = new NoPersistZones(this);
        Saving = new Saving(this);
        Endings = new Endings(this);
    }

    /// <summary>Rented from the pool.</summary>
    public bool IsRented;

    /// <summary>Never to be rented again: its instance did not complete.</summary>
    public bool IsSpent;

    /// <summary>Kept by one thread, not by the pool.</summary>
    public bool IsThreadsOwn;

    public Program Program { get; }

    public RunLoop Loop { get; }

    public Scheduler Scheduler { get; }

    public Leaves Leaves { get; }

    public Starter Starter { get; }

    public Stepper Stepper { get; }

    public Completion Completion { get; }

    public Cancellation Cancellation { get; }

    public Operations Operations { get; }

    public FaultPropagation Faults { get; }

    public BookmarkTable Bookmarks { get; }

    public override BookmarkPort BookmarkPort { get; }

    public PropertyTable Properties { get; }

    public Brackets Brackets { get; }

    public HandleTable Handles { get; }

    public SecondaryRoots SecondaryRoots { get; }

    public TransactionTable Transactions { get; }

    public override ScopePort Scopes => _scopes;

    public NoPersistZones NoPersist { get; }

    public Saving Saving { get; }

    public Endings Endings { get; }

    /// <summary>What the instance stands still for: nothing is delivered to it until that has ended. Null: nothing.</summary>
    public Task? Standstill => Reporter?.Running ?? Saving.Running;

    /// <summary>Properties, zones, transactions or secondary roots are, or were, in play.</summary>
    public bool UsesScopes => _scopes.IsUsed;

    /// <summary>Something may be done when nothing is queued.</summary>
    public bool HasIdleWork { get; set; }

    public Frame? Root { get; private set; }

    public ExecutionOutcome Outcome { get; private set; }

    /// <summary>Why the instance was aborted or terminated; null otherwise, and when no reason was given.</summary>
    public Exception? Reason { get; private set; }

    /// <summary>Tells the tracking participants. Null: nobody listens, and no record is made.</summary>
    public Reporter? Reporter { get; private set; }

    public bool HasEnded => Outcome != ExecutionOutcome.Running;

    public ExecutionHost Host => _host ??= _createHost!(this, _hostState);

    public bool HasHost => _host is not null;

    public override Guid WorkflowInstanceId => Host.InstanceId;

    /// <summary>Makes the execution ready to run an instance.</summary>
    public void Begin(
        IDictionary<string, object?>? inputs, Func<WorkflowExecution, object?, ExecutionHost> createHost, object? hostState, bool slowLane)
    {
        Serve(createHost, hostState, slowLane);
        Root = Scheduler.ScheduleRoot(inputs);
    }

    /// <summary>Takes over an instance that is idle: whoever calls this hands its parts over.</summary>
    public void Resume(Frame root, Func<WorkflowExecution, object?, ExecutionHost> createHost, object? hostState, bool slowLane)
    {
        Serve(createHost, hostState, slowLane);
        Root = root;
    }

    /// <summary>Reports from now on; the instance has begun, and the host gives it the one reporter for all of its life.</summary>
    public void Report(Reporter reporter)
    {
        Reporter = reporter;
        reporter.Attach(this);
    }

    /// <summary>The instance that was taken over has properties, zones, transactions or secondary roots in play.</summary>
    public void UseScopes() => _scopes.Use();

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
            Loop.PushFront(new WorkItem(WorkKind.Execute, Root!));
            Loop.Run();
        }
    }

    /// <summary>Makes an execution whose instance completed ready for another one.</summary>
    public void Recycle()
    {
        Frame root = Root!;
        Vacate();
        Scheduler.Release(root);
    }

    /// <summary>Forgets the instance, whose frames somebody else has now, or nobody.</summary>
    public void Vacate()
    {
        Root = null;
        _host = null;
        _hostState = null;
        Reason = null;
        Endings.Reset();
        Reporter?.Detach();
        Reporter = null;
        Scheduler.Reset();
        if (_scopes.IsUsed)
        {
            _scopes.Reset();
        }

        Loop.Clear();
        Bookmarks.Reset();
    }

    /// <summary>The root, or a secondary one, has completed.</summary>
    public void OnRootCompleted(Frame root)
    {
        if (!_scopes.IsUsed || (ReferenceEquals(root, Root) && SecondaryRoots.IsEmpty))
        {
            Complete();
        }
        else
        {
            SecondaryRoots.OnCompleted(root);
        }
    }

    /// <summary>Root and secondary roots have completed, and nothing more follows.</summary>
    public void Complete() => Outcome = ExecutionOutcome.Completed;

    /// <summary>The instance has ended otherwise.</summary>
    public void End(ExecutionOutcome outcome, Exception? reason)
    {
        Outcome = outcome;
        Reason = reason;
    }

    /// <summary>Queues what waits for an empty queue; false when there is nothing to do.</summary>
    public bool FindIdleWork() => (HasIdleWork && (Transactions.Grant() || SecondaryRoots.Continue())) || Bookmarks.ResumeIdle();

    /// <summary>Does what was asked for while an item ran; false: nothing may run before a save has ended, or the host has had its turn.</summary>
    public bool AttendSignals()
    {
        if ((Loop.Signals & Signals.Report) != 0 && !DeliverReports())
        {
            return false;
        }

        Signals asked = Loop.Signals & ~(Signals.Lasting | Signals.Report);
        Loop.Lower(asked);
        if ((asked & Signals.Keys) != 0)
        {
            Bookmarks.Scopes.TellHost();
        }

        if (Endings.Attend(asked) || HasEnded)
        {
            return true;
        }

        if (Endings.WaitsForAnswer(asked))
        {
            return false;
        }

        if ((asked & Signals.Cancel) != 0)
        {
            Cancellation.RequestRoot(Root!);
        }

        // A cancel request and a resumption are told before what they lead to.
        bool goesOn = ((asked & Signals.Save) == 0 || Saving.Attend()) && ((Loop.Signals & Signals.Report) == 0 || DeliverReports());
        if (!goesOn)
        {
            Loop.Raise(asked & Signals.Pause);
            return false;
        }

        return (asked & Signals.Pause) == 0 || _host?.TakesTurn(Loop) != true;
    }

    /// <summary>Takes notice that what the instance stood still for has ended; it can go on.</summary>
    public void EndStandstill()
    {
        if (Reporter is { Running: not null } reporter)
        {
            reporter.EndWait();
        }
        else
        {
            Saving.End();
        }
    }

    public void RequestAbort(Exception? reason) => Endings.RequestAbort(reason);

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
        IDictionary<string, object?>? overrides) => Scheduler.Schedule(Running(parent), activity, kind, onCompleted, onFaulted, overrides);

    public override ActivityInstance ScheduleDelegate(
        ActivityInstance parent, ActivityDelegate activityDelegate, CompletionKind kind, Delegate? onCompleted, FaultCallback? onFaulted) =>
        Scheduler.ScheduleDelegate(Running(parent), activityDelegate, kind, onCompleted, onFaulted);

    public override void Track(ActivityInstance instance, CustomTrackingRecord record) => Reporter?.Activities.Tracked(Running(instance), record);

    public override void BeginDefaultCancellation(ActivityInstance instance) => Cancellation.BeginDefault(Running(instance));

    public override void CancelChildren(ActivityInstance parent) => Cancellation.RequestChildren(Running(parent));

    public override void CancelChild(ActivityInstance parent, ActivityInstance child)
    {
        Frame frame = ChildOf(parent, child);
        Loop.Flush((Frame)parent);
        Cancellation.Request(frame);
    }

    public override IReadOnlyList<ActivityInstance> GetChildren(ActivityInstance parent)
    {
        List<Frame> children = FrameTree.ActiveChildren(Running(parent));
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
            Loop.Flush((Frame)parent);
            Teardown.Abort(frame, reason, this);
            Loop.PushFront(new WorkItem(WorkKind.Complete, frame));
        }
    }

    public override void MarkCanceled(ActivityInstance instance) => Cancellation.Mark(Running(instance));

    public override void Fault(Exception exception) => Faults.HandOver(exception);

    public override void Rethrow(Exception exception, Activity source, long sourceInstance) => Faults.HandOver(exception, source, sourceInstance);

    public override void Abort(Exception? reason)
    {
        CheckThread();
        RequestAbort(reason);
    }

    public override void Terminate(Exception reason)
    {
        CheckThread();
        Endings.RequestTermination(reason, isUnhandled: false);
    }

    /// <summary>An instance whose own code calls. Contexts belong to the thread that runs the workflow: from another one a call would tear its state.</summary>
    public Frame Running(ActivityInstance instance)
    {
        CheckThread();
        return Unsafe.As<Frame>(instance);
    }

    public void CheckThread()
    {
        if (!Loop.IsOwnThread)
        {
            ThrowForeignThread();
        }
    }

    [DoesNotReturn]
    private static void ThrowForeignThread() => throw new InvalidOperationException(
        "A context is used on another thread than the one that runs the workflow; use it in the method it was given to, and resume a bookmark for what happens elsewhere.");

    private void Serve(Func<WorkflowExecution, object?, ExecutionHost> createHost, object? hostState, bool slowLane)
    {
        if (!ReferenceEquals(_createHost, createHost))
        {
            _createHost = createHost;
        }

        _hostState = hostState;
        Outcome = ExecutionOutcome.Running;
        Loop.ResetSignals(slowLane ? Signals.SlowLane : Signals.None);
    }

    /// <summary>False: a participant is asynchronous, and nothing may run before it is done.</summary>
    private bool DeliverReports()
    {
        Loop.Lower(Signals.Report);
        return Reporter?.Attend() != false;
    }

    private Frame ChildOf(ActivityInstance parent, ActivityInstance child)
    {
        CheckThread();
        Frame frame = (Frame)child;
        return frame.IsCompleted || ReferenceEquals(frame.Parent, parent)
            ? frame
            : throw new InvalidOperationException(
                $"'{child.Activity.DisplayName}' is not a direct child of '{parent.Activity.DisplayName}', which can cancel and abort only its own children.");
    }
}
