using System.Collections.ObjectModel;
using System.Xml.Linq;
using Workflow.Definition;
using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Reporting;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Scopes;
using Workflow.Runtime.Snapshots;
using Workflow.Tracking;

namespace Workflow.Hosting;

/// <summary>The execution of an application's instance, and how it goes on: the only place where the application touches it.</summary>
/// <remarks>For the owner of the turn, except <see cref="RequestTurn"/>.</remarks>
internal struct HostedRun
{
    private static readonly Func<WorkflowExecution, object?, ExecutionHost> HostOf = static (_, instance) => (ApplicationInstance)instance!;

    /// <summary>Requests that are not part of what is saved, so that a save before them would lose them.</summary>
    private const Signals Ends = Signals.Abort | Signals.Terminate | Signals.Cancel;

    private WorkflowExecution? _execution;

    /// <summary>The instance while it waits without machinery; null while there is an execution.</summary>
    private DormantInstance? _passivated;

    /// <summary>What was delivered last, while it may be queued still, or waits for machinery.</summary>
    private object? _delivered;

    /// <summary>Monitoring has been told that the instance is idle, and not yet that it no longer is.</summary>
    private bool _countsAsIdle;

    /// <summary>How the instance goes on.</summary>
    public NextRun Next { get; set; }

    /// <summary>How often it ran.</summary>
    public int Count { get; private set; }

    /// <summary>The root has had its turn, in this process or before the instance was loaded.</summary>
    public bool HasBegun { get; private set; }

    /// <summary>There is something to run: what is saved now is to be run on when it is loaded.</summary>
    public readonly bool IsExecuting => Next == NextRun.Root || _execution is { Queue.IsEmpty: false };

    /// <summary>What the application has been told since the instance last ran.</summary>
    public IdleNotification Notified { get; set; }

    /// <summary>How the instance completed; null before it has.</summary>
    public WorkflowCompletion? Result { get; private set; }

    public readonly bool Exists => _execution is not null;

    public readonly bool IsPassivated => _passivated is not null;

    public readonly bool HasEnded => _execution is { HasEnded: true };

    public readonly bool IsAborted => _execution!.Outcome == ExecutionOutcome.Aborted;

    /// <summary>Why it was aborted; null when no reason was given.</summary>
    public readonly Exception? AbortReason => _execution!.Reason;

    /// <summary>Why nothing may be done with it before a task has ended; null for no such thing.</summary>
    public readonly Task? Standstill => _execution?.Standstill;

    /// <summary>The exception about which the host is asked; null for none.</summary>
    public readonly UnhandledFault? Unhandled => _execution?.Endings.Unhandled;

    /// <summary>Whether nothing of rule 7.1 holds, a delivery that has not been run included; an end that was asked for comes first.</summary>
    public readonly bool IsPersistable =>
        _execution is { NoPersist.IsPersistable: true, Queue: { } queue } && (queue.Signals & Ends) == Signals.None && !HasDelivery(queue, _delivered);

    public readonly ReadOnlyCollection<BookmarkInfo> Bookmarks => BookmarkList.Of(_execution!);

    public readonly int BookmarkCount => _execution!.Bookmarks.Count;

    /// <summary>The variables that a save writes for others to read (rule 7.5.2).</summary>
    public readonly IReadOnlyDictionary<XName, object?> MappedVariables => Runtime.Snapshots.MappedVariables.Of(_execution!);

    /// <summary>Takes an execution for a new instance, which does not run yet.</summary>
    public void Begin(Program program, IDictionary<string, object?>? inputs, ApplicationInstance host)
    {
        WorkflowExecution execution = ExecutionPool.Rent(program);
        try
        {
            execution.Begin(inputs, HostOf, host, slowLane: false);
        }
        catch
        {
            // The inputs are the application's object.
            ExecutionPool.Discard(execution);
            throw;
        }

        Serve(execution);
        Next = NextRun.Root;
    }

