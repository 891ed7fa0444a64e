using Workflow.Definition;

namespace Workflow.Runtime.State;

/// <summary>Which places of an instance have a value of its own before its body begins. Environments are used again: a value that an earlier instance left does not count.</summary>
internal static class PreparedSlots
{
    /// <summary>The slots without a value in an instance that ended at the given stage; null: all have one.</summary>
    public static HashSet<int>? FindUnfilled(Frame frame, InstanceStage stage)
    {
        if (stage > InstanceStage.ResolvingVariables || frame.Own is not { } own)
        {
            return null;
        }

        ActivityPlan plan = frame.Plan;
        HashSet<int> unfilled = [];
        int done = stage == InstanceStage.Created ? 0 : frame.Position;
        foreach (PlannedStep planned in (plan.Arguments ?? []).Concat(plan.Variables ?? []).Skip(done))
        {
            unfilled.Add(planned.Step.Slot);
        }

        // Of those that had their turn, some wait for their expressions, or for an expression that failed.
        int left = frame.ChildCount;
        for (Frame? child = frame.LastChild; left > 0; child = child.PreviousSibling, left--)
        {
            if (child!.ResultStep is { } step)
            {
                unfilled.Add(step.Slot);
            }
        }

        if (stage < InstanceStage.ResolvingVariables)
        {
            unfilled.UnionWith(Enumerable.Range(0, own.Slots.Length).Skip(plan.Declared?.Length ?? 0));
        }

        return unfilled;
    }
}
