using System.Collections.ObjectModel;
using System.Xml.Linq;
using Workflow.Definition;
using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Executors;
using Workflow.Runtime.Operations;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Snapshots;
using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>The state of an application's instance, the executor that runs it, and how it continues: the only place where the application touches them.</summary>
/// <remarks>For the owner of the turn, except <see cref="RequestTurn"/>.</remarks>
internal struct HostedRun
{
    /// <summary>Requests that are not part of what is saved, so that a save before them would lose them.</summary>
    private const Signals Ends = Signals.Abort | Signals.Terminate | Signals.Cancel;

    private InstanceState? _state;

    /// <summary>Rented while the instance runs, and as long as anything of the run is not in its state: a request, or a save that it waits for.</summary>
    private WorkflowExecutor? _executor;

    /// <summary>What was delivered last, while it may be queued still, or waits for an executor; at the end, how the instance completed. One field, as each would be eight bytes of an idle instance.</summary>
    private object? _delivered;

    private IdleCount _idleCount;

    /// <summary>How the instance goes on.</summary>
    public NextRun Next { get; set; }

    /// <summary>How often it ran; begins again at 0 after the largest number, because it is only compared with what it was.</summary>
    public int Count { get; private set; }

    /// <summary>The root has had its turn, in this process or before the instance was loaded.</summary>
    public bool HasBegun { get; private set; }

    /// <summary>There is something to run: what is saved now is to be run on when it is loaded.</summary>
    public readonly bool IsExecuting => Next == NextRun.Root || HasWork;

    /// <summary>What the application has been told since the instance last ran.</summary>
    public IdleNotification Notified { get; set; }

    /// <summary>How the instance completed; null before it has.</summary>
    public readonly WorkflowCompletion? Result => _delivered as WorkflowCompletion;

    public readonly bool Exists => _state is not null;

    public readonly bool HasEnded => _state is { HasEnded: true };

    public readonly bool IsAborted => _state!.Outcome == ExecutionOutcome.Aborted;

    /// <summary>Why it was aborted; null when no reason was given.</summary>
    public readonly Exception? AbortReason => _state!.Reason;

    /// <summary>Why nothing may be done with it before a task has ended; null for no such thing.</summary>
    public readonly Task? Standstill => _executor?.Standstill;

    /// <summary>The exception about which the host is asked; null for none.</summary>
    public readonly UnhandledFault? Unhandled => _executor?.EndRequests.Unhandled;

    /// <summary>Whether nothing of rule 7.1 holds, a delivery that has not been run included; an end that was asked for comes first.</summary>
    public readonly bool IsPersistable =>
        _state is { NoPersistCount: 0 } && ((_executor?.Queue.Signals ?? Signals.None) & Ends) == Signals.None && !HasDelivery;

    public readonly ReadOnlyCollection<BookmarkInfo> Bookmarks => BookmarkList.Of(_state!);

    public readonly int BookmarkCount => _state!.Bookmarks.Count;

    /// <summary>The only bookmark; null when there are none, or several, or scopes.</summary>
    public readonly BookmarkEntry? OnlyBookmark => _state!.Bookmarks.Only;

    /// <summary>Whether a bookmark outside scopes has this name.</summary>
    public readonly bool HasBookmark(string name) => _state!.Bookmarks.Find(name) is not null;

    /// <summary>Why a bookmark outside scopes cannot be resumed with a value; null if it can be, or does not exist.</summary>
    public readonly BookmarkValueException? Refusal(string name, object? value) => _state!.Bookmarks.Find(name) is { } entry ? BookmarkManager.Refusal(entry, value) : null;

    /// <summary>The variables that a save writes for others to read (rule 7.5.2).</summary>
    public readonly IReadOnlyDictionary<XName, object?> MappedVariables => Runtime.Snapshots.MappedVariables.Of(_state!);

    private readonly bool HasWork => _state?.Queue is { Count: > 0 };

    /// <summary>What came from outside has not run; items that came after it may have run before.</summary>
    private readonly bool HasDelivery
    {
        get
        {
            object? delivered = _delivered;
            return delivered is not null and not WorkflowCompletion && (_executor is null || Array.Exists(_state!.Queue!.ToArray(), item => ReferenceEquals(item.Payload, delivered)));
        }
    }

