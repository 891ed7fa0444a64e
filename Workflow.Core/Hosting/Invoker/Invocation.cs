using System.Transactions;
using Workflow.Foundation;
using Workflow.Persistence;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.Snapshots;

namespace Workflow.Hosting;

/// <summary>
/// One run of an invoker that needs more than the caller's stack: extensions, or a wait. What comes from other threads goes
/// into a mailbox; whoever finds the instance without an owner becomes its owner and runs it until it is idle again.
/// </summary>
/// <remarks>Safe from any thread, except for what only the owner of the turn calls.</remarks>
internal sealed class Invocation : ExecutionHost
{
    private readonly WorkflowExecution _execution;
    private readonly TaskCompletionSource? _ended;
    private BlockedCaller _caller = new();
    private DeliveryQueue _mailbox;
    private ExtensionSet? _extensions;
    private ParticipantSaver? _saver;
    private InvocationReports? _reports;

    /// <summary>The save of the ended instance; null before.</summary>
    private Task? _lastSave;
    private object? _id;

    /// <summary>Why the context did not take a turn; null for nothing.</summary>
    private Exception? _refusal;
    private int _ownership = Owned;

    private const int Free = 0;
    private const int Owned = 1;
    private const int Over = 2;

    /// <summary>Creates an invocation that goes on wherever its operations end, or in a context; its caller's ambient values go with it.</summary>
    public Invocation(WorkflowExecution execution, CallerContext from)
        : this(execution)
    {
        From = from;
        _ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
    }

    /// <summary>Creates an invocation that stays on its caller's thread, where the caller's transaction is at hand.</summary>
    private Invocation(WorkflowExecution execution) => _execution = execution;

    /// <summary>Who called an asynchronous invocation.</summary>
    public CallerContext From { get; }

    public override Guid InstanceId => (Guid)(_id ?? Interlocked.CompareExchange(ref _id, RandomIds.Next(), null) ?? _id);

    public override bool BlocksCaller => _ended is null;

    /// <summary>That of the caller, over idle too (rule 17.4).</summary>
    public override Transaction? AmbientTransaction => BlocksCaller ? Transaction.Current : From.Transaction;

    /// <summary>Ends when the execution of an asynchronous invocation has ended.</summary>
    public Task Ended => _ended!.Task;

    public Activity Definition => _execution.Program.Root;

    public static ExecutionHost Create(WorkflowExecution execution, object? manager)
    {
        Invocation invocation = new(execution);
        invocation.UseExtensions((WorkflowInstanceExtensionManager?)manager);
        return invocation;
    }

    public void UseExtensions(WorkflowInstanceExtensionManager? manager)
    {
        _extensions = ExtensionSet.Create(_execution.Program, manager);
        if (_extensions.HasInstanceExtensions)
        {
            _extensions.SetInstance(new InvocationProxy(this));
        }

        PersistenceParticipant[] participants = _extensions.FindAll<PersistenceParticipant>();
        if (participants.Length > 0)
        {
            _saver = new ParticipantSaver(participants);
        }

        _reports = InvocationReports.Create(_execution, _extensions, this);
    }

    public override object? GetExtension(Type type) => _extensions?.Find(type);

    public override void Watch(Task operation, WorkItem item) =>
        operation.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(() => Post(new Delivery(item)));

    /// <summary>No store is ever used, but participants save (rule 17.1).</summary>
    public override Task SaveAsync()
    {
        if (_saver is null)
        {
            return Task.CompletedTask;
        }

        Task save = OutsideContext.IsNeeded && BlocksCaller ? OutsideContext.Run(() => SaveAsync(_saver)) : SaveAsync(_saver);
        if (!save.IsCompleted)
        {
            Expect(save);
        }

        return save;
    }

    private Task SaveAsync(ParticipantSaver saves) => _reports?.SaveAsync(saves) ?? saves.SaveAsync(MappedVariables.Of(_execution));

    public override void Expect(Task standstill) => standstill.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(Wake);

    /// <summary>Why the ended instance was not saved; null when it was, or need not be.</summary>
    public Exception? SaveFailure => _lastSave is null ? null : TaskEnd.FailureOf(_lastSave);

    /// <summary>The abort that the host's timeout asked for; null before.</summary>
    public TimeoutException? Timeout { get; private set; }

    /// <summary>
    /// The time is over: aborts as soon as the instance is idle, or now if it waits for a save; running code is not interrupted (rule 17.2). A clock may say so
    /// more than once.
    /// </summary>
    public void TimeOut()
    {
        if (Timeout is not null)
        {
            return;
        }

        Timeout = new TimeoutException($"The workflow '{Definition.DisplayName}' did not complete within its timeout, so it was aborted.");
        try
        {
            _saver?.Abort(Timeout);
            _reports?.GiveUp();
        }
        catch (AggregateException)
        {
            // Those who were told by a token threw. This is the clock's thread, which must not pay for it.
        }

        Post(new Delivery(Timeout));
    }

    /// <summary>Something that serves the run has failed: aborts as soon as the instance is idle.</summary>
    public void AbortFor(Exception reason) => Post(new Delivery(reason));

    /// <summary>Puts something into the mailbox, and runs the instance if nobody does.</summary>
    public void Post(Delivery delivery)
    {
        _mailbox.Add(delivery);
        Wake();
    }

    /// <summary>Runs the instance if nobody does: there is something to do.</summary>
    private void Wake()
    {
        if (_caller.TryWake())
        {
            return;
        }

        if (Interlocked.CompareExchange(ref _ownership, Owned, Free) == Free)
        {
            RunOwned();
        }
        else if (Volatile.Read(ref _ownership) == Over)
        {
            _mailbox.Refuse();
        }
    }

