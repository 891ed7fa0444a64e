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

/// <summary>The state of an application's instance, its executor, and the work to run next. Nothing else accesses them for the application.</summary>
/// <remarks>Only the owner of the turn may use it, except for <see cref="RequestTurn"/>.</remarks>
internal struct HostedExecution
{
    /// <summary>The requests that a snapshot does not contain, so that a save before they are carried out would lose them.</summary>
    private const Signals Ends = Signals.Abort | Signals.Terminate | Signals.Cancel;

    private InstanceState? _state;

    /// <summary>The executor, rented while the instance runs, and while a request or a save that the instance waits for is not in the state.</summary>
    private WorkflowExecutor? _executor;

    private ExecutionSlot _slot;

    private IdleCount _idleCount;

    /// <summary>The work to run next.</summary>
    public NextRun Next { get; set; }

    /// <summary>The number of runs. Starts again at 0 after the largest number, because it is only compared with an earlier value.</summary>
    public int Count { get; private set; }

    /// <summary>True if the root has started, in this process or before the instance was loaded.</summary>
    public bool HasBegun { get; private set; }

    /// <summary>True if there is work to run, so that an instance that is saved now must run when it is loaded.</summary>
    public readonly bool IsExecuting => Next == NextRun.Root || HasWork;

    /// <summary>The last notification to the application since the instance last ran.</summary>
    public IdleNotification Notified { get; set; }

    /// <summary>The result of the instance; null before it has completed.</summary>
    public readonly WorkflowCompletion? Result => _slot.Result;

    public readonly bool Exists => _state is not null;

    public readonly bool HasEnded => _state is { HasEnded: true };

    public readonly bool IsAborted => _state!.Outcome == ExecutionOutcome.Aborted;

    /// <summary>The reason of the abort; null if none was given.</summary>
    public readonly Exception? AbortReason => _state!.Reason;

    /// <summary>The task that must complete before the instance continues; null if there is none.</summary>
    public readonly Task? BlockingTask => _executor?.BlockingTask;

    /// <summary>The unhandled exception that the host must decide about; null if there is none.</summary>
    public readonly UnhandledFault? Unhandled => _executor?.TerminationRequests.Unhandled;

    /// <summary>True if the instance can be saved now (rule 7.1): no delivery is pending, and no abort, termination or cancellation is requested.</summary>
    public readonly bool IsPersistable =>
        _state is { NoPersistCount: 0 } && ((_executor?.Queue.Signals ?? Signals.None) & Ends) == Signals.None && !HasDelivery;

    public readonly ReadOnlyCollection<BookmarkInfo> Bookmarks => BookmarkInfo.ListOf(_state!);

    public readonly int BookmarkCount => _state!.Bookmarks.Count;

    /// <summary>The only bookmark; null if there are none or several, or if the instance has scopes.</summary>
    public readonly BookmarkEntry? OnlyBookmark => _state!.Bookmarks.Only;

    /// <summary>Returns true if there is a bookmark with this name outside scopes.</summary>
    public readonly bool HasBookmark(string name) => _state!.Bookmarks.Find(name) is not null;

    /// <summary>Returns the reason why a bookmark outside scopes does not accept a value; null if it does, or if there is no such bookmark.</summary>
    public readonly BookmarkValueException? Refusal(string name, object? value) =>
        _state!.Bookmarks.Find(name) is { } entry ? BookmarkManager.Refusal(entry, value) : null;

    /// <summary>The variables that a save writes for queries (rule 7.5.2).</summary>
    public readonly IReadOnlyDictionary<XName, object?> MappedVariables => Runtime.Snapshots.MappedVariables.Of(_state!);

    private readonly bool HasWork => _state?.Queue is { Count: > 0 };

    /// <summary>True if the last delivery has not run. Without an executor it has not: a run ends the delivery before the executor is returned.</summary>
    private readonly bool HasDelivery => _slot.HasDelivery && (_executor is null || _slot.IsIn(_state!.Queue!.ToArray()));

    /// <summary>Creates the state of a new instance, which does not run yet.</summary>
    public void Begin(Program program, HostedInstance host)
    {
        _state = ExecutorPool.RentState(program);
        _state.Host = host;
        Next = NextRun.Root;
    }

    /// <summary>Restores a saved instance in the position at which it was saved.</summary>
    /// <exception cref="Persistence.SnapshotException">The data cannot be read.</exception>
    public SnapshotState Restore(Program program, ReadOnlyMemory<byte> data, PersistenceServices services, HostedInstance host)
    {
        InstanceState instance = new(program) { Host = host };
        SnapshotState state = Snapshot.Restore(instance, data, services.Serializer, services.Types);
        _state = instance;
        HasBegun = state.HasStarted;
        Next = state.HasStarted ? NextRun.Queue : NextRun.Root;
        return state;
    }

    /// <summary>Creates the snapshot of the instance, which must be persistable (rule 7.1).</summary>
    public ReadOnlyMemory<byte> Capture(SnapshotState state, PersistenceServices services)
    {
        if (_state!.Root is null)
        {
            // An instance that has not begun is saved with its inputs (rule 7.7). They are in the root, which is created with the executor.
            Rent();
        }

        return Snapshot.Capture(_state, state, services.Serializer, services.Types);
    }

    /// <summary>Requests a turn as soon as the instance can be saved.</summary>
    public void AwaitPersistable()
    {
        InstanceState state = _state!;
        state.IsSaveAwaited = state.NoPersistCount > 0;
        if (!state.IsSaveAwaited)
        {
            // Only work that runs next prevents the save: a delivery or a requested end. Pause after its next item.
            Rent().Queue.Raise(Signals.Pause);
        }
    }