    /// <summary>Creates the state of a new instance, which does not run yet.</summary>
    public void Begin(Program program, ApplicationInstance host)
    {
        _state = ExecutorPool.RentState(program);
        _state.Host = host;
        Next = NextRun.Root;
    }

    /// <summary>Restores an instance that was saved; it is where it was when it was saved.</summary>
    /// <exception cref="Persistence.SnapshotException">It cannot be read.</exception>
    public SnapshotState Restore(Program program, ReadOnlyMemory<byte> data, PersistenceServices services, ApplicationInstance host)
    {
        InstanceState instance = new(program) { Host = host };
        SnapshotState state = Snapshot.Restore(instance, data, services.Serializer, services.Types);
        _state = instance;
        HasBegun = state.HasStarted;
        Next = state.HasStarted ? NextRun.Queue : NextRun.Root;
        return state;
    }

    /// <summary>What is saved of it, while nothing of rule 7.1 holds.</summary>
    public ReadOnlyMemory<byte> Capture(SnapshotState state, PersistenceServices services)
    {
        if (_state!.Root is null)
        {
            // An instance that has not begun is saved with its inputs, which its root has (rule 7.7).
            Rent();
        }

        return Snapshot.Capture(_state, state, services.Serializer, services.Types);
    }

    /// <summary>Has the host called as soon as the instance can be saved.</summary>
    public void AwaitPersistable()
    {
        InstanceState state = _state!;
        state.IsSaveAwaited = state.NoPersistCount > 0;
        if (!state.IsSaveAwaited)
        {
            // Only what runs next is in the way: a delivery, or an end that was asked for.
            Rent().Queue.Raise(Signals.Pause);
        }
    }

    /// <summary>Asks the asynchronous operations to end early, because the application stops (rule 7.7.1).</summary>
    public readonly void InterruptOperations() => AsyncOperations.InterruptAll(_state!);

    /// <summary>The idle instance gives its executor back: what it waits for is all in its state.</summary>
    public void Passivate()
    {
        if (Next != NextRun.None || _state is not { } state)
        {
            return;
        }

        _idleCount.Begin(state.Program);
        if (!state.HasEnded)
        {
            ReturnExecutor();
        }
    }

    /// <summary>Gives the executor back, unless anything of the run is not in the state of the instance.</summary>
    public void ReturnExecutor()
    {
        if (_executor is not { } executor)
        {
            return;
        }

        // Raised from another thread, it may have come when there was nothing left to interrupt.
        executor.Queue.Lower(Signals.Pause);
        if (executor.Queue.IsIdle && executor.Standstill is null)
        {
            Volatile.Write(ref _executor, null);
            ExecutorPool.Detach(executor);
        }
    }

    /// <summary>Runs until the instance is idle, has ended, waits for a save or a participant, or is to be interrupted.</summary>
    public void Advance()
    {
        WorkflowExecutor executor = Rent();
        _idleCount.End(_state!.Program);
        NextRun next = Next;
        IdleNotification told = Notified;
        long items = executor.Loop.ItemCount;
        Next = NextRun.Queue;
        Notified = IdleNotification.Nothing;
        HasBegun = true;
        Count = Count == int.MaxValue ? 0 : Count + 1;
        if (next == NextRun.Root)
        {
            executor.RunFirst();
        }
        else
        {
            executor.Loop.Run();
            Notified = executor.Loop.ItemCount == items ? told : IdleNotification.Nothing;
        }

        Next = executor.Queue.IsEmpty ? NextRun.None : NextRun.Queue;
        _delivered = Next == NextRun.None ? null : _delivered;
    }

