using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scheduling;

namespace Workflow.Runtime.Execution;

/// <summary>
/// Follows the step programs of shipped control flow. Leaves, and stepping activities inside stepping activities, run in one
/// loop; the instances on the way are linked to their parents only when it is left with work outstanding.
/// </summary>
internal sealed class Stepper(WorkflowExecution execution, FrameStore frames, Leaves leaves, Scheduler scheduler)
{
    private readonly Program _program = execution.Program;
    private readonly RunLoop _loop = execution.Loop;

    /// <summary>The frame borrowed last is running. A field, for the exception handler: a local of the loop would be kept in memory all the time.</summary>
    private bool _isInLeaf;

    /// <summary>Starts to follow the steps of an instance.</summary>
    public static void Begin(Frame frame, StepProgram steps)
    {
        frame.Position = 0;
        frame.LastResult = false;
        frame.Stage = Stage.Executing;
        frame.Flags |= FrameFlags.IsStepping;
        steps.Begin(frame);
    }

    /// <summary>Goes on until the steps of <paramref name="top"/> are done or something else has to run; null when the item has ended.</summary>
    /// <returns>The instance to look at next.</returns>
    public Frame? Advance(Frame top)
    {
        _isInLeaf = false;
        try
        {
            return top.Has(FrameFlags.DefaultCancellation) ? Suppress(top) : Follow(top);
        }
#pragma warning disable CA1031 // Whatever an activity throws is the workflow's to handle: that is the fault model.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            Frame innermost = Innermost(top);
            LinkPath(innermost);
            Frame source = _isInLeaf ? Forget(frames.LastLeaf) : innermost;
            execution.Faults.Raise(source, exception);
            return null;
        }
    }

    private Frame? Follow(Frame top)
    {
        ActivityPlan[] plans = _program.Plans;
        Frame frame = top;
        StepProgram steps = plans[frame.Number].Steps!;
        ActivityDelegate? handled = steps.Delegate;
        bool result = frame.LastResult;
        while (true)
        {
            if (steps.Next(frame, result) is not { } next)
            {
                frame.Flags &= ~FrameFlags.IsStepping;
                if (ReferenceEquals(frame, top))
                {
                    return top;
                }

                frame = Leave(frame);
                steps = plans[frame.Number].Steps!;
                handled = steps.Delegate;
                result = false;
                continue;
            }

            int number = next.Number;
            ActivityPlan plan = plans[number];
            if ((plan.Flags & PlanFlags.IsLeaf) != 0)
            {
                Frame leaf = leaves.Borrow(plan);
                LocationEnvironment? scope = handled is null ? frame.Environment : ArgumentsOf(frame, steps, handled);
                scheduler.Assign(leaf, number, plan, frame, scope);
                _isInLeaf = true;
                result = leaves.Execute(leaf, plan);
                _isInLeaf = false;
                if (_loop.Signals != Signals.None)
                {
                    frame.LastResult = result;
                    LinkPath(frame);
                    KeepArguments(leaf, scope, handled);
                    _loop.SettleLeaf(Forget(leaf));
                    return null;
                }

                leaves.Clear(leaf, plan);
                if (handled is not null && !ReferenceEquals(scope, frame.Environment))
                {
                    frames.ReturnArguments(scope!, handled.Number);
                }

                continue;
            }

            Frame child = scheduler.CreateStep(plan);
            LocationEnvironment? around = handled is null ? frame.Environment : ArgumentsOf(frame, steps, handled);
            scheduler.Assign(child, number, plan, frame, around);
            KeepArguments(child, around, handled);
            if (plan.Steps is not { } inner || (plan.Flags & PlanFlags.HasSteps) != 0)
            {
                LinkPath(frame);
                _loop.ScheduleNext(frame, child);
                return frame;
            }

            child.Flags = FrameFlags.IsUnlinked;
            child.Own?.Clear(plan.ClearedAtStart);
            if (!ReferenceEquals(frame.LastChild, child))
            {
                frame.LastChild = child;
            }

            frame = child;
            steps = inner;
            handled = steps.Delegate;
            result = false;
            Begin(frame, steps);
        }
    }

    /// <summary>Ends an instance that was never linked, and goes back to its parent.</summary>
    private Frame Leave(Frame frame)
    {
        Frame parent = frame.Parent!;
        frame.Flags = FrameFlags.None;
        frame.CurrentState = ActivityInstanceState.Closed;
        frame.Stage = Stage.Completed;
        scheduler.Release(frame);
        return parent;
    }

    /// <summary>Under default cancellation the next step, if there is one, is not run, and the instance ends canceled (rule 3.2).</summary>
    private Frame Suppress(Frame frame)
    {
        StepProgram steps = _program.Plans[frame.Number].Steps!;
        frame.Flags &= ~FrameFlags.IsStepping;
        if (steps.Next(frame, frame.LastResult) is not null)
        {
            frame.Flags |= FrameFlags.MarkedCanceled;
            steps.Suppress(frame);
        }

        return frame;
    }

    /// <summary>A borrowed frame carries the callbacks of whoever used it last.</summary>
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
        while (frame.ChildCount == 0 && frame.LastChild is { } child && child.Has(FrameFlags.IsUnlinked) && ReferenceEquals(child.Parent, frame))
        {
            frame = child;
        }

        return frame;
    }

    /// <summary>Links what was left out, from the inside to the first instance that is linked.</summary>
    private static void LinkPath(Frame innermost)
    {
        for (Frame frame = innermost; frame.Has(FrameFlags.IsUnlinked); frame = frame.Parent!)
        {
            frame.Flags &= ~FrameFlags.IsUnlinked;
            FrameTree.Link(frame.Parent!, frame);
        }
    }

    private LocationEnvironment? ArgumentsOf(Frame frame, StepProgram steps, ActivityDelegate handled)
    {
        LocationEnvironment? scope = frame.Environment;
        int number = handled.Number;
        ref DelegatePlan plan = ref _program.Delegates[number];
        if (plan.Shape == 0)
        {
            return scope;
        }

        LocationEnvironment arguments = frames.RentArguments(number);
        arguments.ScopeId = plan.ScopeId;
        if (!ReferenceEquals(arguments.Parent, scope))
        {
            arguments.Parent = scope;
        }

        steps.Fill(frame, arguments);
        return arguments;
    }

    /// <summary>A handler whose frame is not borrowed gives the delegate's arguments back when it is released.</summary>
    private void KeepArguments(Frame handler, LocationEnvironment? arguments, ActivityDelegate? handled)
    {
        if (handled is not null && _program.Delegates[handled.Number].Shape != 0)
        {
            handler.DelegateArguments = arguments;
            handler.DelegateNumber = handled.Number;
        }
    }
}