    /// <summary>Takes an execution for an instance that was saved; it stands where it was saved.</summary>
    /// <exception cref="Persistence.SnapshotException">It cannot be read.</exception>
    public SnapshotState Restore(Program program, ReadOnlyMemory<byte> data, PersistenceServices services, ApplicationInstance host)
    {
        WorkflowExecution execution = ExecutionPool.Rent(program);
        SnapshotState state;
        try
        {
            state = Snapshot.Restore(execution, data, services.Serializer, services.Types, HostOf, host);
        }
        catch
        {
            ExecutionPool.Discard(execution);
            throw;
        }

        Serve(execution);
        HasBegun = state.HasStarted;
        Next = state.HasStarted ? NextRun.Queue : NextRun.Root;
        return state;
    }

    /// <summary>What is saved of it, while nothing of rule 7.1 holds.</summary>
    public readonly ReadOnlyMemory<byte> Capture(SnapshotState state, PersistenceServices services) =>
        Snapshot.Capture(_execution!, state, services.Serializer, services.Types);

    /// <summary>Has the host called as soon as the instance can be saved.</summary>
    public readonly void AwaitPersistable()
    {
        NoPersistZones zones = _execution!.NoPersist;
        zones.IsAwaited = !zones.IsPersistable;
        if (zones.IsPersistable)
        {
            // Only what runs next is in the way: a delivery, or an end that was asked for.
            _execution.Queue.Raise(Signals.Pause);
        }
    }

    /// <summary>Reports what becomes of the instance from now on.</summary>
    public readonly void Report(Reporter reporter) => _execution!.Report(reporter);

    /// <summary>The idle instance gives its machinery back, if it is one that can, until <see cref="Activate"/>.</summary>
    public void Passivate()
    {
        if (_execution is { } execution && Next == NextRun.None)
        {
            if (!_countsAsIdle && InstanceMeter.Idle.Enabled)
            {
                _countsAsIdle = true;
                InstanceMeter.Idle.Add(1, InstanceMeter.DefinitionTag(execution.Program.Root.DisplayName));
            }

            execution.Queue.Lower(Signals.Pause);
            _passivated = DormantInstance.TryTake(execution);
            _execution = _passivated is null ? execution : null;
        }
    }

    /// <summary>Gets machinery for the instance that gave it back.</summary>
    public void Activate(ApplicationInstance host)
    {
        Serve(_passivated!.Wake(HostOf, host));
        _passivated = null;
        if (_delivered is Resumption resumption)
        {
            _execution!.Queue.PushBack(new WorkItem(WorkKind.Resume, resumption.Owner!, resumption));
        }
    }

    /// <summary>Runs until the instance is idle, has ended, stands still, or is to be interrupted.</summary>
    public void Advance()
    {
        WorkflowExecution execution = _execution!;
        EndIdle(execution);
        NextRun next = Next;
        IdleNotification told = Notified;
        long items = execution.Loop.ItemCount;
        Next = NextRun.Queue;
        Notified = IdleNotification.Nothing;
        HasBegun = true;
        Count++;
        if (next == NextRun.Root)
        {
            execution.RunFirst();
        }
        else
        {
            execution.Loop.Run();
            Notified = execution.Loop.ItemCount == items ? told : IdleNotification.Nothing;
        }

        Next = execution.Queue.IsEmpty ? NextRun.None : NextRun.Queue;
        _delivered = Next == NextRun.None ? null : _delivered;
    }

    public void EndStandstill()
    {
        _execution!.EndStandstill();
        Next = NextRun.Queue;
    }

    /// <summary>Tears the instance down. What fails around it changes nothing.</summary>
    public void TearDown(Exception? reason)
    {
        Abort(reason);
        try
        {
            Advance();
        }
        catch (Exception)
        {
            _execution!.AbortUnwatched(reason);
        }
    }

    /// <summary>Nothing more is tried with it.</summary>
    public void Drop()
    {
        if (_execution is { } execution)
        {
            ExecutionPool.Discard(execution);
        }

        _execution = null;
        _passivated = null;
        Next = NextRun.None;
    }

