using System.Diagnostics;
using Workflow.Runtime.Bookmarks;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;
using Workflow.Runtime.Transactions;

namespace Workflow.Runtime.Execution;

/// <summary>Ends instances and notifies their parents.</summary>
internal sealed class Completion(
    RunContext run,
    WorkQueue queue,
    Scheduler scheduler,
    BookmarkManager bookmarks,
    TransactionTable transactions,
    SecondaryRoots secondaryRoots,
    RareStateCleanup cleanup,
    FaultPropagation faults,
    CompletionCallbacks callbacks)
{
    /// <summary>Called when the root or a secondary root has completed.</summary>
    public void EndRoot(Frame root) => secondaryRoots.OnCompleted(root);

    /// <summary>Checks whether an instance has completed, or can continue its preparation.</summary>
    public void Evaluate(Frame frame)
    {
        if (frame.IsCompleted || (frame.ChildCount != 0 && !EndsUnbegun(frame)))
        {
            return;
        }

        if (frame.Has(InstanceFlags.IsStepping))
        {
            queue.PushFront(new WorkItem(WorkKind.Evaluate, frame));
        }
        else if (IsReady(frame))
        {
            InstanceStage stage = frame.Stage;
            if (!Finish(frame))
            {
                return;
            }

            if ((queue.Signals & Signals.Tracked) != 0)
            {
                run.Reporter!.Activities.Reached(frame, frame.CurrentState, stage);
            }

            if (frame.Parent is null)
            {
                EndRoot(frame);
            }
            else
            {
                queue.PushFront(new WorkItem(WorkKind.Complete, frame));
            }
        }
        else if (frame.Stage < InstanceStage.Executing && frame.PendingWork == 0)
        {
            queue.PushFront(new WorkItem(WorkKind.Execute, frame));
        }
    }

    /// <summary>Returns true if an instance without children has nothing left to wait for.</summary>
    public bool IsReady(Frame frame)
    {
        if (frame.Stage < InstanceStage.Executing)
        {
            return EndsUnbegun(frame);
        }

        bool isIsolated = run.State.IsTransactionScope(frame);
        int holds = isIsolated ? frame.PendingWork - 1 : frame.PendingWork;
        if (holds != 0)
        {
            // Under default cancellation, bookmarks do not keep the instance running once nothing else is left (rule 3.2).
            if (!frame.Has(InstanceFlags.DefaultCancellation) || holds != frame.CountBlockingBookmarks())
            {
                return false;
            }

            bookmarks.RemoveAll(frame);
            frame.Flags |= InstanceFlags.MarkedCanceled;
        }

        if (isIsolated)
        {
            // The transaction ends before the scope that it isolates (rule 10.3).
            transactions.BeginEnd();
            return false;
        }

        return frame.Stage == InstanceStage.Executing;
    }

    /// <summary>
    /// Returns true if an instance was canceled before its body and nothing of it runs any more (rule 2.2); marks it as canceled. The completion of a failed
    /// expression and the next argument may still be queued. They do not delay the end, because otherwise the instance would end after siblings that are
    /// canceled after it (rule 3.2).
    /// </summary>
    public static bool EndsUnbegun(Frame frame)
    {
        if (!frame.IsCancellationRequested || frame.Stage >= InstanceStage.Executing || FrameTree.HasActiveChild(frame))
        {
            return false;
        }

        frame.Flags |= InstanceFlags.MarkedCanceled;
        return true;
    }

    /// <summary>Gives an instance its final state. Returns false if that failed; the failure has then been propagated as a fault.</summary>
    public bool Finish(Frame frame)
    {
        Debug.Assert(!frame.IsCompleted, "An activity instance completes once.");
        Debug.Assert(!FrameTree.HasActiveChild(frame), "An activity instance outlives its children.");
        InstanceStage stage = frame.Stage;

        // Before the clean-up, which calls code of the application: that code must find a completed instance and cannot schedule anything more.
        frame.Stage = InstanceStage.Completed;
        frame.CurrentState = frame.Has(InstanceFlags.MarkedCanceled) ? ActivityInstanceState.Canceled : ActivityInstanceState.Closed;
        if (frame.Has(InstanceFlags.HasRareState) && cleanup.End(frame) is { } failure)
        {
            Fail(frame, failure, stage);
            return false;
        }

        if (frame.Bookmarks is not null)
        {
            bookmarks.RemoveAll(frame);
        }

        return true;
    }

    /// <summary>Changes the state of an instance that was about to complete to faulted, without a call of its <c>Abort</c> (rules 2.3 and 5.9).</summary>
    private void Fail(Frame frame, Exception failure, InstanceStage stage)
    {
        frame.CurrentState = ActivityInstanceState.Faulted;
        bookmarks.RemoveAll(frame);
        run.Reporter?.Activities.Reached(frame, ActivityInstanceState.Faulted, stage);
        if (frame.Parent is not null)
        {
            queue.PushFront(new WorkItem(WorkKind.Complete, frame));
        }

        // After the completion was queued: the fault goes in front of it in the queue, and is handled first.
        faults.Propagate(failure, frame, frame);
    }

    /// <summary>Passes a completed child to the callback of its parent, which still executes, and releases the child.</summary>
    public void Return(Frame parent, Frame child)
    {
        Debug.Assert(child.IsCompleted && !parent.IsCompleted, "A completed child returns to a parent that executes.");
        Debug.Assert(ReferenceEquals(child.Parent, parent), "A child returns to its own parent.");

        // Before the callback, which may schedule children and examine the remaining ones.
        FrameTree.Unlink(parent, child);
        if (child.Has(InstanceFlags.IsExposed))
        {
            // Before the callback, which may throw: code of the application continues to read the values with which the instance ended (rule 1.5).
            Scheduler.Detach(child.Own);
        }

        if (child.ResultBinding is { } binding)
        {
            TakeResult(parent, child, binding);
        }
        else
        {
            if (child.CurrentState != ActivityInstanceState.Closed && parent.Has(InstanceFlags.DefaultCancellation))
            {
                parent.Flags |= InstanceFlags.MarkedCanceled;
            }

            if (parent.Has(InstanceFlags.IsStepping))
            {
                run.Inline.TakeResult(parent, child);
            }
            else if (child.CompletionKind != CompletionKind.None)
            {
                callbacks.Invoke(parent, child);
            }
        }

        // Last: the callback reads the state and the results of the child, so the frame must not serve another activity before the callback has returned.
        scheduler.Release(child);
    }

    private static void TakeResult(Frame owner, Frame expression, ArgumentBinding binding)
    {
        if (expression.CurrentState != ActivityInstanceState.Closed)
        {
            owner.Flags |= InstanceFlags.InitializationIncomplete;

            // The slot may contain the value of an earlier instance, and this instance never gets a value of its own.
            owner.Own!.Slots[binding.Slot].Reset();
        }
        else
        {
            binding.Complete(expression.Own!.Slots[expression.Plan.ResultSlot], owner.Own!.Slots);
        }
    }
}
