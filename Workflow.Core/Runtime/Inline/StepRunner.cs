using System.Diagnostics;
using System.Runtime.CompilerServices;
using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Inline;

/// <summary>
/// Follows the step programs of shipped control flow. Leaves, and stepping activities inside stepping activities, run in one
/// loop; the instances on the way are linked to their parents only when it is left with work outstanding.
/// </summary>
internal sealed class StepRunner(RunContext run, WorkQueue queue, FrameStore frames, LeafStore store, LeafRunner leaves, Scheduler scheduler, FaultPropagation faults)
{
    private readonly Program _program = run.Program;

    /// <summary>The frame borrowed last is running. A field, for the exception handler: a local of the loop would be kept in memory all the time.</summary>
    private bool _isInLeaf;

    /// <summary>The leaf during which something was asked for; null for none.</summary>
    private Frame? _interrupted;

    /// <summary>Starts to follow the steps of an instance.</summary>
    public static void Begin(Frame frame)
    {
        frame.Position = 0;
        frame.LastResult = false;
        frame.Stage = InstanceStage.Executing;
        frame.Flags |= InstanceFlags.IsStepping;
    }

    /// <summary>Goes on until the steps of <paramref name="top"/> are done or something else has to run; null when the item has ended.</summary>
    /// <returns>The instance to look at next.</returns>
    public Frame? Advance(Frame top)
    {
        _isInLeaf = false;
        try
        {
            return top.Has(InstanceFlags.DefaultCancellation) ? Suppress(top) : Follow(top);
        }
        catch (Exception exception)
        {
            // Whatever an activity throws is the workflow's to handle: that is the fault model.
            Frame innermost = Innermost(top);

            // Linked before the exception is raised: a teardown walks the tree from the top, and each level is asked on the way up.
            LinkPath(innermost);
            Frame source = _isInLeaf ? Forget(store.Last) : innermost;
            faults.Raise(source, exception);
            return null;
        }
    }

    /// <summary>The leaf that has run while something was asked for, which ended the last call of <see cref="Advance"/>; the caller settles it. Null for none.</summary>
    public Frame? TakeInterrupted()
    {
        Frame? leaf = _interrupted;
        _interrupted = null;
        return leaf;
    }

    /// <summary>Takes one step; what it leads to goes through the queue.</summary>
    public void ScheduleNext(Frame frame)
    {
        ActivityPlan self = _program.Plans[frame.Number];
        if (frame.Has(InstanceFlags.DefaultCancellation))
        {
            Suppress(frame);
        }
        else if (self.Steps!.Next(frame, frame.LastResult) is { } next)
        {
            LocationEnvironment? scope = self.StepDelegate is { } handled ? FillArguments(frame, self, handled, null) : frame.Environment;
            Postpone(frame, self, next, scope);
        }
        else
        {
            frame.Flags &= ~InstanceFlags.IsStepping;
        }
    }

    /// <remarks>One method, because it is the loop that runs each activity of most workflows: the instance, its plan and its scope stay in registers.</remarks>
    private Frame? Follow(Frame top)
    {
        ActivityPlan[] plans = _program.Plans;
        Frame frame = top;
        ActivityPlan self = plans[frame.Number];
        LocationEnvironment? scope = self.StepDelegate is null ? frame.Environment : null;
        bool result = frame.LastResult;
        while (true)
        {
            if (self.Steps!.Next(frame, result) is not { } next)
            {
                ReturnArguments(self.StepDelegate, scope);

                // Before the caller looks at the instance: without the flag it is complete when it has no children.
                frame.Flags &= ~InstanceFlags.IsStepping;
                if (ReferenceEquals(frame, top))
                {
                    return top;
                }

                frame = Leave(frame);
                self = plans[frame.Number];
                scope = self.StepDelegate is null ? frame.Environment : null;
                result = false;
                continue;
            }

            if (self.StepDelegate is { } handled)
            {
                scope = FillArguments(frame, self, handled, scope);
                if (queue.Signals != Signals.None)
                {
                    return Postpone(frame, self, next, scope);
                }
            }

            int number = next.Number;
            Debug.Assert(next is ActivityPlan, "The targets of step programs are the plans of the program.");
            ActivityPlan plan = Unsafe.As<ActivityPlan>(next);
            if ((plan.Flags & PlanFlags.IsLeaf) != 0)
            {
                Frame leaf = store.Borrow(plan);
                scheduler.Assign(leaf, number, plan, frame, scope);
                _isInLeaf = true;
                result = (plan.Flags & PlanFlags.IsCondition) != 0 ? leaves.Evaluate(leaf, plan) : leaves.Execute(leaf, plan);
                _isInLeaf = false;
                if (queue.Signals != Signals.None)
                {
                    // Before the leaf becomes an ordinary instance: its completion is told from the result in its slot.
                    KeepResult(leaf, plan, result);
                    LinkPath(frame);
                    KeepArguments(leaf, self.StepDelegate, scope);
                    _interrupted = Forget(leaf);
                    return null;
                }

                leaves.Clear(leaf, plan);
                continue;
            }

            Frame child = scheduler.CreateStep(number, plan, frame, scope);
            KeepArguments(child, self.StepDelegate, scope);
            if (plan.Steps is null || (plan.Flags & PlanFlags.HasSteps) != 0)
            {
                LinkPath(frame);
                scheduler.ScheduleNext(frame, child);
                return frame;
            }

            Enter(frame, child, plan);
            frame = child;
            self = plan;
            scope = self.StepDelegate is null ? frame.Environment : null;
            result = false;
        }
    }

