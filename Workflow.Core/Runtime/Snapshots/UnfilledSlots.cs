using Workflow.Definition;
using Workflow.Runtime.Instances;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// The places of an instance that nothing has filled yet. Environments are used again, and what an earlier instance left in such a place is nobody's.
/// </summary>
internal static class UnfilledSlots
{
    /// <summary>Null for an instance that is prepared: everything in its environment is its own.</summary>
    public static HashSet<int>? Of(Frame? owner)
    {
        if (owner is null || owner.Stage > InstanceStage.ResolvingArguments)
        {
            return null;
        }

        PlannedStep[] arguments = owner.Plan.Arguments ?? [];
        HashSet<int> unfilled = [.. (owner.Plan.Variables ?? []).Select(planned => planned.Step.Slot)];
        for (int i = owner.Stage == InstanceStage.Created ? 0 : owner.Position; i < arguments.Length; i++)
        {
            unfilled.Add(arguments[i].Step.Slot);
        }

        // Of what has had its turn, some wait for their expressions.
        foreach (Frame child in FrameLinks.ChildrenOf(owner))
        {
            if (child.ResultStep is { } step)
            {
                unfilled.Add(step.Slot);
            }
        }

        if (owner.Stage == InstanceStage.Created)
        {
            unfilled.UnionWith(owner.Plan.ClearedAtStart ?? []);
        }
        else
        {
            RemoveOverridden(unfilled, owner);
        }

        return unfilled;
    }

    private static void RemoveOverridden(HashSet<int> unfilled, Frame owner)
    {
        foreach (RuntimeArgument argument in owner.Plan.Declared ?? [])
        {
            if (owner.Overrides is not null && owner.Overrides.TryGetValue(argument.Name!, out object? value) && value is not null)
            {
                unfilled.Remove(argument.Slot);
            }
        }
    }
}
