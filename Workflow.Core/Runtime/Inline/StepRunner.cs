using System.Diagnostics;
using System.Runtime.CompilerServices;
using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Inline;

/// <summary>
/// Executes the step programs of shipped control flow. Leaves, and stepping activities inside stepping activities, run in one loop; the instances between them
/// are linked to their parents only if the loop ends with work outstanding.
/// </summary>
internal sealed class StepRunner(
    RunContext run, WorkQueue queue, FrameStore frames, InlineFrameCache inlineFrames, InlineActivityRunner leafRunner,
    Scheduler scheduler, FaultPropagation faults)
{
    private readonly Program _program = run.Program;

    /// <summary>
    /// True while the inline frame taken last runs. A field for the exception handler, because a local variable of the loop would always be kept in memory.
    /// </summary>
    private bool _isInLeaf;

    /// <summary>The leaf during which a signal was raised; null if there is none.</summary>
    private Frame? _interrupted;

    /// <summary>Begins the step program of an instance.</summary>
    public static void Begin(Frame frame)
    {
        frame.Position = 0;
        frame.LastResult = false;
        frame.Stage = InstanceStage.Executing;
        frame.Flags |= InstanceFlags.IsStepping;
    }

    /// <summary>Continues until the steps of <paramref name="top"/> have ended, or something else must run.</summary>
    /// <returns>The instance to check next; null if the item has ended.</returns>
    public Frame? Advance(Frame top)
    {
        _isInLeaf = false;
        try
        {
            return top.Has(InstanceFlags.DefaultCancellation) ? Suppress(top) : Follow(top);
        }
        catch (Exception exception)
        {
            // The fault model of the workflow handles every exception of an activity.
            Frame innermost = Innermost(top);

            // Linked before the exception is raised: a teardown walks the tree from the top, and the propagation checks each level on the way up.
            LinkPath(innermost);
            Frame source = _isInLeaf ? ClearCallbacks(inlineFrames.Last) : innermost;
            faults.Raise(source, exception);
            return null;
        }
    }

    /// <summary>
    /// Returns the leaf during which a signal was raised, which ended the last call of <see cref="Advance"/>; the caller must settle it. Null if there is none.
    /// </summary>
    public Frame? TakeInterrupted()
    {
        Frame? leaf = _interrupted;
        _interrupted = null;
        return leaf;
    }

    /// <summary>Takes one step; the resulting child goes through the queue.</summary>
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

    /// <remarks>A single method, because this loop runs each activity of most workflows: the instance, its plan and its scope stay in registers.</remarks>
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

                // Before the caller checks the instance: without the flag, an instance without children is complete.
                frame.Flags &= ~InstanceFlags.IsStepping;
                if (ReferenceEquals(frame, top))
                {
                    return top;
                }

                // The parent continues at once, without a check of the signals: a signal of the last leaf has ended the loop already.
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
                Frame leaf = inlineFrames.Take(plan);
                scheduler.Assign(leaf, number, plan, frame, scope);

                // Set only around the code of the leaf: the statement is the source of an exception of its own step.
                _isInLeaf = true;
                result = (plan.Flags & PlanFlags.IsCondition) != 0 ? leafRunner.Evaluate(leaf, plan) : leafRunner.Execute(leaf, plan);
                _isInLeaf = false;
                if (queue.Signals != Signals.None)
                {
                    // Before the leaf becomes an ordinary instance, whose completion reads the result from the slot.
                    KeepResult(leaf, plan, result);
                    LinkPath(frame);
                    KeepArguments(leaf, self.StepDelegate, scope);
                    _interrupted = ClearCallbacks(leaf);
                    return null;
                }

                leafRunner.Clear(leaf, plan);
                continue;
            }

            Frame child = scheduler.CreateChild(number, plan, frame, scope);
            KeepArguments(child, self.StepDelegate, scope);
            if (plan.Steps is null || (plan.Flags & PlanFlags.NeedsPreparation) != 0)
            {
                LinkPath(frame);
                scheduler.ScheduleNext(frame, child);
                return frame;
            }

            // The child needs no preparation, so its first step comes next, whether it is linked or not.
            Enter(frame, child, plan);
            frame = child;
            self = plan;
            scope = self.StepDelegate is null ? frame.Environment : null;
            result = false;
        }
    }

    /// <summary>Stores the result of a condition that becomes an ordinary instance, because its completion reads the result from the slot.</summary>
    private static void KeepResult(Frame leaf, ActivityPlan plan, bool result)
    {
        if ((plan.Flags & PlanFlags.IsCondition) != 0)
        {
            Location<bool>.WriteOwn(leaf.Own!.Slots[plan.ResultSlot], result);
        }
    }

    /// <summary>Queues the handler, because a signal was raised while the next value was taken. The signal is processed first (rule 6.6).</summary>
    private Frame Postpone(Frame frame, ActivityPlan self, ControlFlowTarget next, LocationEnvironment? scope)
    {
        Debug.Assert(next is ActivityPlan, "The targets of step programs are the plans of the program.");
        Frame child = scheduler.CreateChild(next.Number, Unsafe.As<ActivityPlan>(next), frame, scope);
        KeepArguments(child, self.StepDelegate, scope);

        // Before the child is linked, because the instances around it must be in the tree when the run loop looks for them.
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

        // LastChild without ChildCount: after an exception, Innermost finds the path by it, and nothing else reads it while the count is 0.
        if (!ReferenceEquals(frame.LastChild, child))
        {
            frame.LastChild = child;
        }
    }

    /// <summary>Ends an instance that was never linked, and returns its parent.</summary>
    private Frame Leave(Frame frame)
    {
        // Read first: a released frame is free at once.
        Frame parent = frame.Parent!;
        frame.Flags = InstanceFlags.None;
        frame.CurrentState = ActivityInstanceState.Closed;
        frame.Stage = InstanceStage.Completed;
        scheduler.Release(frame);
        return parent;
    }

    /// <summary>Suppresses the next step, if there is one, under default cancellation; the instance then ends canceled (rule 3.2).</summary>
    private Frame Suppress(Frame frame)
    {
        ControlFlowProgram steps = _program.Plans[frame.Number].Steps!;
        frame.Flags &= ~InstanceFlags.IsStepping;
        if (steps.Suppress(frame, frame.LastResult))
        {
            frame.Flags |= InstanceFlags.MarkedCanceled;
        }

        return frame;
    }

    /// <summary>Clears the callbacks that an inline frame still has from its last use.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Frame ClearCallbacks(Frame leaf)
    {
        leaf.CompletionKind = CompletionKind.None;
        leaf.OnFaulted = null;
        return leaf;
    }

    /// <summary>Returns the instance whose steps were executed when an exception left the loop.</summary>
    private static Frame Innermost(Frame top)
    {
        Frame frame = top;
        while (frame.ChildCount == 0 && frame.LastChild is { } child && child.Has(InstanceFlags.IsUnlinked) && ReferenceEquals(child.Parent, frame))
        {
            frame = child;
        }

        return frame;
    }

    /// <summary>Links the instances that are not linked, from the innermost one to the first one that is linked.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static void LinkPath(Frame innermost)
    {
        for (Frame frame = innermost; frame.Has(InstanceFlags.IsUnlinked); frame = frame.Parent!)
        {
            frame.Flags &= ~InstanceFlags.IsUnlinked;
            FrameTree.Link(frame.Parent!, frame);
        }
    }

    /// <summary>Fills the arguments of the delegate. One environment serves all handlers that are leaves.</summary>
    private LocationEnvironment? FillArguments(Frame frame, ActivityPlan self, ActivityDelegate handled, LocationEnvironment? arguments)
    {
        ref DelegatePlan plan = ref _program.Delegates[handled.Number];
        if (plan.Shape == 0)
        {
            return frame.Environment;
        }

        // The handler of the last step may have kept its arguments, for example in a lambda. Then the next handler gets new ones.
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

    /// <summary>Assigns the delegate's arguments to a handler with a frame of its own; the arguments are returned when the handler is released.</summary>
    private void KeepArguments(Frame handler, ActivityDelegate? handled, LocationEnvironment? arguments)
    {
        if (handled is not null && _program.Delegates[handled.Number].Shape != 0)
        {
            handler.DelegateArguments = arguments;
            handler.DelegateNumber = handled.Number;
        }
    }
}