    public void EndStandstill()
    {
        _executor!.EndStandstill();
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
            Rent().AbortUnwatched(reason);
        }
    }

    /// <summary>Nothing more is tried with it.</summary>
    public void Drop()
    {
        if (_executor is { } executor)
        {
            ExecutorPool.Discard(executor);
        }

        _executor = null;
        _state = null;
        Next = NextRun.None;
    }

    /// <summary>
    /// Resumes a bookmark. One of an idle instance without participants needs no executor for it: many instances can be resumed before the first of them runs, and
    /// an executor for each would cost more than all the rest.
    /// </summary>
    public BookmarkResumptionResult Resume(Bookmark bookmark, object? value)
    {
        BookmarkResumptionResult result;
        if (_executor is null && Next == NextRun.None && ((ApplicationInstance)_state!.Host!).Reporter is null)
        {
            result = BookmarkManager.Resume(_state, bookmark, value, out Resumption? resumption);
            _delivered = resumption;
            Next = resumption is null ? NextRun.None : NextRun.Queue;
            return result;
        }

        result = Rent().Bookmarks.Resume(bookmark, value);
        if (result == BookmarkResumptionResult.Success)
        {
            NoteDelivery();
        }

        return result;
    }

    /// <summary>Brings the end of an operation to the idle instance; nothing comes of one whose activity has been aborted.</summary>
    public void Deliver(WorkItem item)
    {
        if (!item.IsStale(_state!))
        {
            Rent().Queue.PushBack(item);
            NoteDelivery();
        }
    }

    /// <summary>Asks the root to cancel; one that has not begun never does (rule 6.4).</summary>
    public void Cancel()
    {
        Rent().Queue.Raise(Signals.Cancel);
        Next = NextRun.Queue;
    }

    public void Terminate(Exception reason)
    {
        Rent().EndRequests.RequestTermination(reason, isUnhandled: false);
        Next = NextRun.Queue;
    }

    public void Abort(Exception? reason)
    {
        Rent().RequestAbort(reason);
        Next = NextRun.Queue;
    }

    /// <summary>Does what the host answered to an exception that nothing handled.</summary>
    public void Answer(UnhandledExceptionAction action)
    {
        EndRequests endings = _executor!.EndRequests;
        switch (action)
        {
            case UnhandledExceptionAction.Abort:
                endings.AbortUnhandled();
                break;
            case UnhandledExceptionAction.Cancel:
                _executor.CancelUnhandled();
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
    public readonly void RequestTurn() => Volatile.Read(in _executor)?.Queue.Raise(Signals.Pause);

    /// <summary>How the instance completed.</summary>
    public WorkflowCompletion Complete()
    {
        InstanceState state = _state!;
        bool isTerminated = state.Outcome != ExecutionOutcome.Completed;
        Frame root = state.Root!;
        WorkflowCompletion completion = new(
            isTerminated ? ActivityInstanceState.Faulted : root.CurrentState, root.HasOutputs ? root.GetOutputs() : null, state.Reason);
        _delivered = completion;
        return completion;
    }

    /// <summary>Gives the instance up, and its executor back.</summary>
    public void Release()
    {
        if (_state is not { } state)
        {
            return;
        }

        Next = NextRun.None;
        try
        {
            _idleCount.End(state.Program);
        }
        finally
        {
            WorkflowExecutor? executor = _executor;
            _executor = null;
            _state = null;
            if (executor is not null && state.Outcome == ExecutionOutcome.Completed)
            {
                ExecutorPool.Return(executor);
            }
            else if (executor is not null)
            {
                ExecutorPool.Discard(executor);
            }
        }
    }

    /// <summary>The executor of the instance: the one that it has, or one from the pool.</summary>
    private WorkflowExecutor Rent()
    {
        if (_executor is { } rented)
        {
            return rented;
        }

        InstanceState state = _state!;
        ApplicationInstance host = (ApplicationInstance)state.Host!;
        WorkflowExecutor executor = ExecutorPool.Rent(state.Program);
        executor.Attach(state, slowLane: false);
        executor.EndRequests.AsksHost = true;
        if (host.Reporter is { } reporter)
        {
            executor.Report(reporter);
        }

        if (state.Root is null)
        {
            executor.Begin(host.Setup.TakeInputs());
        }
        else if (_delivered is Resumption resumption)
        {
            executor.Queue.PushBack(new WorkItem(WorkKind.Resume, resumption.Owner!, resumption));
        }

        // A thread that posts a message interrupts the executor that it sees. With the full fence it sees this one, or its message is seen here.
        Interlocked.Exchange(ref _executor, executor);
        if (host.WantsTurn)
        {
            executor.Queue.Raise(Signals.Pause);
        }

        return executor;
    }

    private void NoteDelivery()
    {
        _delivered = _executor!.Queue.Last.Payload;
        Next = NextRun.Queue;
    }
}
