using Workflow.Definition;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Reporting;

/// <summary>
/// Finds the slots of an instance that have no value of its own before its body begins. Environments are reused, so such a slot may contain the value of an
/// earlier instance.
/// </summary>
internal static class PreparedSlots
{
    /// <summary>Returns the slots without a value in an instance that ended at the given stage; null if all slots have one.</summary>
    public static HashSet<int>? FindUnfilled(Frame frame, InstanceStage stage)
    {
        if (stage > InstanceStage.ResolvingVariables || frame.Own is not { } own)
        {
            return null;
        }

        ActivityPlan plan = frame.Plan;
        HashSet<int> unfilled = [];
        int done = stage == InstanceStage.Created ? 0 : frame.Position;
        foreach (PlannedBinding planned in (plan.Arguments ?? []).Concat(plan.Variables ?? []).Skip(done))
        {
            unfilled.Add(planned.Binding.Slot);
        }

        // A binding before the current position has no value either while its expression runs, or if its expression failed.
        int left = frame.ChildCount;
        for (Frame? child = frame.LastChild; left > 0; child = child.PreviousSibling, left--)
        {
            if (child!.ResultBinding is { } binding)
            {
                unfilled.Add(binding.Slot);
            }
        }

        if (stage < InstanceStage.ResolvingVariables)
        {
            unfilled.UnionWith(Enumerable.Range(0, own.Slots.Length).Skip(plan.Declared?.Length ?? 0));
        }

        return unfilled;
    }
}
