using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scheduling;

namespace Workflow.Runtime.Execution;

/// <summary>
/// Follows the step programs of shipped control flow. Leaves, and stepping activities inside stepping activities, run in one
/// loop; the instances on the way are linked to their parents only when it is left with work outstanding.
/// </summary>
internal sealed class Stepper(WorkflowExecution execution, FrameStore frames, Leaves leaves)
{
    private readonly Program _program = execution.Program;
    private readonly RunLoop _loop = execution.Loop;

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
        Frame frame = top;
        Frame running = top;
        try
        {
            StepProgram steps = _program.Plans[frame.Number].Steps!;
            while (true)
            {
                if (steps.Next(frame, frame.LastResult) is not { } next)
                {
                    frame.Flags &= ~FrameFlags.IsStepping;
                    if (ReferenceEquals(frame, top))
                    {
                        return top;
                    }

                    running = frame = Leave(frame);
                    steps = _program.Plans[frame.Number].Steps!;
                    continue;
                }

                if (frame.Has(FrameFlags.DefaultCancellation))
                {
                    Suppress(frame, steps);
                    return frame;
                }

                int number = next.Number;
                ActivityPlan plan = _program.Plans[number];
                if ((plan.Flags & PlanFlags.IsLeaf) != 0)
                {
                    running = leaves.Borrow(plan);
                    execution.Scheduler.Assign(running, number, plan, frame, ScopeOf(frame, running, steps));
                    frame.LastResult = leaves.Execute(running, plan);
                    if (_loop.Signals != Signals.None)
                    {
                        LinkPath(frame);
                        Forget(running);
                        _loop.SettleLeaf(running);
                        return null;
                    }

                    leaves.Clear(running, plan);
                    running = frame;
                    continue;
                }

                Frame child = execution.Scheduler.CreateStep(plan);
                execution.Scheduler.Assign(child, number, plan, frame, ScopeOf(frame, child, steps));
                if (plan.Steps is not { } inner || (plan.Flags & PlanFlags.HasSteps) != 0)
                {
                    LinkPath(frame);
                    _loop.ScheduleNext(frame, child);
                    return frame;
                }

                child.Flags = FrameFlags.IsUnlinked;
                child.Own?.Clear(plan.ClearedAtStart);
                running = frame = child;
                steps = inner;
                Begin(frame, steps);
            }
        }
#pragma warning disable CA1031 // Whatever an activity throws is the workflow's to handle: that is the fault model.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            LinkPath(frame);
            Forget(running);
            execution.Faults.Raise(running, exception);
            return null;
        }
    }

    /// <summary>Ends an instance that was never linked, and goes back to its parent.</summary>
    private Frame Leave(Frame frame)
    {
        Frame parent = frame.Parent!;
        frame.CurrentState = ActivityInstanceState.Closed;
        frame.Stage = Stage.Completed;
        if (frame.Has(FrameFlags.IsUnlinked))
        {
            parent.LastResult = false;
            execution.Scheduler.Release(frame);
        }

        return parent;
    }

    private static void Suppress(Frame frame, StepProgram steps)
    {
        frame.Flags = (frame.Flags | FrameFlags.MarkedCanceled) & ~FrameFlags.IsStepping;
        steps.Suppress(frame);
    }

    /// <summary>A borrowed frame carries the callbacks of whoever used it last.</summary>
    private static void Forget(Frame running)
    {
        if (running.Has(FrameFlags.IsLeaf))
        {
            running.CompletionKind = CompletionKind.None;
            running.OnFaulted = null;
        }
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

    private LocationEnvironment? ScopeOf(Frame frame, Frame child, StepProgram steps)
    {
        LocationEnvironment? scope = frame.Environment;
        if (steps.Delegate is not { } activityDelegate)
        {
            return scope;
        }

        int number = activityDelegate.Number;
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
        child.DelegateArguments = arguments;
        child.DelegateNumber = number;
        return arguments;
    }
}
