using System.Collections.Concurrent;
using System.Diagnostics.CodeAnalysis;
using System.Transactions;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Scheduling;

namespace Workflow.Hosting;

/// <summary>
/// One run of an invoker that needs more than the caller's stack: extensions, or a wait. What comes from other threads goes
/// into a mailbox; whoever finds the instance without an owner becomes its owner and runs it until it is idle again.
/// </summary>
/// <remarks>Safe from any thread, except for what only the owner of the turn calls.</remarks>
internal sealed class Invocation : ExecutionHost
{
    private readonly WorkflowExecution _execution;
    private readonly ConcurrentQueue<Delivery> _mailbox = new();
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly SynchronizationContext? _context;
    private readonly Lock _wake = new();
    private readonly Transaction? _ambient = Transaction.Current;
    private ExtensionSet? _extensions;
    private Guid _instanceId;
    private SemaphoreSlim? _blocked;
    private int _ownership = Owned;

    private const int Free = 0;
    private const int Owned = 1;
    private const int Over = 2;

    public Invocation(WorkflowExecution execution, SynchronizationContext? context)
    {
        _execution = execution;
        _context = context;
    }

    public override Guid InstanceId
    {
        get
        {
            lock (_wake)
            {
                return _instanceId == Guid.Empty ? _instanceId = Guid.NewGuid() : _instanceId;
            }
        }
    }

    /// <summary>That of the caller, over idle too (rule 17.4).</summary>
    public override Transaction? AmbientTransaction => _ambient;

    /// <summary>Ends when the execution has ended.</summary>
    public Task Ended => _ended.Task;

    public Activity Definition => _execution.Program.Root;

    public static ExecutionHost Create(WorkflowExecution execution, object? manager)
    {
        Invocation invocation = new(execution, null);
        invocation.UseExtensions((WorkflowInstanceExtensionManager?)manager);
        return invocation;
    }

    public void UseExtensions(WorkflowInstanceExtensionManager? manager) =>
        _extensions = ExtensionSet.Create(_execution.Program, manager, new InvocationProxy(this));

    public override object? GetExtension(Type type) => _extensions?.Find(type);

    public override void Watch(Task operation, WorkItem item) =>
        operation.ConfigureAwait(false).GetAwaiter().UnsafeOnCompleted(() => Post(new Delivery(item)));

    /// <summary>The abort that the host's timeout asked for; null before.</summary>
    public TimeoutException? Timeout { get; private set; }

    /// <summary>The time is over: aborts as soon as the instance is idle.</summary>
    public void TimeOut()
    {
        Timeout = new TimeoutException($"The workflow '{Definition.DisplayName}' did not complete within its timeout, so it was aborted.");
        Post(new Delivery(Timeout));
    }

    /// <summary>Puts something into the mailbox, and runs the instance if nobody does.</summary>
    public void Post(Delivery delivery)
    {
        _mailbox.Enqueue(delivery);
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
            RefuseAll();
        }
    }

    /// <summary>Runs the first turn of an asynchronous invocation, where its context says.</summary>
    public void StartAsync()
    {
        if (_context is null)
        {
            RunInTransaction(isFirst: true);
        }
        else
        {
            _context.Post(static state => ((Invocation)state!).RunInTransaction(isFirst: true), this);
        }
    }

    /// <summary>Runs a synchronous invocation that became idle to its end, on the caller's thread.</summary>
    [SuppressMessage("ApiDesign", "RS0030:Do not use banned APIs", Justification = "Invoke is a synchronous call on the caller's thread: idle blocks the caller (rule 17.1).")]
    public void RunToEnd()
    {
        using SemaphoreSlim blocked = new(0);
        lock (_wake)
        {
            _blocked = blocked;
        }

        while (!_execution.HasEnded)
        {
            if (!Deliver())
            {
                blocked.Wait();
            }
        }

        lock (_wake)
        {
            _blocked = null;
        }
    }

    /// <summary>Ends what belongs to the run: nothing is accepted any more, and what factories made is disposed.</summary>
    public void Close()
    {
        // A full fence, as below.
        Interlocked.Exchange(ref _ownership, Over);
        RefuseAll();
        _extensions?.Dispose();
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
        if (!ReferenceEquals(outer, _ambient))
        {
            Transaction.Current = _ambient;
        }

        try
        {
            if (isFirst)
            {
                _execution.RunFirst();
            }

            Continue();
        }
        finally
        {
            if (!ReferenceEquals(outer, _ambient))
            {
                Transaction.Current = outer;
            }
        }
    }

    /// <summary>The owner's turn: delivers and runs until the mailbox is empty, then gives the ownership back.</summary>
    private void Continue()
    {
        while (true)
        {
            while (!_execution.HasEnded && Deliver())
            {
            }

            if (_execution.HasEnded)
            {
                _ended.TrySetResult();
                return;
            }

            // A full fence: the mailbox is looked at after the ownership was given up, as a poster takes the ownership after it
            // filled the mailbox. With less, either could miss the other, and nobody would run the instance.
            Interlocked.Exchange(ref _ownership, Free);
            if (_mailbox.IsEmpty || Interlocked.CompareExchange(ref _ownership, Owned, Free) != Free)
            {
                return;
            }
        }
    }

    /// <summary>Takes one thing from the mailbox and runs until idle; false when it is empty (rule 1.4: one at a time, each when idle).</summary>
    private bool Deliver()
    {
        if (!_mailbox.TryDequeue(out Delivery? delivery))
        {
            return false;
        }

        if (delivery.Bookmark is { } bookmark)
        {
            delivery.Answer!.TrySetResult(_execution.Bookmarks.Resume(bookmark, delivery.Value));
        }
        else if (delivery.AbortReason is { } reason)
        {
            _execution.RequestAbort(reason);
        }
        else if (delivery.Item is { } item)
        {
            _execution.Loop.PushBack(item);
        }

        _execution.Loop.Run();
        return true;
    }

    private void RefuseAll()
    {
        while (_mailbox.TryDequeue(out Delivery? delivery))
        {
            delivery.Answer?.TrySetResult(BookmarkResumptionResult.NotFound);
        }
    }
}
