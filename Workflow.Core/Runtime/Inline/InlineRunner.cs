using Workflow.Definition;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Inline;

/// <summary>
/// Runs on the same stack frame the work that would be the next item anyway: a child directly after the method that scheduled it has returned, and a completion
/// callback of a parent directly after its child has completed. As soon as a signal is raised, the item ends as it does without this layer.
/// </summary>
internal sealed class InlineRunner(
    RunContext run,
    WorkQueue queue,
    ActivityStarter starter,
    Completion completion,
    ItemEnd itemEnd,
    FaultPropagation faults,
    StepRunner steps,
    InlineFrameCache inlineFrames,
    InlineActivityRunner leafRunner) : InlineExecution
{
    private readonly Program _program = run.Program;

    public override void Start(Frame frame) => Run(frame, starts: true);

    public override void Continue(Frame frame) => Run(frame, starts: false);

    /// <remarks>
    /// A single method, because the running instance must be a local variable of the method with the exception handler. If it were passed by reference, each
    /// change would be a checked store.
    /// </remarks>
    private void Run(Frame frame, bool starts)
    {
        try
        {
            WorkQueue work = queue;
            if (starts)
            {
                starter.Start(frame);
            }

            while (true)
            {
                // Checked first in each iteration: a request that was raised while an activity ran is processed before anything that follows from the activity.
                if (work.Signals != Signals.None)
                {
                    itemEnd.CompleteItem(frame);
                    return;
                }

                if (work.InlineFrame is { } leaf)
                {
                    // Before the activity runs, because the callback of its parent can schedule the next child into the same field.
                    work.InlineFrame = null;

                    // From here on, the leaf is the source of an exception.
                    frame = leaf;
                    leafRunner.Execute(leaf, _program.Plans[leaf.Number]);
                    if (work.Signals != Signals.None)
                    {
                        CompleteInterrupted(leaf);
                        return;
                    }

                    // Before the callback of the parent, because the parent is the source of its exceptions.
                    frame = leaf.Parent!;
                    leafRunner.Return(frame, leaf);
                }
                else if (work.HasNewChild)
                {
                    // Before the start, which can schedule a child of the child.
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
                    // Before the check for completion: between two steps, an activity has no children and no pending work, and is not complete.
                    if (steps.Advance(frame) is not { } next)
                    {
                        if (steps.TakeInterrupted() is { } interrupted)
                        {
                            CompleteInterrupted(interrupted);
                        }

                        return;
                    }

                    frame = next;
                }
                else if ((frame.PendingWork != 0 || frame.Stage != InstanceStage.Executing) && !completion.IsReady(frame))
                {
                    if (frame.Stage >= InstanceStage.Executing || frame.PendingWork != 0)
                    {
                        return;
                    }

                    starter.Start(frame);
                }
                else if (completion.Finish(frame))
                {
                    if (frame.Parent is not { } parent)
                    {
                        completion.EndRoot(frame);
                        return;
                    }

                    Frame child = frame;
                    frame = parent;

                    // With the parent as the running instance, because an exception of its callback is not an exception of the child.
                    completion.Return(frame, child);
                }
                else
                {
                    return;
                }
            }
        }
        catch (Exception exception)
        {
            // An exception of an activity is handled by the workflow. Its source is the activity instance that ran last, not the one of the item.
            faults.Raise(frame, exception);
        }
    }

    public override Frame? TryTakeInlineFrame(Frame parent, ActivityPlan plan) =>
        queue.Signals == Signals.None && (_program.Plans[parent.Number].Flags & PlanFlags.IsShipped) != 0 ? inlineFrames.Take(plan) : null;

    public override void Materialize(Frame inlineFrame) => inlineFrames.Materialize(inlineFrame);

    public override bool TryBegin(Frame frame, ActivityPlan plan)
    {
        bool begins = plan.Steps is not null && queue.Signals == Signals.None;
        if (begins)
        {
            StepRunner.Begin(frame);
        }

        return begins;
    }

    public override void TakeResult(Frame parent, Frame child)
    {
        ActivityPlan plan = _program.Plans[child.Number];
        parent.LastResult = (plan.Flags & PlanFlags.YieldsBool) != 0 && child.Own is { } own && Location<bool>.Read(own.Slots[plan.ResultSlot]);
    }

    public override void ScheduleNext(Frame frame) => steps.ScheduleNext(frame);

    public override void Leave() => inlineFrames.Leave();

    /// <summary>Ends the item of a leaf during which a signal was raised. The leaf becomes an ordinary activity instance.</summary>
    private void CompleteInterrupted(Frame leaf)
    {
        inlineFrames.Materialize(leaf);
        leaf.Stage = InstanceStage.Executing;
        itemEnd.CompleteItem(leaf);
    }
}
