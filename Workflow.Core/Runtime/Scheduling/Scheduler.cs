using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Scheduling;

/// <summary>Creates the frame of an activity that is scheduled, and checks that the activity may be scheduled.</summary>
internal sealed class Scheduler(RunContext run, WorkQueue queue, FrameStore frames)
{
    private readonly Program _program = run.Program;

    public Frame ScheduleRoot(IDictionary<string, object?>? inputs)
    {
        Frame root = Create(0, _program.Plans[0], null, null);
        if (inputs is not null)
        {
            root.Overrides = inputs;
        }

        // The outputs of the root are read however it ends, also if its arguments were never filled (rule 4.10).
        root.Own?.ClearAll();
        root.CompletionKind = CompletionKind.None;
        return root;
    }

    public Frame Schedule(
        Frame parent, Activity activity, CompletionKind kind, Delegate? onCompleted, FaultCallback? onFaulted, IDictionary<string, object?>? overrides)
    {
        if (!_program.TryFind(activity, out int number) || !_program.CanSchedule(parent.Number, number))
        {
            ThrowNotSchedulable(parent, activity);
        }

        if (parent.Has(InstanceFlags.DefaultCancellation))
        {
            return Suppress(parent, number, onCompleted, onFaulted);
        }

        ActivityPlan plan = _program.Plans[number];
        if (overrides is null && TryTakeInlineFrame(parent, plan) is { } inlineFrame)
        {
            Assign(inlineFrame, number, plan, parent, parent.Environment);

            // Before the frame is the next item, because an invalid callback throws and the frame must then stay free.
            Callbacks.Set(parent, inlineFrame, kind, onCompleted, onFaulted);
            queue.ScheduleInline(inlineFrame);
            return inlineFrame;
        }

        Frame child = Create(number, plan, parent, parent.Environment);
        Callbacks.Set(parent, child, kind, onCompleted, onFaulted);
        if (overrides is not null)
        {
            child.Overrides = overrides;
        }

        MarkExposed(parent, child);
        ScheduleNext(parent, child);
        return child;
    }

    public Frame ScheduleDelegate(
        Frame parent, ActivityDelegate activityDelegate, CompletionKind kind, Delegate? onCompleted, FaultCallback? onFaulted)
    {
        int number = activityDelegate.Number;
        if ((uint)number >= (uint)_program.Delegates.Length || !ReferenceEquals(_program.Delegates[number].Delegate, activityDelegate))
        {
            throw UnknownActivity.CreateException(_program, parent.Activity, activityDelegate);
        }

        ref DelegatePlan plan = ref _program.Delegates[number];
        bool isOwn = plan.Owner == parent.Number && plan.Relation != ChildRelation.ImportedHandler;
        if (!isOwn && !CanShare(parent.Number, plan))
        {
            throw new InvalidOperationException(
                $"'{parent.Activity.DisplayName}' cannot schedule the delegate '{activityDelegate.DisplayName}', which it only imports or another activity declares; declare it in its own CacheMetadata.");
        }

        if (parent.Has(InstanceFlags.DefaultCancellation))
        {
            return Suppress(parent, plan.Handler, onCompleted, onFaulted);
        }

        return plan.Handler < 0
            ? ScheduleNothing(parent, number, kind, onCompleted, onFaulted)
            : ScheduleHandler(parent, number, ref plan, kind, onCompleted, onFaulted);
    }

    /// <summary>Schedules the expression of an argument or of a variable's default; its result goes to a slot of the owner.</summary>
    public void ScheduleExpression(Frame owner, ArgumentBinding binding, LocationEnvironment? scope) =>
        ScheduleNext(owner, CreateExpression(owner, binding, scope));

    public Frame CreateExpression(Frame owner, ArgumentBinding binding, LocationEnvironment? scope)
    {
        if (!_program.TryFind(binding.Expression, out int number))
        {
            throw UnknownActivity.CreateException(owner.Activity, binding.Expression);
        }

        Frame child = Create(number, _program.Plans[number], owner, scope);
        child.ComputeFor(binding);
        return child;
    }

    /// <summary>Creates a frame for a step, which has no callbacks.</summary>
    public Frame CreateChild(int number, ActivityPlan plan, Frame parent, LocationEnvironment? scope)
    {
        Frame child = Create(number, plan, parent, scope);
        child.CompletionKind = CompletionKind.None;
        return child;
    }

    /// <summary>Links a child and makes it the next item (rule 1.2).</summary>
    public void ScheduleNext(Frame parent, Frame child)
    {
        queue.ScheduleNext(parent, child);
        if ((queue.Signals & Signals.Tracked) != 0)
        {
            run.Reporter!.Activities.Scheduled(parent, child);
        }
    }

