using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;
using Workflow.Foundation;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Scheduling;

/// <summary>
/// The pending work of one instance: the queue of work items, the item that comes next without passing through the queue, and the signals that the run loop
/// checks after each item.
/// </summary>
/// <remarks>Used by the thread that owns the instance, unless a member states otherwise.</remarks>
internal sealed class WorkQueue(RunContext run)
{
    private int _signals;
    private int _queueOnlyRequests;
    private int _thread;

    /// <summary>The inline frame that runs next; null if there is none. A field, because it is checked after each item.</summary>
    public Frame? InlineFrame;

    /// <summary>True if the last child of the running instance runs next. A field, because it is checked after each item.</summary>
    public bool HasNewChild;

    /// <summary>The queued items of the attached instance.</summary>
    public Deque<WorkItem> Items { get; } = new(8);

    /// <summary>The raised signals. Read without a memory barrier: a signal from another thread is noticed after one of the next items.</summary>
    public Signals Signals => (Signals)_signals;

    /// <summary>Prepares for the instance that is attached. Its state may require that every item goes through the queue.</summary>
    public void Attach()
    {
        // A plain write: a signal that another thread raises late, for the former instance, may stay or be lost. Without its request it does nothing.
        _signals = (int)Signals.None;
        _queueOnlyRequests = 0;
        if (run.State.KnownScopes is { } scopes)
        {
            Attach(scopes);
        }
    }

    private void Attach(ScopeState scopes)
    {
        if (scopes.Queue is { } queued)
        {
            // Moved and not shared: the deque of the executor stays with the executor, and an idle instance without work has none.
            scopes.Queue = null;
            Move(queued, Items);
        }

        if (scopes.ThreadProperties > 0)
        {
            RequestQueueOnly(Signals.ThreadProperties);
        }

        if (scopes.SaveRequests.Count > 0)
        {
            RequestQueueOnly(Signals.Save);
        }
    }

    /// <summary>Leaves the instance, which keeps the queued items.</summary>
    public void Detach()
    {
        HasNewChild = false;
        InlineFrame = null;
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

    /// <summary>Raises signals. Thread-safe.</summary>
    // Interlocked, because other threads raise Cancel, Report and Pause: a plain write of this thread could undo theirs.
    public void Raise(Signals signals) => Interlocked.Or(ref _signals, (int)signals);

    /// <summary>Lowers signals. Thread-safe.</summary>
    public void Lower(Signals signals) => Interlocked.And(ref _signals, ~(int)signals);

    /// <summary>Makes every item go through the queue, until <see cref="EndQueueOnly()"/> has been called as often as this method.</summary>
    public void RequestQueueOnly() => RequestQueueOnly(Signals.None);

    /// <summary>Makes every item go through the queue, and raises the signal that is the reason.</summary>
    public void RequestQueueOnly(Signals reason)
    {
        Signals raised = _queueOnlyRequests++ == 0 ? Signals.QueueOnly | reason : reason;
        if (raised != Signals.None)
        {
            Raise(raised);
        }
    }

    public void EndQueueOnly() => EndQueueOnly(Signals.None);

    /// <summary>Ends a request that every item goes through the queue, and lowers the signal that was the reason.</summary>
    public void EndQueueOnly(Signals reason)
    {
        Signals lowered = --_queueOnlyRequests == 0 ? Signals.QueueOnly | reason : reason;
        if (lowered != Signals.None)
        {
            Lower(lowered);
        }
    }

    /// <summary>Makes the calling thread the one that runs the instance.</summary>
    public void Enter() => _thread = Environment.CurrentManagedThreadId;

    /// <summary>True if the calling thread runs the instance now, or ran it last.</summary>
    public bool IsOwnThread => _thread == Environment.CurrentManagedThreadId;

    /// <summary>
    /// Returns the frame of an instance whose own code calls. Throws on a thread that does not run the instance, because a call from there would corrupt the
    /// state of the instance.
    /// </summary>
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

    /// <summary>True if nothing is queued and nothing is requested.</summary>
    public bool IsIdle => IsEmpty && (Signals & ~Signals.Lasting) == 0;

    public bool IsEmpty => Items.Count == 0;

    /// <summary>The item at the back of the queue, which must not be empty.</summary>
    public WorkItem Last => Items[Items.Count - 1];

    public void PushFront(in WorkItem item) => Items.PushFront(item);

    public void PushBack(in WorkItem item) => Items.PushBack(item);

    public void Clear()
    {
        HasNewChild = false;
        InlineFrame = null;
        Items.Clear();
    }

    /// <summary>Links a child and makes it the next item. A child that was scheduled before it moves into the queue (rule 1.2).</summary>
    public void ScheduleNext(Frame parent, Frame child)
    {
        Flush(parent);

        // After the flush, which assumes that the last child of the parent is the one that was scheduled before.
        FrameTree.Link(parent, child);
        HasNewChild = true;
    }

    /// <summary>
    /// Makes an inline frame the next item. The frame is not linked, because nothing can observe it before it has ended. The caller flushes the previous next
    /// item before it takes the frame, because otherwise both could be the same frame.
    /// </summary>
    public void ScheduleInline(Frame inlineFrame) => InlineFrame = inlineFrame;

    /// <summary>Moves the child scheduled last into the queue, because another item goes in front of it or code examines the children.</summary>
    public void Flush(Frame running)
    {
        if (HasNewChild)
        {
            HasNewChild = false;

            // At the front: a child that was scheduled earlier is in front of everything but the child that is scheduled next (rule 1.2).
            Items.PushFront(new WorkItem(WorkKind.Execute, running.LastChild!));
        }
        else if (InlineFrame is { } inlineFrame)
        {
            InlineFrame = null;

            // Before it is queued: the cache must not hand out a frame that waits in the queue.
            run.Inline.Materialize(inlineFrame);
            Items.PushFront(new WorkItem(WorkKind.Execute, inlineFrame));
        }
    }

    /// <summary>Takes the first item of the queue, which must not be empty.</summary>
    public WorkItem PopFront() => Items.PopFront();

    [DoesNotReturn]
    private static void ThrowForeignThread() => throw new InvalidOperationException(
        "A context was used on a thread other than the one that runs the workflow; use it in the method that received it, and resume a bookmark from other threads.");
}