    /// <summary>Signals the tokens of the asynchronous operations, because the application stops (rule 7.7.1).</summary>
    public readonly void InterruptOperations() => AsyncOperations.InterruptAll(_state!);

    /// <summary>Counts the instance as idle and returns its executor to the pool. Everything that the instance waits for is in its state.</summary>
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

    /// <summary>Returns the executor to the pool, unless part of the run is not in the state of the instance.</summary>
    public void ReturnExecutor()
    {
        if (_executor is not { } executor)
        {
            return;
        }

        // Another thread may have raised the signal after the last item.
        executor.Queue.Lower(Signals.Pause);
        if (executor.Queue.IsIdle && executor.BlockingTask is null)
        {
            // Cleared before the executor goes to the pool. A thread that has read the field before may pause the next instance, which is harmless.
            Volatile.Write(ref _executor, null);
            ExecutorPool.Detach(executor);
        }
    }

    /// <summary>Runs until the instance is idle, has ended, waits for a save or a participant, or must pause.</summary>
    public void Advance()
    {
        WorkflowExecutor executor = Rent();
        _idleCount.End(_state!.Program);
        NextRun next = Next;
        IdleNotification notified = Notified;
        long items = executor.Loop.ItemCount;

        // Before the run, which throws if a listener does: then there is still work to run, and the abort that follows tears it down.
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

            // A run that has only paused does not make the instance idle once more.
            Notified = executor.Loop.ItemCount == items ? notified : IdleNotification.Nothing;
        }

        Next = executor.Queue.IsEmpty ? NextRun.None : NextRun.Queue;
        if (Next == NextRun.None)
        {
            _slot.Clear();
        }
    }

    public void Unblock()
    {
        _executor!.Unblock();
        Next = NextRun.Queue;
    }

    /// <summary>Aborts the instance and runs its tear-down. If that fails, the instance is aborted without its observers.</summary>
    public void TearDown(Exception? reason)
    {
        Abort(reason);
        try
        {
            Advance();
        }
        catch (Exception)
        {
            Rent().AbortUnobserved(reason);
        }
    }

    /// <summary>Discards the state and the executor.</summary>
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
    /// Resumes a bookmark. An idle instance without participants needs no executor for that: many instances may be resumed before the first of them runs,
    /// and one executor for each would cost more than everything else.
    /// </summary>
    public BookmarkResumptionResult Resume(Bookmark bookmark, object? value)
    {
        BookmarkResumptionResult result;
        if (_executor is null && Next == NextRun.None && ((HostedInstance)_state!.Host!).Reporter is null)
        {
            result = BookmarkManager.Resume(_state, bookmark, value, out Resumption? resumption);
            _slot.Deliver(resumption);
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

    /// <summary>Queues the end of an operation of the idle instance. If the activity was aborted, this does nothing.</summary>
    public void Deliver(WorkItem item)
    {
        if (!item.IsStale(_state!))
        {
            Rent().Queue.PushBack(item);
            NoteDelivery();
        }
    }

    /// <summary>Requests cancellation of the root. A root that has not begun never begins (rule 6.4).</summary>
    public void Cancel()
    {
        Rent().Queue.Raise(Signals.Cancel);
        Next = NextRun.Queue;
    }

    public void Terminate(Exception reason)
    {
        Rent().TerminationRequests.RequestTermination(reason, isUnhandled: false);
        Next = NextRun.Queue;
    }

    public void Abort(Exception? reason)
    {
        Rent().RequestAbort(reason);
        Next = NextRun.Queue;
    }

    /// <summary>Carries out the answer of the host to an unhandled exception.</summary>
    public void Answer(UnhandledExceptionAction action)
    {
        TerminationRequests endings = _executor!.TerminationRequests;
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

    /// <summary>Requests that a running instance pauses between two items. Thread-safe; a late request is harmless.</summary>
    public readonly void RequestTurn() => Volatile.Read(in _executor)?.Queue.Raise(Signals.Pause);

    /// <summary>Creates the result of the completed instance.</summary>
    public WorkflowCompletion Complete()
    {
        InstanceState state = _state!;
        bool isTerminated = state.Outcome != ExecutionOutcome.Completed;
        Frame root = state.Root!;
        WorkflowCompletion completion = new(
            isTerminated ? ActivityInstanceState.Faulted : root.CurrentState, root.HasOutputs ? root.GetOutputs() : null, state.Reason);
        _slot.Complete(completion);
        return completion;
    }

    /// <summary>Releases the state, and returns the executor to the pool or discards it.</summary>
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

    /// <summary>Returns the executor of the instance, or rents one from the pool.</summary>
    private WorkflowExecutor Rent()
    {
        if (_executor is { } rented)
        {
            return rented;
        }

        InstanceState state = _state!;
        HostedInstance host = (HostedInstance)state.Host!;
        WorkflowExecutor executor = ExecutorPool.Rent(state.Program);
        executor.Attach(state);
        executor.TerminationRequests.AsksHost = true;
        if (host.Reporter is { } reporter)
        {
            executor.Report(reporter);
        }

        if (state.Root is null)
        {
            executor.Begin(host.TakeInputs());
        }
        else if (_slot.Resumption is { } resumption)
        {
            executor.Queue.PushBack(new WorkItem(WorkKind.Resume, resumption.Owner!, resumption));
        }

        // A thread that posts a message pauses the executor that it reads from this field. The full fence ensures that it reads this executor, or that its
        // message is seen below.
        Interlocked.Exchange(ref _executor, executor);
        if (host.HasWaitingOperation)
        {
            executor.Queue.Raise(Signals.Pause);
        }

        return executor;
    }

    private void NoteDelivery()
    {
        _slot.Deliver(_executor!.Queue.Last.Payload);
        Next = NextRun.Queue;
    }
}
