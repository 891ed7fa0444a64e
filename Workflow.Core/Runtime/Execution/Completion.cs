using System.Runtime.CompilerServices;
using Workflow.Definition;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scheduling;

namespace Workflow.Runtime.Execution;

/// <summary>Ends instances, and tells their parents.</summary>
internal sealed class Completion(WorkflowExecution execution)
{
    private readonly Program _program = execution.Program;

    /// <summary>Looks whether an instance has completed, or can go on with its preparation.</summary>
    public void Evaluate(Frame frame)
    {
        if (frame.IsCompleted || (frame.ChildCount != 0 && !EndsUnbegun(frame)))
        {
            return;
        }

        if (frame.Has(InstanceFlags.IsStepping))
        {
            execution.Loop.PushFront(new WorkItem(WorkKind.Evaluate, frame));
        }
        else if (IsReady(frame))
        {
            InstanceStage stage = frame.Stage;
            if (!Finish(frame))
            {
                return;
            }

            if ((execution.Loop.Signals & Signals.Tracked) != 0)
            {
                execution.Reporter!.Activities.Reached(frame, frame.CurrentState, stage);
            }

            if (frame.Parent is null)
            {
                execution.OnRootCompleted(frame);
            }
            else
            {
                execution.Loop.PushFront(new WorkItem(WorkKind.Complete, frame));
            }
        }
        else if (frame.Stage < InstanceStage.Executing && frame.Holds == 0)
        {
            execution.Loop.PushFront(new WorkItem(WorkKind.Execute, frame));
        }
    }

    /// <summary>Whether an instance without children has nothing left to wait for.</summary>
    public bool IsReady(Frame frame)
    {
        if (frame.Stage < InstanceStage.Executing)
        {
            return EndsUnbegun(frame);
        }

        bool isIsolated = execution.Transactions.IsScope(frame);
        int holds = isIsolated ? frame.Holds - 1 : frame.Holds;
        if (holds != 0)
        {
            // Under default cancellation bookmarks do not keep it alive, once they are all that is left (rule 3.2).
            if (!frame.Has(InstanceFlags.DefaultCancellation) || holds != frame.CountBlockingBookmarks())
            {
                return false;
            }

            execution.Bookmarks.RemoveAll(frame);
            frame.Flags |= InstanceFlags.MarkedCanceled;
        }

        if (isIsolated)
        {
            // The transaction ends before the scope that it isolates (rule 10.3).
            execution.Transactions.BeginEnd();
            return false;
        }

        return frame.Stage == InstanceStage.Executing;
    }

    /// <summary>
    /// Whether an instance was canceled before its body and nothing of it runs any more (rule 2.2). The completion of a failed expression and the next argument
    /// may still be queued: they do not keep it, or it would end after siblings that are canceled after it (rule 3.2).
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

    /// <summary>Gives an instance its final state; false when that failed and the failure has been seen to.</summary>
    public bool Finish(Frame frame)
    {
        InstanceStage stage = frame.Stage;
        frame.Stage = InstanceStage.Completed;
        frame.CurrentState = frame.Has(InstanceFlags.MarkedCanceled) ? ActivityInstanceState.Canceled : ActivityInstanceState.Closed;
        if (frame.Has(InstanceFlags.HasExtras) && EndExtras(frame) is { } failure)
        {
            Fail(frame, failure, stage);
            return false;
        }

        if (frame.Bookmarks is not null)
        {
            execution.Bookmarks.RemoveAll(frame);
        }

        return true;
    }

    /// <summary>Ends what few instances have: properties first, then handles (rule 1.5); the first exception.</summary>
    private Exception? EndExtras(Frame frame)
    {
        Exception? failure = null;
        if (frame.Extras!.Properties is not null)
        {
            failure = execution.Properties.End(frame);
        }

        if (frame.Extras.HasHandles)
        {
            Exception? second = execution.Handles.Uninitialize(frame, frame.Plan.Handles!);
            failure ??= second;
        }

        execution.NoPersist.End(frame.Extras);
        frame.Extras = null;
        frame.Flags &= ~InstanceFlags.HasExtras;
        return failure;
    }

