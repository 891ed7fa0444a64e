using System.Diagnostics;
using System.Transactions;
using Workflow.Foundation;
using Workflow.Runtime.Executors;
using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>
/// A run of an invoker that needs more than the stack of the caller, because of extensions or a wait: an actor without a store and handlers.
/// </summary>
/// <remarks>
/// The creator owns the first turn. The turns of a synchronous invocation run on the thread of its caller. Those of an asynchronous one run in the
/// synchronization context of its caller, or without a context on the threads that post messages. Thread-safe, except for members that only the owner may use.
/// </remarks>
internal sealed class Invocation : InstanceActor
{
    /// <summary>Marks an asynchronous invocation that has not ended and whose caller does not wait yet.</summary>
    private static readonly TaskCompletionSource Unawaited = new();

    /// <summary>Marks an asynchronous invocation that has ended.</summary>
    private static readonly TaskCompletionSource HasCome = CreateEnded();

    private readonly WorkflowExecutor _executor;

    /// <summary>The end of an asynchronous invocation, which most invocations reach before the caller waits for it; null for a synchronous one.</summary>
    private TaskCompletionSource? _ended;

    private CallerThread? _callerThread;
    private InvocationServices _services;

    /// <summary>The messages that the owner has taken and not handled yet.</summary>
    private InvocationMessage? _taken;

    /// <summary>The save at the end of the instance; null before.</summary>
    private Task? _lastSave;

    /// <summary>The exception of a synchronization context that rejected a turn; null if none did.</summary>
    private Exception? _refusal;

    /// <summary>
    /// Creates an asynchronous invocation. It runs in the synchronization context of its caller, or without one on the threads that post messages, with the
    /// ambient values of the caller.
    /// </summary>
    public Invocation(WorkflowExecutor executor, CallerContext caller)
        : this(executor)
    {
        Caller = caller;
        _ended = Unawaited;
    }

    /// <summary>Creates a synchronous invocation. It stays on the thread of its caller, where the transaction of the caller is current.</summary>
    private Invocation(WorkflowExecutor executor)
        : base(isOwned: true, InstancePhase.Running) => _executor = executor;

    /// <summary>The context of the caller of an asynchronous invocation.</summary>
    public CallerContext Caller { get; }

    public override bool BlocksCaller => Volatile.Read(ref _ended) is null;

    /// <summary>The transaction of the caller, also after a wait (rule 17.4).</summary>
    public override Transaction? AmbientTransaction => BlocksCaller ? Transaction.Current : Caller.Transaction;

    public Activity Definition => _executor.Program.Root;

    /// <summary>The failure of the save at the end of the instance; null if it succeeded or was not needed.</summary>
    public Exception? SaveFailure => _lastSave is null ? null : TaskEnd.FailureOf(_lastSave);

    /// <summary>The reason of the abort that the timeout requested; null before.</summary>
    public TimeoutException? Timeout { get; private set; }

    /// <summary>
    /// The thread of the caller of a synchronous invocation. Created by the first dispatch or wait, because most runs with extensions never wait.
    /// </summary>
    private CallerThread CallerThread =>
        Volatile.Read(ref _callerThread) ?? Interlocked.CompareExchange(ref _callerThread, new(), null) ?? _callerThread;

    public static ExecutionHost Create(WorkflowExecutor executor, WorkflowInstanceExtensionManager? manager)
    {
        Invocation invocation = new(executor);
        invocation.UseExtensions(manager);
        return invocation;
    }

    public void UseExtensions(WorkflowInstanceExtensionManager? manager) => _services.Create(this, _executor, manager);

    public override object? GetExtension(Type type) => _services.Find(type);

    public override void Watch(Task operation, WorkItem item) =>
        TaskEnd.WhenEnded(operation, () => Post(new InvocationMessage(item)));

    public override Task SaveAsync() => _services.SaveAsync(this, _executor);