    /// <summary>Runs the first turn of an asynchronous invocation, where its context says.</summary>
    public void StartAsync()
    {
        if (From.Context is null)
        {
            // On the caller's thread, and so among its ambient values already; what activities set there ends with the asynchronous call.
            RunTurn(isFirst: true);
        }
        else
        {
            Post(isFirst: true);
        }
    }

    /// <summary>Runs a synchronous invocation that ended or became idle to its end, on the caller's thread.</summary>
    public void RunToEnd()
    {
        while (Advance())
        {
        }

        if (!IsOver)
        {
            _caller.WaitFor(this);
        }
    }

    /// <summary>Ends what belongs to the run: nothing is accepted any more, and what factories made is disposed.</summary>
    public void Close()
    {
        // A full fence, as below.
        Interlocked.Exchange(ref _ownership, Over);
        _mailbox.Refuse();
        _reports?.Close();
        _extensions?.Dispose();
    }

    /// <summary>A turn for what somebody brought: in the context, or on his thread, unless that is too deep in turns already.</summary>
    private void RunOwned()
    {
        if (From.Context is not null)
        {
            Post(isFirst: false);
        }
        else if (InlineTurns.TryEnter())
        {
            try
            {
                From.Run(this, isFirst: false);
            }
            finally
            {
                InlineTurns.Leave();
            }
        }
        else
        {
            ThreadPool.UnsafeQueueUserWorkItem(static invocation => invocation.From.Run(invocation, isFirst: false), this, preferLocal: false);
        }
    }

    private void Post(bool isFirst) => PostedCall.Post(From.Context!, () => From.Run(this, isFirst), Refuse);

    /// <summary>The context has not taken a turn: it aborts, before anything else is done.</summary>
    private void Refuse(Exception reason)
    {
        Volatile.Write(ref _refusal, reason);
        AbortFor(reason);
    }

    /// <summary>A turn, among the caller's ambient values.</summary>
    public void RunTurn(bool isFirst)
    {
        if (isFirst && _refusal is null)
        {
            RunFirst();
        }

        Continue();
    }

    private void RunFirst()
    {
        try
        {
            _execution.RunFirst();
        }
        catch (Exception exception)
        {
            _execution.Endings.AbortUnwatched(exception);
        }
    }

    /// <summary>The owner's turn: goes on until nothing can be done now, then gives the ownership back.</summary>
    private void Continue()
    {
        while (true)
        {
            while (Advance())
            {
            }

            if (IsOver)
            {
                _ended!.TrySetResult();
                return;
            }

            // A full fence: what there is to do is looked at after the ownership was given up, as whoever brings something takes the
            // ownership after he brought it. With less, either could miss the other, and nobody would run the instance.
            Interlocked.Exchange(ref _ownership, Free);
            if (!CanAdvance || Interlocked.CompareExchange(ref _ownership, Owned, Free) != Free)
            {
                return;
            }
        }
    }

    /// <summary>The instance has ended and is saved as ended.</summary>
    public bool IsOver => _lastSave is { IsCompleted: true };

    /// <summary>What the instance waits for has come: the end of a save, and only without one anything from the mailbox.</summary>
    private bool CanAdvance => (_lastSave ?? _execution.Standstill) is { } save ? save.IsCompleted : !_mailbox.IsEmpty;

    /// <summary>Takes one step; false when nothing can be done now. What fails around it aborts the run. For the owner of the turn.</summary>
    public bool Advance()
    {
        try
        {
            if (_refusal is { } refusal)
            {
                _refusal = null;
                _execution.Endings.AbortUnwatched(refusal);
            }

            return Step();
        }
        catch (Exception exception)
        {
            _execution.Endings.AbortUnwatched(exception);
            return true;
        }
    }

    private bool Step()
    {
        if (_execution.Standstill is { } standstill)
        {
            // Also when it has ended: the records of its last item are still being delivered.
            if (!standstill.IsCompleted)
            {
                return false;
            }

            _execution.EndStandstill();
            _execution.Loop.Run();
            return true;
        }

        if (!_execution.HasEnded)
        {
            return Deliver();
        }

        if (_lastSave is not null)
        {
            return false;
        }

        _lastSave = EndAsync();
        return true;
    }

    /// <summary>Takes one thing from the mailbox and runs until idle; false when it is empty (rule 1.4: one at a time, each when idle).</summary>
    private bool Deliver()
    {
        if (!_mailbox.TryTake(out Delivery? delivery))
        {
            return ReportIdle();
        }

        if (delivery.Bookmark is { } bookmark)
        {
            delivery.Answer!.TrySetResult(_execution.Bookmarks.Resume(bookmark, delivery.Value));
        }
        else if (delivery.AbortReason is { } reason)
        {
            _execution.RequestAbort(reason);
        }
        else if (delivery.Item is { } item && !item.IsStale(_execution))
        {
            _execution.Loop.PushBack(item);
        }

        _execution.Loop.Run();
        return true;
    }

    /// <summary>Reports that the instance is idle, when it has just become so.</summary>
    private bool ReportIdle()
    {
        if (_reports?.ReportIdle() != true)
        {
            return false;
        }

        // The boundary at which records are delivered; nothing else is to be done there.
        _execution.Loop.Run();
        return true;
    }

    /// <summary>Tells of the end, and saves; an aborted instance is not saved (rule 6).</summary>
    private Task EndAsync()
    {
        if (_reports is null)
        {
            return _execution.Outcome == ExecutionOutcome.Aborted ? Task.CompletedTask : SaveAsync();
        }

        Task end = OutsideContext.IsNeeded && BlocksCaller ? OutsideContext.Run(() => _reports.EndAsync(_saver)) : _reports.EndAsync(_saver);
        if (!end.IsCompleted)
        {
            Expect(end);
        }

        return end;
    }
}
