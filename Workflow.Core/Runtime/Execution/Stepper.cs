using Workflow.Data;
using Workflow.Definition;
using Workflow.Runtime.Instances;
using Workflow.Runtime.Scheduling;

namespace Workflow.Runtime.Execution;

/// <summary>Follows the step programs of shipped control flow; a run of leaves never leaves this loop.</summary>
internal sealed class Stepper(WorkflowExecution execution, FrameStore frames)
{
    private readonly Program _program = execution.Program;
    private readonly RunLoop _loop = execution.Loop;

    /// <summary>Starts to follow the steps of an instance.</summary>
    public static void Begin(Frame frame, StepProgram steps)
    {
        frame.Position = 0;
        frame.LastResult = false;
        frame.Flags |= FrameFlags.IsStepping;
        steps.Begin(frame);
    }

    /// <summary>Runs leaves until a step is none, or there are no more steps; false when the item has ended.</summary>
    public bool Advance(Frame frame)
    {
        StepProgram steps = _program.Plans[frame.Number].Steps!;
        Frame running = frame;
        try
        {
            while (true)
            {
                running = frame;
                if (steps.Next(frame, frame.LastResult) is not { } next)
                {
                    frame.Flags &= ~FrameFlags.IsStepping;
                    return true;
                }

                if (frame.Has(FrameFlags.DefaultCancellation))
                {
                    frame.Flags = (frame.Flags | FrameFlags.MarkedCanceled) & ~FrameFlags.IsStepping;
                    steps.Suppress(frame);
                    return true;
                }

                ref ActivityPlan plan = ref _program.Plans[next.Number];
                if ((plan.Flags & PlanFlags.IsLeaf) == 0)
                {
                    Schedule(frame, steps, next.Number, ref plan);
                    return true;
                }

                Frame leaf = execution.Leaves.Borrow(ref plan);
                LocationEnvironment? scope = steps.Delegate is null ? frame.Environment : RentArguments(frame, leaf, steps);
                execution.Scheduler.Assign(leaf, next.Number, ref plan, frame, scope);
                running = leaf;
                frame.LastResult = execution.Leaves.Execute(leaf, ref plan);
                if (_loop.Signals != 0)
                {
                    leaf.CompletionKind = CompletionKind.None;
                    leaf.OnFaulted = null;
                    _loop.SettleLeaf(leaf);
                    return false;
                }

                execution.Leaves.Clear(leaf, ref plan);
            }
        }
#pragma warning disable CA1031 // Whatever an activity throws is the workflow's to handle: that is the fault model.
        catch (Exception exception)
#pragma warning restore CA1031
        {
            running.OnFaulted = ReferenceEquals(running, frame) ? running.OnFaulted : null;
            execution.Faults.Raise(running, exception);
            return false;
        }
    }

    private void Schedule(Frame frame, StepProgram steps, int number, ref ActivityPlan plan)
    {
        LocationEnvironment? scope = frame.Environment;
        Frame child = execution.Scheduler.CreateStep(ref plan);
        if (steps.Delegate is not null)
        {
            scope = RentArguments(frame, child, steps);
        }

        execution.Scheduler.Assign(child, number, ref plan, frame, scope);
        _loop.ScheduleNext(frame, child);
    }

    private LocationEnvironment? RentArguments(Frame frame, Frame handler, StepProgram steps)
    {
        int number = steps.Delegate!.Number;
        ref DelegatePlan plan = ref _program.Delegates[number];
        LocationEnvironment? scope = frame.Environment;
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
        if (!ReferenceEquals(handler.DelegateArguments, arguments))
        {
            handler.DelegateArguments = arguments;
        }

        handler.DelegateNumber = number;
        return arguments;
    }
}
