using Workflow.Definition;
using Workflow.Foundation;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Instances;
using Workflow.Tracking;

namespace Workflow.Runtime.Scheduling;

/// <summary>
/// Runs one instance's work items on one thread. An item that would be the next one anyway runs at once, on the same stack
/// frame and without touching the queue: a child right after its parent's method returned, and a parent's completion callback
/// right after its child completed. With <see cref="Signals.SlowLane"/> the same steps go through the queue one by one.
/// </summary>
internal sealed class RunLoop(WorkflowExecution execution)
{
    private readonly Program _program = execution.Program;
    private Deque<WorkItem> _queue = new(8);
    private Frame? _leaf;
    private bool _hasNewChild;
    private int _signals;
    private int _slowRequests;
    private int _thread;

    /// <summary>Read without a fence: a request from another thread is noticed at one of the next items.</summary>
    public Signals Signals => (Signals)_signals;

    public void ResetSignals(Signals signals)
    {
        _signals = (int)signals;
        _slowRequests = signals == Signals.None ? 0 : 1;
    }

    /// <summary>Safe from any thread.</summary>
    public void Raise(Signals signals) => Interlocked.Or(ref _signals, (int)signals);

    /// <summary>Safe from any thread.</summary>
    public void Lower(Signals signals) => Interlocked.And(ref _signals, ~(int)signals);

    /// <summary>Something can see the difference between the lanes from now on, until as many calls of <see cref="EndSlowLane"/>.</summary>
    public void RequestSlowLane()
    {
        if (_slowRequests++ == 0)
        {
            Raise(Signals.SlowLane);
        }
    }

    public void EndSlowLane()
    {
        if (--_slowRequests == 0)
        {
            Lower(Signals.SlowLane);
        }
    }

    /// <summary>Whether the caller is the thread that runs the instance now, or ran it last.</summary>
    public bool IsOwnThread => _thread == Environment.CurrentManagedThreadId;

    /// <summary>Nothing is queued, and nothing asked for.</summary>
    public bool IsIdle => IsEmpty && (Signals & ~Signals.Lasting) == 0;

    /// <summary>Something besides reporting wants the slow lane.</summary>
    public bool IsSlowed => _slowRequests > ((Signals & Signals.Tracked) != 0 ? 1 : 0);

    public bool IsEmpty => _queue.Count == 0;

    /// <summary>How many items ran; one whose instance does not execute any more does not.</summary>
    public long ItemCount { get; private set; }

    /// <summary>What is queued at the back; there must be something.</summary>
    public WorkItem Last => _queue[_queue.Count - 1];

    /// <summary>What is queued, from the front; only between items nothing else waits beside the queue.</summary>
    public WorkItem[] Queued()
    {
        WorkItem[] items = new WorkItem[_queue.Count];
        for (int i = 0; i < items.Length; i++)
        {
            items[i] = _queue[i];
        }

        return items;
    }

    public void PushFront(in WorkItem item) => _queue.PushFront(item);

    public void PushBack(in WorkItem item) => _queue.PushBack(item);

    public void Clear()
    {
        _hasNewChild = false;
        _leaf = null;
        _queue.Clear();
    }

    /// <summary>Links a child and makes it the next item; one scheduled before it moves into the queue (rule 1.2).</summary>
    public void ScheduleNext(Frame parent, Frame child)
    {
        Flush(parent);
        FrameTree.Link(parent, child);
        _hasNewChild = true;
        if ((_signals & (int)Signals.Tracked) != 0)
        {
            execution.Reporter!.Activities.Scheduled(parent, child);
        }
    }

    /// <summary>
    /// Makes a leaf the next item; it is not linked, because nothing can look before it has ended. What was next before is flushed
    /// before the leaf's frame is borrowed, or it could be that very frame.
    /// </summary>
    public void ScheduleLeaf(Frame leaf) => _leaf = leaf;

    /// <summary>Moves the child scheduled last into the queue, because something else goes in front of it or looks at the children.</summary>
    public void Flush(Frame running)
    {
        if (_hasNewChild)
        {
            _hasNewChild = false;
            _queue.PushFront(new WorkItem(WorkKind.Execute, running.LastChild!));
        }
        else if (_leaf is { } leaf)
        {
            _leaf = null;
            execution.Leaves.Promote(leaf);
            _queue.PushFront(new WorkItem(WorkKind.Execute, leaf));
        }
    }

    /// <summary>Runs the first item of an instance without the queue, and then what follows from it.</summary>
    public void RunFirst(Frame root)
    {
        _thread = Environment.CurrentManagedThreadId;
        if (Episode.IsWatched)
        {
            WatchedRun.Of(execution, root);
        }
        else
        {
            RunItems(root);
        }
    }

    /// <summary>Runs until nothing is queued, a save has to be waited for, the host is to have its turn, or the workflow ended.</summary>
    public void Run()
    {
        _thread = Environment.CurrentManagedThreadId;
        if (Episode.IsWatched)
        {
            WatchedRun.Of(execution, first: null);
        }
        else
        {
            RunItems(first: null);
        }
    }

    /// <summary>The same, and nobody watches.</summary>
    public void RunUnwatched()
    {
        _thread = Environment.CurrentManagedThreadId;
        RunItems(first: null);
    }