    /// <summary>A condition that becomes an ordinary instance is asked for its result when it has completed.</summary>
    private static void KeepResult(Frame leaf, ActivityPlan plan, bool result)
    {
        if ((plan.Flags & PlanFlags.IsCondition) != 0)
        {
            Location<bool>.WriteOwn(leaf.Own!.Slots[plan.ResultSlot], result);
        }
    }

    /// <summary>Something was asked for while the next value was taken: the handler waits in the queue until that is attended to (rule 6.6).</summary>
    private Frame Postpone(Frame frame, ActivityPlan self, StepTarget next, LocationEnvironment? scope)
    {
        Debug.Assert(next is ActivityPlan, "The targets of step programs are the plans of the program.");
        Frame child = scheduler.CreateStep(next.Number, Unsafe.As<ActivityPlan>(next), frame, scope);
        KeepArguments(child, self.StepDelegate, scope);
        LinkPath(frame);
        scheduler.ScheduleNext(frame, child);
        return frame;
    }

    /// <summary>Starts a stepping activity inside a stepping activity, without linking it.</summary>
    private static void Enter(Frame frame, Frame child, ActivityPlan plan)
    {
        child.Flags = InstanceFlags.IsUnlinked | InstanceFlags.IsStepping;
        child.Stage = InstanceStage.Executing;
        child.Own?.Clear(plan.ClearedAtStart);
        if (!ReferenceEquals(frame.LastChild, child))
        {
            frame.LastChild = child;
        }
    }

    /// <summary>Ends an instance that was never linked, and goes back to its parent.</summary>
    private Frame Leave(Frame frame)
    {
        Frame parent = frame.Parent!;
        frame.Flags = InstanceFlags.None;
        frame.CurrentState = ActivityInstanceState.Closed;
        frame.Stage = InstanceStage.Completed;
        scheduler.Release(frame);
        return parent;
    }

    /// <summary>Under default cancellation the next step, if there is one, is not run, and the instance ends canceled (rule 3.2).</summary>
    private Frame Suppress(Frame frame)
    {
        StepProgram steps = _program.Plans[frame.Number].Steps!;
        frame.Flags &= ~InstanceFlags.IsStepping;
        if (steps.Suppress(frame, frame.LastResult))
        {
            frame.Flags |= InstanceFlags.MarkedCanceled;
        }

        return frame;
    }

    /// <summary>A borrowed frame still has the callbacks of its last use.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Frame Forget(Frame leaf)
    {
        leaf.CompletionKind = CompletionKind.None;
        leaf.OnFaulted = null;
        return leaf;
    }

    /// <summary>The instance whose steps were followed when an exception left the loop.</summary>
    private static Frame Innermost(Frame top)
    {
        Frame frame = top;
        while (frame.ChildCount == 0 && frame.LastChild is { } child && child.Has(InstanceFlags.IsUnlinked) && ReferenceEquals(child.Parent, frame))
        {
            frame = child;
        }

        return frame;
    }

    /// <summary>Links what was left out, from the inside to the first instance that is linked.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LinkPath(Frame innermost)
    {
        for (Frame frame = innermost; frame.Has(InstanceFlags.IsUnlinked); frame = frame.Parent!)
        {
            frame.Flags &= ~InstanceFlags.IsUnlinked;
            FrameTree.Link(frame.Parent!, frame);
        }
    }

    /// <summary>Fills the delegate's arguments; one environment serves all handlers that are leaves.</summary>
    private LocationEnvironment? FillArguments(Frame frame, ActivityPlan self, ActivityDelegate handled, LocationEnvironment? arguments)
    {
        ref DelegatePlan plan = ref _program.Delegates[handled.Number];
        if (plan.Shape == 0)
        {
            return frame.Environment;
        }

        if (arguments is null || arguments.IsCaptured)
        {
            arguments = frames.TakeArguments(handled.Number);
            arguments.ScopeId = plan.ScopeId;
            if (!ReferenceEquals(arguments.Parent, frame.Environment))
            {
                arguments.Parent = frame.Environment;
            }
        }

        self.Steps!.Fill(frame, arguments);
        return arguments;
    }

    private void ReturnArguments(ActivityDelegate? handled, LocationEnvironment? arguments)
    {
        if (handled is not null && arguments is not null && _program.Delegates[handled.Number].Shape != 0)
        {
            frames.ReturnArguments(arguments, handled.Number);
        }
    }

    /// <summary>A handler whose frame is not borrowed gives the delegate's arguments back when it is released.</summary>
    private void KeepArguments(Frame handler, ActivityDelegate? handled, LocationEnvironment? arguments)
    {
        if (handled is not null && _program.Delegates[handled.Number].Shape != 0)
        {
            handler.DelegateArguments = arguments;
            handler.DelegateNumber = handled.Number;
        }
    }
}