    public void ScheduleImplementation(Frame composite, int implementation)
    {
        Frame child = Create(implementation, _program.Plans[implementation], composite, composite.Environment);
        child.CompletionKind = CompletionKind.None;
        ScheduleNext(composite, child);
    }

    /// <summary>Schedules an instance without a parent, under a captured environment (rule 11.1).</summary>
    public Frame ScheduleSecondaryRoot(Frame scheduler, Activity activity, LocationEnvironment? scope)
    {
        if (!_program.TryFind(activity, out int number))
        {
            ThrowNotSchedulable(scheduler, activity);
        }

        // A child that was scheduled before goes into the queue first; otherwise it would run before the secondary root (rule 1.2).
        queue.Flush(scheduler);
        Frame root = Create(number, _program.Plans[number], null, scope);
        root.CompletionKind = CompletionKind.None;
        queue.PushFront(new WorkItem(WorkKind.Execute, root));
        run.Reporter?.Activities.Scheduled(null, root);
        return root;
    }

    /// <summary>Returns a completed frame to the store, unless code of the application may still refer to it.</summary>
    public void Release(Frame frame)
    {
        LocationEnvironment? own = frame.Own;
        if (frame.Has(InstanceFlags.IsExposed))
        {
            return;
        }

        if (frame.DelegateArguments is { } arguments)
        {
            frame.DelegateArguments = null;

            // Before the frame is returned, because a returned frame is free at once.
            frames.ReturnArguments(arguments, frame.DelegateNumber);
        }

        ActivityPlan plan = _program.Plans[frame.Number];
        if (own is not null)
        {
            if (own.IsCaptured)
            {
                frame.SetOwn(null);
            }
            else
            {
                own.Clear(plan.ClearedAtEnd);
            }
        }

        // An item for a child may still be queued behind a faulted instance, and behind an instance that was canceled before its body; and a cancel request
        // overtakes the queued exception of an instance. Such an item is skipped because it finds a completed instance, so the frame must not be reused.
        bool mayBeQueued = frame.CurrentState == ActivityInstanceState.Faulted
            || (frame.IsCancellationRequested && (frame.OnFaulted is not null || frame.ChildCount + frame.PendingWork != 0));
        if (!mayBeQueued)
        {
            frames.Return(frame, plan.Shape);
        }
    }

    /// <summary>
    /// Separates the values of a kept instance from the locations to which they are bound, because these may serve another activity from now on.
    /// </summary>
    public static void Detach(LocationEnvironment? own)
    {
        if (own is { IsCaptured: false })
        {
            foreach (Location slot in own.Slots)
            {
                slot.Detach();
            }
        }
    }

    private void ThrowNotSchedulable(Frame parent, Activity activity)
    {
        if (!_program.TryFind(activity, out _))
        {
            throw UnknownActivity.CreateException(_program, parent.Activity, activity);
        }

        throw new InvalidOperationException(
            $"'{parent.Activity.DisplayName}' cannot schedule '{activity.DisplayName}', which is not its direct child; declare it as a child in CacheMetadata.");
    }

    /// <summary>Returns a frame for a leaf that can be the next item without the queue; null for any other child.</summary>
    private Frame? TryTakeInlineFrame(Frame parent, ActivityPlan plan)
    {
        // Only the first of several children that one method schedules gets an inline frame. When the next one is scheduled, it becomes an ordinary instance
        // in the queue.
        bool isFirst = !queue.HasNewChild && queue.InlineFrame is null;
        return isFirst && (plan.Flags & PlanFlags.IsLeaf) != 0 ? run.Inline.TryTakeInlineFrame(parent, plan) : null;
    }

    private bool CanShare(int scheduler, in DelegatePlan plan) =>
        _program.Plans[scheduler].Activity.Space?.Owner is { } owner && owner.Number == plan.Owner && _program.TryFind(owner, out _);