    /// <summary>
    /// Resumes a bookmark of the idle instance. One that sleeps is not woken for it: many can be resumed before the first of them runs, and machinery
    /// for each would cost more than all the rest.
    /// </summary>
    public BookmarkResumptionResult Resume(Bookmark bookmark, object? value)
    {
        if (_passivated is { } dormant)
        {
            _delivered = dormant.TryResume(bookmark, value);
            Next = _delivered is null ? NextRun.None : NextRun.Queue;
            return _delivered is null ? BookmarkResumptionResult.NotFound : BookmarkResumptionResult.Success;
        }

        BookmarkResumptionResult result = _execution!.Bookmarks.Resume(bookmark, value);
        if (result == BookmarkResumptionResult.Success)
        {
            NoteDelivery();
        }

        return result;
    }

    /// <summary>Brings the end of an operation to the idle instance; nothing comes of one whose activity has been aborted.</summary>
    public void Deliver(WorkItem item)
    {
        if (!item.IsStale(_execution!.State))
        {
            _execution!.Queue.PushBack(item);
            NoteDelivery();
        }
    }

    /// <summary>Asks the root to cancel; one that has not begun never does (rule 6.4).</summary>
    public void Cancel()
    {
        _execution!.Queue.Raise(Signals.Cancel);
        Next = NextRun.Queue;
    }

    public void Terminate(Exception reason)
    {
        _execution!.Endings.RequestTermination(reason, isUnhandled: false);
        Next = NextRun.Queue;
    }

    public void Abort(Exception? reason)
    {
        _execution!.RequestAbort(reason);
        Next = NextRun.Queue;
    }

    /// <summary>Does what the host answered to an exception that nothing handled.</summary>
    public void Answer(UnhandledExceptionAction action)
    {
        Endings endings = _execution!.Endings;
        switch (action)
        {
            case UnhandledExceptionAction.Abort:
                endings.AbortUnhandled();
                break;
            case UnhandledExceptionAction.Cancel:
                _execution.CancelUnhandled();
                break;
            case UnhandledExceptionAction.Terminate:
                endings.TerminateUnhandled();
                break;
            default:
                throw new ArgumentOutOfRangeException(nameof(action), action, "OnUnhandledException must return a member of UnhandledExceptionAction.");
        }

        Next = NextRun.Queue;
    }

    /// <summary>Asks a running instance to stop between two items; safe from any thread, and harmless when it comes late.</summary>
    public readonly void RequestTurn() => Volatile.Read(in _execution)?.Queue.Raise(Signals.Pause);

    /// <summary>How the instance completed.</summary>
    public WorkflowCompletion Complete()
    {
        WorkflowExecution execution = _execution!;
        bool isTerminated = execution.Outcome != ExecutionOutcome.Completed;
        Dictionary<string, object?> outputs = execution.CollectOutputs();
        return Result = new WorkflowCompletion(
            isTerminated ? ActivityInstanceState.Faulted : execution.Root!.CurrentState, outputs.Count == 0 ? null : outputs, execution.Reason);
    }

    /// <summary>Gives the execution back.</summary>
    public void Release()
    {
        if (_execution is not { } execution)
        {
            return;
        }

        _execution = null;
        Next = NextRun.None;
        try
        {
            EndIdle(execution);
        }
        finally
        {
            if (execution.Outcome == ExecutionOutcome.Completed)
            {
                ExecutionPool.Return(execution);
            }
            else
            {
                ExecutionPool.Discard(execution);
            }
        }
    }

    private void EndIdle(WorkflowExecution execution)
    {
        if (_countsAsIdle)
        {
            _countsAsIdle = false;
            InstanceMeter.Idle.Add(-1, InstanceMeter.DefinitionTag(execution.Program.Root.DisplayName));
        }
    }

    /// <summary>What came from outside is queued still; items that came after it may have run before.</summary>
    private static bool HasDelivery(WorkQueue queue, object? delivered) =>
        delivered is not null && Array.Exists(queue.Queued(), item => ReferenceEquals(item.Payload, delivered));

    private void NoteDelivery()
    {
        _delivered = _execution!.Queue.Last.Payload;
        Next = NextRun.Queue;
    }

    private void Serve(WorkflowExecution execution)
    {
        execution.Endings.AsksHost = true;

        // Not only when an activity asks for it: the run loop asks it for its turn.
        _ = execution.Host;
        _execution = execution;
    }
}