    /// <summary>
    /// Aborts the instance after its timeout, as soon as it is idle, or now if it waits for a save; running code is not interrupted (rule 17.2). A clock may
    /// call this method more than once.
    /// </summary>
    public void TimeOut()
    {
        if (Timeout is not null)
        {
            return;
        }

        Timeout = new TimeoutException($"The workflow '{Definition.DisplayName}' did not complete within its timeout, so it was aborted.");
        _services.Abort(Timeout);
        AbortFor(Timeout);
    }

    /// <summary>Aborts the instance as soon as it is idle, because an object that serves the run has failed.</summary>
    public void AbortFor(Exception reason) => Post(new InvocationMessage(reason));

    public void Post(InvocationMessage message) => Send(message);

    /// <summary>Runs the first turn of an asynchronous invocation, in the synchronization context of its caller if there is one.</summary>
    public void StartAsync()
    {
        if (Caller.Context is null)
        {
            // This thread already has the ambient values of the caller. Changes that activities make to them end with the asynchronous call.
            RunFirstTurn();
        }
        else
        {
            PostTurn(isFirst: true);
        }
    }

    /// <summary>Waits until the instance of an asynchronous invocation has ended.</summary>
    public Task WaitForEndAsync()
    {
        if (ReferenceEquals(Volatile.Read(ref _ended), HasCome))
        {
            return HasCome.Task;
        }

        // One exchange decides the race with the turn that ends the instance: that turn finds this source, or has already stored the mark of the end.
        TaskCompletionSource awaited = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource known = Interlocked.CompareExchange(ref _ended, awaited, Unawaited)!;
        return ReferenceEquals(known, Unawaited) ? awaited.Task : known.Task;
    }

    /// <summary>Runs a synchronous invocation that has ended or become idle to its end, on the thread of the caller.</summary>
    public void RunToEnd()
    {
        RunTurn();
        if (!IsEnded)
        {
            CallerThread.RunTurns(this);
        }
    }

    /// <summary>Runs the first turn of an asynchronous invocation, with the ambient values of the caller.</summary>
    public void RunFirstTurn()
    {
        if (_refusal is null)
        {
            try
            {
                _executor.RunFirst();
            }
            catch (Exception exception)
            {
                ContainFailure(exception);
            }
        }

        RunTurn();
    }

    /// <summary>
    /// Releases the services of the run. The caller uses it when the run has ended, or has failed before its first turn, which the caller owns.
    /// </summary>
    public void Close()
    {
        if (!IsEnded)
        {
            BecomeAborted();
            RunTurn();
        }

        _services.Dispose();
    }

    protected override ValueTask<bool> StepAsync()
    {
        if (IsEnded)
        {
            // Another run may already use the executor. A message that arrives now is only answered.
            return new(RefuseMessages());
        }

        if (_refusal is { } refusal)
        {
            _refusal = null;
            ContainFailure(refusal);
        }

        if (_executor.BlockingTask is { } blocking)
        {
            // Also if the instance has ended: the records of its last item may still be in delivery.
            return blocking.IsCompleted ? new(Unblock()) : EndOf(blocking);
        }

        if (_executor.State.HasEnded)
        {
            _lastSave ??= _services.EndAsync(this, _executor);
            return _lastSave.IsCompleted ? new(End()) : EndOf(_lastSave);
        }

        return new(TakeMessage() is { } message ? Handle(message) : ReportIdle());
    }

    protected override void ContainFailure(Exception exception) => _executor.AbortUnobserved(exception);

    protected override void Accept(ActorMessage message)
    {
        Debug.Assert(_taken is null, "A turn ends when all messages have been handled.");
        _taken = (InvocationMessage)message;
    }

    protected override void ContinueAfter(Task<bool> step) => step.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(Dispatch);

