using Workflow.Definition;
using Workflow.Runtime.State;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Finds the slots of an instance that have no value yet. Environments are reused, so such a slot may still contain the value of an earlier instance, which
/// must not be saved.
/// </summary>
internal static class UnfilledSlots
{
    /// <summary>
    /// Returns the slots without a value; null for an instance whose arguments are evaluated, because all values in its environment are its own.
    /// </summary>
    public static HashSet<int>? Of(Frame? owner)
    {
        if (owner is null || owner.Stage > InstanceStage.ResolvingArguments)
        {
            return null;
        }

        PlannedBinding[] arguments = owner.Plan.Arguments ?? [];
        HashSet<int> unfilled = [.. (owner.Plan.Variables ?? []).Select(planned => planned.Binding.Slot)];
        for (int i = owner.Stage == InstanceStage.Created ? 0 : owner.Position; i < arguments.Length; i++)
        {
            unfilled.Add(arguments[i].Binding.Slot);
        }

        // Arguments before the current position may still wait for the result of their expression.
        foreach (Frame child in FrameLinks.ChildrenOf(owner))
        {
            if (child.ResultBinding is { } binding)
            {
                unfilled.Add(binding.Slot);
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