    private Frame ScheduleHandler(
        Frame parent, int number, ref DelegatePlan delegatePlan, CompletionKind kind, Delegate? onCompleted, FaultCallback? onFaulted)
    {
        // The handler runs under the environment of the activity that declares it, which is the scheduling activity or one around it (rule 13.1).
        LocationEnvironment? scope = parent.Environment;
        if (delegatePlan.Owner != parent.Number)
        {
            scope = scope?.Find(_program.ScopeOf(delegatePlan.Owner)) ?? scope;
        }

        LocationEnvironment? arguments = null;
        if (delegatePlan.Shape != 0)
        {
            arguments = frames.TakeArguments(number);
            arguments.ScopeId = delegatePlan.ScopeId;
            if (!ReferenceEquals(arguments.Parent, scope))
            {
                arguments.Parent = scope;
            }

            scope = arguments;
        }

        ActivityPlan plan = _program.Plans[delegatePlan.Handler];
        Frame? inlineFrame = TryTakeInlineFrame(parent, plan);
        Frame child;
        if (inlineFrame is not null)
        {
            child = inlineFrame;
            Assign(child, delegatePlan.Handler, plan, parent, scope);
        }
        else
        {
            child = Create(delegatePlan.Handler, plan, parent, scope);
            MarkExposed(parent, child);
        }

        child.DelegateArguments = arguments;
        child.DelegateNumber = number;
        Callbacks.Set(parent, child, kind, onCompleted, onFaulted);
        if (inlineFrame is not null)
        {
            queue.ScheduleInline(child);
        }
        else
        {
            ScheduleNext(parent, child);
        }

        return child;
    }

    /// <summary>Schedules a delegate without a handler: creates a completed instance, whose callback is called as usual (rule 13.1).</summary>
    private Frame ScheduleNothing(Frame parent, int number, CompletionKind kind, Delegate? onCompleted, FaultCallback? onFaulted)
    {
        Frame child = new(run.State)
        {
            Parent = parent,
            Number = Frame.NoActivity,
            DelegateNumber = number,
            Flags = InstanceFlags.IsExposed,
            Stage = InstanceStage.Completed,
            CurrentState = ActivityInstanceState.Closed,
            InstanceNumber = ++run.State.LastInstance,
        };
        Callbacks.Set(parent, child, kind, onCompleted, onFaulted);
        queue.Flush(parent);

        // Linked like any child, because its completion is queued and its parent waits for it (rule 13.1).
        FrameTree.Link(parent, child);
        queue.PushFront(new WorkItem(WorkKind.Complete, child));
        return child;
    }

    /// <summary>Creates an instance that is already canceled and has no number, because nothing new runs under default cancellation (rule 3.2).</summary>
    private Frame Suppress(Frame parent, int number, Delegate? onCompleted, FaultCallback? onFaulted)
    {
        Callbacks.Validate(parent, onCompleted);
        Callbacks.Validate(parent, onFaulted);
        parent.Flags |= InstanceFlags.MarkedCanceled;
        return new Frame(run.State)
        {
            Number = number,
            Flags = InstanceFlags.IsExposed,
            Stage = InstanceStage.Completed,
            CurrentState = ActivityInstanceState.Canceled,
        };
    }

    private Frame Create(int number, ActivityPlan plan, Frame? parent, LocationEnvironment? scope)
    {
        Frame frame = frames.Take(plan.Shape);
        frame.CurrentState = ActivityInstanceState.Executing;
        frame.IsCancellationRequested = false;
        frame.Stage = InstanceStage.Created;
        frame.Flags = InstanceFlags.None;
        frame.Position = 0;
        frame.ClearSchedule();
        Assign(frame, number, plan, parent, scope);
        return frame;
    }

    /// <summary>Assigns the frame to an activity. Unchanged references are not written again, to avoid the GC write barrier.</summary>
    public void Assign(Frame frame, int number, ActivityPlan plan, Frame? parent, LocationEnvironment? scope)
    {
        frame.Number = number;

        // A new number for each use, so that items that are queued for an earlier use of the frame can be recognized.
        frame.InstanceNumber = ++run.State.LastInstance;
        if (!ReferenceEquals(frame.Parent, parent))
        {
            frame.Parent = parent;
        }

        if ((plan.Flags & PlanFlags.HasSlots) != 0)
        {
            LocationEnvironment own = frame.Own ?? AddOwn(frame, plan);
            own.ScopeId = _program.ScopeOf(number);
            if (!ReferenceEquals(own.Parent, scope))
            {
                own.Parent = scope;
            }

            scope = own;
        }

        if (!ReferenceEquals(frame.Environment, scope))
        {
            frame.Environment = scope;
        }
    }

    private LocationEnvironment AddOwn(Frame frame, ActivityPlan plan)
    {
        LocationEnvironment own = new(_program.Shapes[plan.Shape]);
        frame.SetOwn(own);
        return own;
    }

    private void MarkExposed(Frame parent, Frame child)
    {
        if ((_program.Plans[parent.Number].Flags & PlanFlags.IsShipped) == 0)
        {
            child.Flags |= InstanceFlags.IsExposed;
            child.Own?.ClearAll();
        }
    }
}