    /// <summary>Runs the items of one episode.</summary>
    /// <param name="first">The root, whose first item is not queued; null: it has run.</param>
    public void RunItems(Frame? first)
    {
        if (first is not null)
        {
            Drive(new WorkItem(WorkKind.Execute, first));
        }

        RunQueue();
    }

    private void RunQueue()
    {
        while (true)
        {
            if ((Signals & ~Signals.Lasting) != 0 && !execution.AttendSignals())
            {
                return;
            }

            if (execution.HasEnded)
            {
                return;
            }

            if (_queue.Count == 0)
            {
                if (!execution.FindIdleWork())
                {
                    return;
                }

                continue;
            }

            WorkItem item = _queue.PopFront();
            if (item.InstanceNumber != item.Frame.InstanceNumber)
            {
                continue;
            }

            if ((Signals & Signals.Bracket) == 0)
            {
                Drive(item);
            }
            else
            {
                DriveBracketed(item);
            }
        }
    }

    /// <summary>Runs one item and whatever follows it directly.</summary>
    private void Drive(in WorkItem item)
    {
        Frame frame = item.Frame;
        try
        {
            if (item.Kind == WorkKind.Complete)
            {
                Frame child = frame;
                frame = child.Parent!;
                if (frame.IsCompleted)
                {
                    return;
                }

                ItemCount++;
                execution.Completion.Return(frame, child);
            }
            else if (frame.IsCompleted)
            {
                return;
            }
            else
            {
                ItemCount++;
                if (!WorkItems.Run(execution, item))
                {
                    return;
                }
            }

            while (true)
            {
                if (_signals != 0)
                {
                    Settle(frame);
                    return;
                }

                if (_leaf is { } leaf)
                {
                    _leaf = null;
                    frame = leaf;
                    execution.Leaves.Execute(leaf, _program.Plans[leaf.Number]);
                    if (_signals != 0)
                    {
                        SettleLeaf(leaf);
                        return;
                    }

                    frame = leaf.Parent!;
                    execution.Leaves.Return(frame, leaf);
                }
                else if (_hasNewChild)
                {
                    _hasNewChild = false;
                    frame = frame.LastChild!;
                    execution.Starter.Start(frame);
                }
                else if (frame.ChildCount != 0 && !(frame.IsCancellationRequested && Completion.EndsUnbegun(frame)))
                {
                    return;
                }
                else if (frame.Has(InstanceFlags.IsStepping))
                {
                    if (execution.Stepper.Advance(frame) is not { } next)
                    {
                        return;
                    }

                    frame = next;
                }
                else if ((frame.Holds != 0 || frame.Stage != InstanceStage.Executing) && !execution.Completion.IsReady(frame))
                {
                    if (frame.Stage >= InstanceStage.Executing || frame.Holds != 0)
                    {
                        return;
                    }

                    execution.Starter.Start(frame);
                }
                else
                {
                    if (!execution.Completion.Finish(frame))
                    {
                        return;
                    }

                    if (frame.Parent is not { } parent)
                    {
                        execution.OnRootCompleted(frame);
                        return;
                    }

                    Frame child = frame;
                    frame = parent;
                    execution.Completion.Return(frame, child);
                }
            }
        }
        catch (Exception exception)
        {
            // Whatever an activity throws is the workflow's to handle: that is the fault model.
            execution.Faults.Raise(frame, exception);
        }
    }

    /// <summary>Runs one item between set-up and clean-up; one that runs no code of an activity needs neither (rule 9.3).</summary>
    private void DriveBracketed(in WorkItem item)
    {
        bool isCompletion = item.Kind == WorkKind.Complete;
        Frame frame = isCompletion ? item.Frame.Parent! : item.Frame;
        if (frame.IsCompleted || WorkItems.IsEmpty(item))
        {
            Drive(item);
            return;
        }

        ItemCount++;
        Exception? thrown = null;
        bool hasRun = false;
        try
        {
            if (execution.Brackets.Open(frame))
            {
                if (isCompletion)
                {
                    execution.Completion.Return(frame, item.Frame);
                    hasRun = true;
                }
                else
                {
                    hasRun = WorkItems.Run(execution, item);
                }
            }
        }
        catch (Exception exception)
        {
            // Raised after the clean-up, which comes before any tear-down (rule 6.8).
            thrown = exception;
        }

        execution.Brackets.Close();
        if (thrown is not null)
        {
            execution.Faults.Raise(frame, thrown);
        }
        else if (hasRun)
        {
            Settle(frame);
        }
    }

    /// <summary>Ends the item of a leaf that ran while something was asked for: from here on it is an ordinary instance.</summary>
    public void SettleLeaf(Frame leaf)
    {
        execution.Leaves.Promote(leaf);
        leaf.Stage = InstanceStage.Executing;
        Settle(leaf);
    }

    /// <summary>Ends an item on the slow lane: what follows goes into the queue.</summary>
    private void Settle(Frame frame)
    {
        if ((Signals & Signals.Fault) != 0)
        {
            Lower(Signals.Fault);
            execution.Faults.Raise(frame, execution.Faults.TakeHandedOver());
            return;
        }

        Flush(frame);
        if (frame.Has(InstanceFlags.IsStepping) && frame.ChildCount == 0 && (Signals & ~Signals.Lasting) == 0)
        {
            // Its steps began on the fast lane, in the scope of no property.
            execution.Stepper.AdvanceOnce(frame);
            Flush(frame);
        }

        execution.Completion.Evaluate(frame);
    }
}