    /// <summary>
    /// Moves the turn to the thread or the synchronization context of the caller. Otherwise runs it here, or on the pool if turns are nested too deeply.
    /// </summary>
    protected override void Dispatch()
    {
        if (IsEnded)
        {
            // The thread of the caller runs no more turns, and messages are only answered.
            RunTurn();
        }
        else if (BlocksCaller)
        {
            CallerThread.Dispatch();
        }
        else if (Caller.Context is not null)
        {
            PostTurn(isFirst: false);
        }
        else if (InlineDepth.TryEnter())
        {
            try
            {
                Caller.Run(this, isFirst: false);
            }
            finally
            {
                InlineDepth.Leave();
            }
        }
        else
        {
            ThreadPool.UnsafeQueueUserWorkItem(static invocation => invocation.Caller.Run(invocation, isFirst: false), this, preferLocal: false);
        }
    }

    private static TaskCompletionSource CreateEnded()
    {
        TaskCompletionSource ended = new();
        ended.SetResult();
        return ended;
    }

    private static ValueTask<bool> EndOf(Task task) => new(
        task.ContinueWith(
            static ended =>
            {
                // Observes the exception; the turn that follows takes it from the task.
                _ = ended.Exception;
                return true;
            },
            CancellationToken.None,
            TaskContinuationOptions.ExecuteSynchronously,
            TaskScheduler.Default));

    private void PostTurn(bool isFirst) => PostedCall.Post(Caller.Context!, () => Caller.Run(this, isFirst), Refuse);

    /// <summary>
    /// Aborts the run before anything else, because the synchronization context has rejected a turn. A message is not enough: the turn that follows on the
    /// pool would run the root, or the earlier messages, before it.
    /// </summary>
    private void Refuse(Exception reason)
    {
        Volatile.Write(ref _refusal, reason);
        AbortFor(reason);
    }

    private bool Unblock()
    {
        _executor.Unblock();
        _executor.Loop.Run();
        return true;
    }

    /// <summary>
    /// Enters the last phase; returns true only if a message that was taken before waits. After the task of <see cref="WaitForEndAsync"/> has completed,
    /// this turn must not touch the executor: the caller returns it to the pool at the same time.
    /// </summary>
    private bool End()
    {
        if (_executor.State.Outcome == ExecutionOutcome.Aborted)
        {
            BecomeAborted();
        }
        else
        {
            BecomeCompleted();
        }

        if (!BlocksCaller)
        {
            TaskCompletionSource awaited = Interlocked.Exchange(ref _ended, HasCome)!;
            if (!ReferenceEquals(awaited, Unawaited))
            {
                awaited.TrySetResult();
            }
        }

        return _taken is not null;
    }

    /// <summary>Resumes a bookmark. A value that does not fit is an error of the caller that posted the message.</summary>
    private void Resume(Bookmark bookmark, InvocationMessage message)
    {
        try
        {
            message.Answer!.TrySetResult(_executor.Bookmarks.Resume(bookmark, message.Value));
        }
        catch (BookmarkValueException exception)
        {
            message.Answer!.TrySetException(exception);
        }
    }

    /// <summary>Handles one message and runs until the instance is idle (rule 1.4).</summary>
    private bool Handle(InvocationMessage message)
    {
        if (message.Bookmark is { } bookmark)
        {
            Resume(bookmark, message);
        }
        else if (message.AbortReason is { } reason)
        {
            _executor.RequestAbort(reason);
        }
        else if (message.Item is { } item && !item.IsStale(_executor.State))
        {
            _executor.Queue.PushBack(item);
        }

        _executor.Loop.Run();
        return true;
    }

    private bool ReportIdle()
    {
        if (!_services.ReportIdle())
        {
            return false;
        }

        // Runs to the boundary at which records are delivered; there is no other work.
        _executor.Loop.Run();
        return true;
    }

    private InvocationMessage? TakeMessage()
    {
        InvocationMessage? message = _taken ?? (InvocationMessage?)TakeMessages();
        _taken = (InvocationMessage?)message?.Next;
        return message;
    }

    /// <summary>Answers the messages that have arrived too late; returns false, because there is nothing else to do.</summary>
    private bool RefuseMessages()
    {
        while (TakeMessage() is { } message)
        {
            message.Answer?.TrySetResult(BookmarkResumptionResult.NotFound);
        }

        return false;
    }
}
