using Workflow.Definition;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scopes;
using Workflow.Tracking;

namespace Workflow.Runtime.Scheduling;

/// <summary>
/// Runs one instance's work items on one thread. An item that would be the next one anyway runs at once, on the same stack
/// frame and without touching the queue: a child right after its parent's method returned, and a parent's completion callback
/// right after its child completed. With <see cref="Signals.SlowLane"/> the same steps go through the queue one by one.
/// </summary>
internal sealed class RunLoop(
    RunContext run,
    WorkQueue queue,
    ItemBoundary boundary,
    Dispatcher dispatcher,
    Starter starter,
    Completion completion,
    Stepper stepper,
    Leaves leaves,
    FaultPropagation faults,
    Brackets brackets)
{
    private readonly Program _program = run.Program;

    /// <summary>How many items ran; one whose instance does not execute any more does not.</summary>
    public long ItemCount { get; private set; }

    /// <summary>Runs the first item of an instance without the queue, and then what follows from it.</summary>
    public void RunFirst(Frame root)
    {
        queue.Enter();
        if (Episode.IsWatched)
        {
            WatchedRun.Of(run, queue, this, root);
        }
        else
        {
            RunItems(root);
        }
    }

    /// <summary>Runs until nothing is queued, a save has to be waited for, the host is to have its turn, or the workflow ended.</summary>
    public void Run()
    {
        queue.Enter();
        if (Episode.IsWatched)
        {
            WatchedRun.Of(run, queue, this, first: null);
        }
        else
        {
            RunItems(first: null);
        }
    }

    /// <summary>The same, and nobody watches.</summary>
    public void RunUnwatched()
    {
        queue.Enter();
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
            if ((queue.Signals & ~Signals.Lasting) != 0 && !boundary.AttendSignals())
            {
                return;
            }

            if (run.State.HasEnded)
            {
                return;
            }

            if (queue.IsEmpty)
            {
                if (!boundary.FindIdleWork())
                {
                    return;
                }

                continue;
            }

            WorkItem item = queue.PopFront();
            if (item.InstanceNumber != item.Frame.InstanceNumber)
            {
                continue;
            }

            if ((queue.Signals & Signals.Bracket) == 0)
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
        WorkQueue work = queue;
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
                completion.Return(frame, child);
            }
            else if (frame.IsCompleted)
            {
                return;
            }
            else
            {
                ItemCount++;
                if (!dispatcher.Run(item))
                {
                    return;
                }
            }

            while (true)
            {
                if (work.Signals != Signals.None)
                {
                    Settle(frame);
                    return;
                }

                if (work.Leaf is { } leaf)
                {
                    work.Leaf = null;
                    frame = leaf;
                    leaves.Execute(leaf, _program.Plans[leaf.Number]);
                    if (work.Signals != Signals.None)
                    {
                        SettleLeaf(leaf);
                        return;
                    }

                    frame = leaf.Parent!;
                    leaves.Return(frame, leaf);
                }
                else if (work.HasNewChild)
                {
                    work.HasNewChild = false;
                    frame = frame.LastChild!;
                    starter.Start(frame);
                }
                else if (frame.ChildCount != 0 && !(frame.IsCancellationRequested && Completion.EndsUnbegun(frame)))
                {
                    return;
                }
                else if (frame.Has(InstanceFlags.IsStepping))
                {
                    if (stepper.Advance(frame) is not { } next)
                    {
                        if (stepper.TakeInterrupted() is { } interrupted)
                        {
                            SettleLeaf(interrupted);
                        }

                        return;
                    }

                    frame = next;
                }
                else if ((frame.Holds != 0 || frame.Stage != InstanceStage.Executing) && !completion.IsReady(frame))
                {
                    if (frame.Stage >= InstanceStage.Executing || frame.Holds != 0)
                    {
                        return;
                    }

                    starter.Start(frame);
                }
                else
                {
                    if (!completion.Finish(frame))
                    {
                        return;
                    }

                    if (frame.Parent is not { } parent)
                    {
                        completion.EndRoot(frame);
                        return;
                    }

                    Frame child = frame;
                    frame = parent;
                    completion.Return(frame, child);
                }
            }
        }
        catch (Exception exception)
        {
            // Whatever an activity throws is the workflow's to handle: that is the fault model.
            faults.Raise(frame, exception);
        }
    }

    /// <summary>Runs one item between set-up and clean-up; one that runs no code of an activity needs neither (rule 9.3).</summary>
    private void DriveBracketed(in WorkItem item)
    {
        bool isCompletion = item.Kind == WorkKind.Complete;
        Frame frame = isCompletion ? item.Frame.Parent! : item.Frame;
        if (frame.IsCompleted || Dispatcher.IsEmpty(item))
        {
            Drive(item);
            return;
        }

        ItemCount++;
        Exception? thrown = null;
        bool hasRun = false;
        try
        {
            if (brackets.Open(frame))
            {
                if (isCompletion)
                {
                    completion.Return(frame, item.Frame);
                    hasRun = true;
                }
                else
                {
                    hasRun = dispatcher.Run(item);
                }
            }
        }
        catch (Exception exception)
        {
            // Raised after the clean-up, which comes before any tear-down (rule 6.8).
            thrown = exception;
        }

        brackets.Close();
        if (thrown is not null)
        {
            faults.Raise(frame, thrown);
        }
        else if (hasRun)
        {
            Settle(frame);
        }
    }

    /// <summary>Ends the item of a leaf that ran while something was asked for: from here on it is an ordinary instance.</summary>
    private void SettleLeaf(Frame leaf)
    {
        queue.Promote(leaf);
        leaf.Stage = InstanceStage.Executing;
        Settle(leaf);
    }

    /// <summary>Ends an item on the slow lane: what follows goes into the queue.</summary>
    private void Settle(Frame frame)
    {
        if ((queue.Signals & Signals.Fault) != 0)
        {
            queue.Lower(Signals.Fault);
            faults.Raise(frame, faults.TakeHandedOver());
            return;
        }

        queue.Flush(frame);
        if (frame.Has(InstanceFlags.IsStepping) && frame.ChildCount == 0)
        {
            // Its steps began on the fast lane, in the scope of no property. Also when something was asked for: the activity's own methods would have scheduled the next child in
            // this item, and an instance that is saved between two items always has the child that runs.
            stepper.AdvanceOnce(frame);
            queue.Flush(frame);
        }

        completion.Evaluate(frame);
    }
}
