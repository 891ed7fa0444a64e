using System.Diagnostics;
using System.Transactions;
using Workflow.Foundation;
using Workflow.Runtime.Executors;
using Workflow.Runtime.State;

namespace Workflow.Hosting;

/// <summary>One run of an invoker that needs more than the caller's stack, because of extensions or a wait: the actor without store and handlers.</summary>
/// <remarks>
/// Created with the turn in hand. The turns of a synchronous invocation run on its caller's thread; those of an asynchronous one in its caller's
/// synchronization context, or else where the messages come from. Safe from any thread, except what is for the owner of the turn.
/// </remarks>
internal sealed class Invocation : InstanceActor
{
    /// <summary>The end of an asynchronous invocation that its caller does not wait for yet.</summary>
    private static readonly TaskCompletionSource Unawaited = new();

    /// <summary>The end of an asynchronous invocation that has come.</summary>
    private static readonly TaskCompletionSource HasCome = CreateEnded();

    private readonly WorkflowExecutor _executor;

    /// <summary>The end, which most asynchronous invocations come to before their caller waits for it. Null for a synchronous one.</summary>
    private TaskCompletionSource? _ended;

    private CallerThread? _callerThread;
    private InvocationServices _services;

    /// <summary>The messages that the owner has taken and not handled yet.</summary>
    private InvocationMessage? _taken;

    /// <summary>The save of the ended instance; null before.</summary>
    private Task? _lastSave;

    /// <summary>Why the context did not take a turn; null for nothing.</summary>
    private Exception? _refusal;

    /// <summary>Creates an asynchronous invocation, which runs in the context of its caller, or else where its messages come from; its caller's ambient values go with it.</summary>
    public Invocation(WorkflowExecutor executor, CallerContext caller)
        : this(executor)
    {
        Caller = caller;
        _ended = Unawaited;
    }

    /// <summary>Creates a synchronous invocation, which stays on its caller's thread, where the caller's transaction is at hand.</summary>
    private Invocation(WorkflowExecutor executor)
        : base(isOwned: true, InstancePhase.Running) => _executor = executor;

    /// <summary>The caller of an asynchronous invocation.</summary>
    public CallerContext Caller { get; }

    public override bool BlocksCaller => Volatile.Read(ref _ended) is null;

    /// <summary>That of the caller, over idle too (rule 17.4).</summary>
    public override Transaction? AmbientTransaction => BlocksCaller ? Transaction.Current : Caller.Transaction;

    public Activity Definition => _executor.Program.Root;

    /// <summary>Why the ended instance was not saved; null when it was, or need not be.</summary>
    public Exception? SaveFailure => _lastSave is null ? null : TaskEnd.FailureOf(_lastSave);

    /// <summary>The abort that the host's timeout requested; null before.</summary>
    public TimeoutException? Timeout { get; private set; }

    /// <summary>Of a synchronous invocation; made by the first dispatch or the first wait, for most runs with extensions never wait.</summary>
    private CallerThread CallerThread => Volatile.Read(ref _callerThread) ?? Interlocked.CompareExchange(ref _callerThread, new(), null) ?? _callerThread;

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
    /// The time is over: aborts as soon as the instance is idle, or now if it waits for a save; running code is not interrupted (rule 17.2). A clock may call
    /// this more than once.
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

    /// <summary>An object that serves the run has failed: aborts as soon as the instance is idle.</summary>
    public void AbortFor(Exception reason) => Post(new InvocationMessage(reason));

    public void Post(InvocationMessage message) => Send(message);