    /// <summary>An instance that was about to complete faults, without a call of its <c>Abort</c> (rules 2.3 and 5.9).</summary>
    private void Fail(Frame frame, Exception failure, InstanceStage stage)
    {
        frame.CurrentState = ActivityInstanceState.Faulted;
        execution.Bookmarks.RemoveAll(frame);
        execution.Reporter?.Activities.Reached(frame, ActivityInstanceState.Faulted, stage);
        if (frame.Parent is not null)
        {
            execution.Loop.PushFront(new WorkItem(WorkKind.Complete, frame));
        }

        execution.Faults.Propagate(failure, frame, frame);
    }

    /// <summary>Hands a completed child over to the callback of its parent, which still executes, and releases it.</summary>
    public void Return(Frame parent, Frame child)
    {
        FrameTree.Unlink(parent, child);
        if (child.Has(InstanceFlags.Leaked))
        {
            // Before the callback, which may throw: what the instance ended with stays what user code reads (rule 1.5).
            Scheduler.Detach(child.Own);
        }

        if (child.ResultStep is { } step)
        {
            TakeResult(parent, child, step);
        }
        else
        {
            if (child.CurrentState != ActivityInstanceState.Closed && parent.Has(InstanceFlags.DefaultCancellation))
            {
                parent.Flags |= InstanceFlags.MarkedCanceled;
            }

            if (parent.Has(InstanceFlags.IsStepping))
            {
                ActivityPlan plan = _program.Plans[child.Number];
                parent.LastResult = (plan.Flags & PlanFlags.YieldsBool) != 0 && child.Own is { } own && Location<bool>.Read(own.Slots[plan.ResultSlot]);
            }
            else if (child.CompletionKind != CompletionKind.None)
            {
                Invoke(parent, child);
            }
        }

        execution.Scheduler.Release(child);
    }

    private static void TakeResult(Frame owner, Frame expression, ArgumentStep step)
    {
        if (expression.CurrentState != ActivityInstanceState.Closed)
        {
            owner.Flags |= InstanceFlags.InitializationIncomplete;

            // The place may hold what an earlier instance left there, and this one never gets a value of its own.
            owner.Own!.Slots[step.Slot].Reset();
        }
        else
        {
            step.Complete(expression.Own!.Slots[expression.Plan.ResultSlot], owner.Own!.Slots);
        }
    }

    /// <summary>Calls the callback that the parent gave when it scheduled the child.</summary>
    public void Invoke(Frame parent, Frame child)
    {
        bool isShipped = (_program.Plans[parent.Number].Flags & PlanFlags.IsShipped) != 0;
        NativeActivityContext context = parent.OpenNativeContext(isShipped);
        switch (child.CompletionKind)
        {
            case CompletionKind.Plain:
                Unsafe.As<CompletionCallback>(child.OnCompleted!)(context, child);
                break;
            case CompletionKind.Result:
                ActivityPlan plan = _program.Plans[child.Number];
                Unsafe.As<ActivityWithResult>(plan.Activity).InvokeCompletion(child.OnCompleted!, context, child, child.Own?.Slots[plan.ResultSlot]);
                break;
            case CompletionKind.DelegateResult:
                _program.Delegates[child.DelegateNumber].Delegate.InvokeCompletion(child.OnCompleted!, context, child, child.DelegateArguments);
                break;
            default:
                Unsafe.As<DelegateCompletionCallback>(child.OnCompleted!)(
                    context, child, _program.Delegates[child.DelegateNumber].Delegate.ReadOutputs(child.DelegateArguments));
                break;
        }

        if (!isShipped)
        {
            parent.DropNativeContext();
        }
    }
}
