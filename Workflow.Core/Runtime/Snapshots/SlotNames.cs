using System.Globalization;
using System.Reflection;
using Workflow.Data;
using Workflow.Definition;

namespace Workflow.Runtime.Snapshots;

/// <summary>Says which argument or variable a place is, for errors.</summary>
internal static class SlotNames
{
    private const uint DelegateBit = 0x8000_0000;

    /// <summary>The number of the delegate whose arguments an environment holds; -1 for the environment of an activity.</summary>
    public static int DelegateOf(LocationEnvironment environment) =>
        (environment.ScopeId & DelegateBit) == 0 ? -1 : (int)(environment.ScopeId & (DelegateBit - 1));

    /// <summary>The number of the activity whose environment it is.</summary>
    public static int ActivityOf(LocationEnvironment environment) => (int)(environment.ScopeId & (DelegateBit - 1));

    public static SavedPlace Of(Program program, LocationEnvironment environment, int slot)
    {
        int delegateNumber = DelegateOf(environment);
        if (delegateNumber >= 0)
        {
            ref DelegatePlan handled = ref program.Delegates[delegateNumber];
            RuntimeDelegateArgument? parameter = handled.Delegate.Parameters.FirstOrDefault(parameter => parameter.BoundArgument?.Slot == slot);
            return new SavedPlace("delegate argument", parameter?.BoundArgument?.Name ?? parameter?.Name ?? Unnamed(slot), program.Plans[handled.Owner].Activity);
        }

        ActivityPlan plan = program.Plans[ActivityOf(environment)];
        RuntimeArgument? argument = plan.Declared?.FirstOrDefault(declared => declared.Slot == slot);
        return argument is not null
            ? new SavedPlace("argument", argument.Name!, plan.Activity)
            : new SavedPlace("variable", VariableAt(plan, environment.ScopeId, slot), plan.Activity);
    }

    private static string VariableAt(ActivityPlan plan, long scopeId, int slot)
    {
        LocationReference? reference = plan.Scope.GetLocationReferences().FirstOrDefault(visible => visible.ScopeId == scopeId && visible.Slot == slot);
        if (reference is not null)
        {
            return reference.Name ?? Unnamed(slot);
        }

        // An implementation variable is known to its activity only, which nearly always has it in a field.
        for (Type? type = plan.Activity.GetType(); type is not null; type = type.BaseType)
        {
            foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            {
                object? held = field.GetValue(plan.Activity);
                Variable? variable = (held is Variable one ? [one] : held as IEnumerable<Variable>)?.FirstOrDefault(known => known?.ScopeId == scopeId && known.Slot == slot);
                if (variable is not null)
                {
                    return string.IsNullOrEmpty(variable.Name) ? field.Name : variable.Name;
                }
            }
        }

        return Unnamed(slot);
    }

    private static string Unnamed(int slot) => string.Create(CultureInfo.InvariantCulture, $"#{slot}");
}
