using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Workflow.Foundation;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Scheduling;

/// <summary>
/// The work of one instance that waits for its turn: the queue of work items, the item that comes next without passing through the queue, and the signals that
/// the run loop looks at after each item.
/// </summary>
/// <remarks>Used by the thread that owns the instance, except where a member says otherwise.</remarks>
internal sealed class WorkQueue(RunContext run)
{
    private int _signals;
    private int _slowRequests;
    private int _thread;

    /// <summary>The borrowed frame that runs next; null for none. Fields, because they are looked at after each item.</summary>
    public Frame? Borrowed;

    /// <summary>The last child of the running instance runs next.</summary>
    public bool HasNewChild;

    /// <summary>The queued items of the instance that is attached.</summary>
    public Deque<WorkItem> Items { get; } = new(8);

    /// <summary>Read without a fence: a request from another thread is noticed at one of the next items.</summary>
    public Signals Signals => (Signals)_signals;

    /// <summary>Prepares for the instance that is attached. What it has, or waits for, may need the slow lane.</summary>
    /// <param name="isSlow">Every item goes through the queue, whatever the instance needs.</param>
    public void Attach(bool isSlow)
    {
        _signals = (int)(isSlow ? Signals.SlowLane : Signals.None);
        _slowRequests = isSlow ? 1 : 0;
        if (run.State.KnownScopes is { } scopes)
        {
            Attach(scopes);
        }
    }

    private void Attach(ScopeState scopes)
    {
        if (scopes.Queue is { } queued)
        {
            scopes.Queue = null;
            Move(queued, Items);
        }

        if (scopes.ThreadProperties > 0)
        {
            RequestSlowLane(Signals.Bracket);
        }

        if (scopes.SaveRequests.Count > 0)
        {
            RequestSlowLane(Signals.Save);
        }
    }

    /// <summary>Leaves the instance, which keeps what is queued.</summary>
    public void Detach()
    {
        HasNewChild = false;
        Borrowed = null;
        if (!IsEmpty)
        {
            Move(Items, run.State.Scopes.Queue = new Deque<WorkItem>(Items.Count));
        }
    }

    private static void Move(Deque<WorkItem> from, Deque<WorkItem> to)
    {
        while (from.Count > 0)
        {
            to.PushBack(from.PopFront());
        }
    }

    /// <summary>Safe from any thread.</summary>
    public void Raise(Signals signals) => Interlocked.Or(ref _signals, (int)signals);

    /// <summary>Safe from any thread.</summary>
    public void Lower(Signals signals) => Interlocked.And(ref _signals, ~(int)signals);

    /// <summary>Something can see the difference between the lanes from now on, until as many calls of <see cref="EndSlowLane()"/>.</summary>
    public void RequestSlowLane() => RequestSlowLane(Signals.None);

    /// <summary>The same, and raises the signal that is the reason for it.</summary>
    public void RequestSlowLane(Signals reason)
    {
        Signals raised = _slowRequests++ == 0 ? Signals.SlowLane | reason : reason;
        if (raised != Signals.None)
        {
            Raise(raised);
        }
    }

    public void EndSlowLane() => EndSlowLane(Signals.None);

    /// <summary>The same, and lowers the signal that was the reason for it.</summary>
    public void EndSlowLane(Signals reason)
    {
        Signals lowered = --_slowRequests == 0 ? Signals.SlowLane | reason : reason;
        if (lowered != Signals.None)
        {
            Lower(lowered);
        }
    }

    /// <summary>The calling thread runs the instance from now on.</summary>
    public void Enter() => _thread = Environment.CurrentManagedThreadId;

    /// <summary>Whether the caller is the thread that runs the instance now, or ran it last.</summary>
    public bool IsOwnThread => _thread == Environment.CurrentManagedThreadId;

    /// <summary>An instance whose own code calls. Contexts belong to the thread that runs the workflow: from another one a call would tear its state.</summary>
    public Frame Running(ActivityInstance instance)
    {
        CheckThread();
        Debug.Assert(instance is Frame, "All activity instances are frames.");
        return Unsafe.As<Frame>(instance);
    }

    public void CheckThread()
    {
        if (!IsOwnThread)
        {
            ThrowForeignThread();
        }
    }

    /// <summary>Nothing is queued, and nothing asked for.</summary>
    public bool IsIdle => IsEmpty && (Signals & ~Signals.Lasting) == 0;

    public bool IsEmpty => Items.Count == 0;

    /// <summary>What is queued at the back; there must be something.</summary>
    public WorkItem Last => Items[Items.Count - 1];

    public void PushFront(in WorkItem item) => Items.PushFront(item);

    public void PushBack(in WorkItem item) => Items.PushBack(item);

    public void Clear()
    {
        HasNewChild = false;
        Borrowed = null;
        Items.Clear();
    }

    /// <summary>Links a child and makes it the next item; one scheduled before it moves into the queue (rule 1.2).</summary>
    public void ScheduleNext(Frame parent, Frame child)
    {
        Flush(parent);

        // After the flush, which takes the last child of the parent for the one that was scheduled before.
        FrameTree.Link(parent, child);
        HasNewChild = true;
    }

    /// <summary>
    /// Makes a borrowed frame the next item; it is not linked, because nothing can look before it has ended. What was next before is flushed
    /// before the frame is borrowed, or it could be that very frame.
    /// </summary>
    public void ScheduleBorrowed(Frame borrowed) => Borrowed = borrowed;

    /// <summary>Moves the child scheduled last into the queue, because something else goes in front of it or looks at the children.</summary>
    public void Flush(Frame running)
    {
        if (HasNewChild)
        {
            HasNewChild = false;
            Items.PushFront(new WorkItem(WorkKind.Execute, running.LastChild!));
        }
        else if (Borrowed is { } borrowed)
        {
            Borrowed = null;
            run.Inline!.Promote(borrowed);
            Items.PushFront(new WorkItem(WorkKind.Execute, borrowed));
        }
    }

    /// <summary>Takes the first item; there must be one.</summary>
    public WorkItem PopFront() => Items.PopFront();

    [DoesNotReturn]
    private static void ThrowForeignThread() => throw new InvalidOperationException(
        "A context was used on a thread other than the one that runs the workflow; use it in the method that received it, and resume a bookmark from other threads.");
}