    /// <summary>Runs the first turn of an asynchronous invocation, in its caller's context if there is one.</summary>
    public void StartAsync()
    {
        if (Caller.Context is null)
        {
            // On the caller's thread, and so among its ambient values already; what activities set there ends with the asynchronous call.
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

        // One exchange decides the race with the turn that ends: that turn either finds the source, or has left the mark of the end.
        TaskCompletionSource awaited = new(TaskCreationOptions.RunContinuationsAsynchronously);
        TaskCompletionSource known = Interlocked.CompareExchange(ref _ended, awaited, Unawaited)!;
        return ReferenceEquals(known, Unawaited) ? awaited.Task : known.Task;
    }

    /// <summary>Runs a synchronous invocation that ended or became idle to its end, on the caller's thread.</summary>
    public void RunToEnd()
    {
        RunTurn();
        if (!IsEnded)
        {
            CallerThread.RunTurns(this);
        }
    }

    /// <summary>The first turn of an asynchronous invocation, among the caller's ambient values.</summary>
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

    /// <summary>Ends what belongs to the run. For the caller, when the run has ended, or when it has failed before its first turn, which the caller owns.</summary>
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
            // The executor may be with another run already. A message that comes now takes the turn only to be answered.
            return new(RefuseMessages());
        }

        if (_refusal is { } refusal)
        {
            _refusal = null;
            ContainFailure(refusal);
        }

        if (_executor.Standstill is { } standstill)
        {
            // Also when the instance has ended: the records of its last item are still being delivered.
            return standstill.IsCompleted ? new(EndStandstill()) : EndOf(standstill);
        }

        if (_executor.State.HasEnded)
        {
            _lastSave ??= _services.EndAsync(this, _executor);
            return _lastSave.IsCompleted ? new(End()) : EndOf(_lastSave);
        }

        return new(TakeMessage() is { } message ? Handle(message) : ReportIdle());
    }

    protected override void ContainFailure(Exception exception) => _executor.AbortUnwatched(exception);

    protected override void Accept(ActorMessage message)
    {
        Debug.Assert(_taken is null, "A turn ends when all messages have been handled.");
        _taken = (InvocationMessage)message;
    }

    protected override void ContinueAfter(Task<bool> step) => step.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(Dispatch);

    /// <summary>Takes the turn to the caller's thread or context, or runs it here, unless that is too deep in turns already.</summary>
    protected override void Dispatch()
    {
        if (IsEnded)
        {
            // The caller's thread runs no more turns, and messages are only answered.
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
        else if (InlineTurns.TryEnter())
        {
            try
            {
                Caller.Run(this, isFirst: false);
            }
            finally
            {
                InlineTurns.Leave();
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
        task.ContinueWith(static ended => ended.Exception is null || ended.IsCompleted, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default));

    private void PostTurn(bool isFirst) => PostedCall.Post(Caller.Context!, () => Caller.Run(this, isFirst), Refuse);

    /// <summary>
    /// The context has not taken a turn: the run is aborted before anything else is done. Not by a message alone: the turn that follows on the pool would
    /// run the root, or the messages before that one.
    /// </summary>
    private void Refuse(Exception reason)
    {
        Volatile.Write(ref _refusal, reason);
        AbortFor(reason);
    }

    private bool EndStandstill()
    {
        _executor.EndStandstill();
        _executor.Loop.Run();
        return true;
    }

    /// <summary>
    /// The last phase; false unless a message waits that was taken before. After <see cref="WaitForEndAsync"/> has ended, nothing of the executor is touched: the caller gives it back to
    /// the pool while this turn ends.
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

    /// <summary>A value that does not fit is the failure of the caller who brought it.</summary>
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

    /// <summary>Handles one message and runs until idle (rule 1.4: one at a time, each when idle).</summary>
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

        // The boundary at which records are delivered; nothing else is to be done there.
        _executor.Loop.Run();
        return true;
    }

    private InvocationMessage? TakeMessage()
    {
        InvocationMessage? message = _taken ?? (InvocationMessage?)TakeMessages();
        _taken = (InvocationMessage?)message?.Next;
        return message;
    }

    /// <summary>Answers the messages that have come too late; false: nothing else is done.</summary>
    private bool RefuseMessages()
    {
        while (TakeMessage() is { } message)
        {
            message.Answer?.TrySetResult(BookmarkResumptionResult.NotFound);
        }

        return false;
    }
}
