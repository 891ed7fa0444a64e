using System.Diagnostics.CodeAnalysis;
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
    private readonly SynchronizationContext? _context;
    private readonly Lock _wake = new();
    private Mailbox _mailbox;
    private readonly bool _isAsynchronous;
    private readonly Transaction? _ambient;
    private ExtensionSet? _extensions;
    private ParticipantSaves? _saves;
    private InvocationReports? _reports;

    /// <summary>The save of the ended instance; null before.</summary>
    private Task? _lastSave;
    private Guid _instanceId;
    private SemaphoreSlim? _blocked;
    private int _ownership = Owned;

    private const int Free = 0;
    private const int Owned = 1;
    private const int Over = 2;

    /// <summary>Creates an invocation that goes on wherever its operations end, or in a context; its caller's transaction goes with it.</summary>
    public Invocation(WorkflowExecution execution, SynchronizationContext? context)
        : this(execution)
    {
        _context = context;
        _isAsynchronous = true;
        _ended = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        _ambient = Transaction.Current;
    }

    /// <summary>Creates an invocation that stays on its caller's thread, where the caller's transaction is at hand.</summary>
    private Invocation(WorkflowExecution execution) => _execution = execution;

    public override Guid InstanceId
    {
        get
        {
            lock (_wake)
            {
                return _instanceId == Guid.Empty ? _instanceId = RandomIds.Next() : _instanceId;
            }
        }
    }

    /// <summary>That of the caller, over idle too (rule 17.4).</summary>
    public override Transaction? AmbientTransaction => _isAsynchronous ? _ambient : Transaction.Current;

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
            _saves = new ParticipantSaves(participants);
        }

        _reports = InvocationReports.Create(_execution, _extensions, this);
    }

    public override object? GetExtension(Type type) => _extensions?.Find(type);

    public override void Watch(Task operation, WorkItem item) =>
        operation.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(() => Post(new Delivery(item)));

    /// <summary>No store is ever used, but participants save (rule 17.1).</summary>
    public override Task SaveAsync()
    {
        if (_saves is null)
        {
            return Task.CompletedTask;
        }

        Task save = _reports?.SaveAsync(_saves) ?? _saves.SaveAsync(MappedVariables.Of(_execution));
        if (!save.IsCompleted)
        {
            Expect(save);
        }

        return save;
    }

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
        _saves?.Abort(Timeout);
        _reports?.GiveUp();
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
        if (TryWake())
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
        if (_context is null)
        {
            // On the caller's thread, and so in its transaction already.
            RunTurn(isFirst: true);
        }
        else
        {
            _context.Post(static state => ((Invocation)state!).RunInTransaction(isFirst: true), this);
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
            BlockToEnd();
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

    [SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "Invoke is a synchronous call on the caller's thread: idle blocks the caller (rule 17.1).")]
    private void BlockToEnd()
    {
        using SemaphoreSlim blocked = new(0);
        lock (_wake)
        {
            _blocked = blocked;
        }

        while (!IsOver)
        {
            if (!Advance())
            {
                blocked.Wait();
            }
        }

        lock (_wake)
        {
            _blocked = null;
        }
    }

    /// <summary>Wakes a caller that is blocked; under the lock, for the caller disposes of the semaphore as soon as it is through.</summary>
    private bool TryWake()
    {
        lock (_wake)
        {
            _blocked?.Release();
            return _blocked is not null;
        }
    }

    private void RunOwned()
    {
        if (_context is null)
        {
            RunInTransaction(isFirst: false);
        }
        else
        {
            _context.Post(static state => ((Invocation)state!).RunInTransaction(isFirst: false), this);
        }
    }

    /// <summary>A turn on any thread, under the caller's transaction.</summary>
    private void RunInTransaction(bool isFirst)
    {
        Transaction? outer = Transaction.Current;
        if (ReferenceEquals(outer, _ambient))
        {
            RunTurn(isFirst);
            return;
        }

        Transaction.Current = _ambient;
        try
        {
            RunTurn(isFirst);
        }
        finally
        {
            Transaction.Current = outer;
        }
    }

    private void RunTurn(bool isFirst)
    {
        if (isFirst)
        {
            _execution.RunFirst();
        }

        Continue();
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
    private bool IsOver => _lastSave is { IsCompleted: true };

    /// <summary>What the instance waits for has come: the end of a save, and only without one anything from the mailbox.</summary>
    private bool CanAdvance => (_lastSave ?? _execution.Standstill) is { } save ? save.IsCompleted : !_mailbox.IsEmpty;

    /// <summary>Takes one step; false when nothing can be done now.</summary>
    private bool Advance()
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
            return TellIdle();
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
    private bool TellIdle()
    {
        if (_reports?.TellIdle() != true)
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

        Task end = _reports.EndAsync(_saves);
        if (!end.IsCompleted)
        {
            Expect(end);
        }

        return end;
    }
}
