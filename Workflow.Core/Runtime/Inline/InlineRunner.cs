using Workflow.Definition;
using Workflow.Runtime.Execution;
using Workflow.Runtime.Faults;
using Workflow.Runtime.Scheduling;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Inline;

/// <summary>
/// Runs on the same stack frame what would be the next item anyway: a child right after its parent's method returned, and a parent's completion callback right
/// after its child completed. As soon as there is a signal, the item ends as it does without this layer.
/// </summary>
internal sealed class InlineRunner(
    RunContext run, WorkQueue queue, ActivityStarter starter, Completion completion, ItemEnd itemEnd, FaultPropagation faults, StepRunner steps, LeafStore store, LeafRunner leaves) : InlineExecution
{
    private readonly Program _program = run.Program;

    public override void Start(Frame frame) => Run(frame, starts: true);

    public override void Continue(Frame frame) => Run(frame, starts: false);

    /// <remarks>One method, because the running instance has to be a local variable of the method with the handler: handed on by reference, each change of it
    /// would be a checked store.</remarks>
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
                // First in each round: a request that came while an activity ran is served before anything that follows from it.
                if (work.Signals != Signals.None)
                {
                    itemEnd.Settle(frame);
                    return;
                }

                if (work.Borrowed is { } leaf)
                {
                    work.Borrowed = null;

                    // The source of an exception from here on.
                    frame = leaf;
                    leaves.Execute(leaf, _program.Plans[leaf.Number]);
                    if (work.Signals != Signals.None)
                    {
                        SettleLeaf(leaf);
                        return;
                    }

                    // Before the callback of the parent, whose exceptions are its own.
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
                    if (steps.Advance(frame) is not { } next)
                    {
                        if (steps.TakeInterrupted() is { } interrupted)
                        {
                            SettleLeaf(interrupted);
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

                    // With the parent as the running instance: an exception of its callback is not one of the child.
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

    public override Frame? TryBorrow(Frame parent, ActivityPlan plan) =>
        queue.Signals == Signals.None && (_program.Plans[parent.Number].Flags & PlanFlags.IsShipped) != 0 ? store.Borrow(plan) : null;

    public override void Promote(Frame borrowed) => store.Promote(borrowed);

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

    public override void Leave() => store.Leave();

    /// <summary>Ends the item of a leaf during which a signal was raised: from here on it is an ordinary activity instance.</summary>
    private void SettleLeaf(Frame leaf)
    {
        store.Promote(leaf);
        leaf.Stage = InstanceStage.Executing;
        itemEnd.Settle(leaf);
    }
}
