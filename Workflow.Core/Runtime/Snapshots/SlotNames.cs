using System.Globalization;
using System.Reflection;
using Workflow.Data;
using Workflow.Definition;

namespace Workflow.Runtime.Snapshots;

/// <summary>The names of arguments and variables by their slots, for error messages.</summary>
internal static class SlotNames
{
    private const uint DelegateBit = 0x8000_0000;

    /// <summary>The number of the delegate whose arguments the environment contains; -1 for the environment of an activity.</summary>
    public static int DelegateOf(LocationEnvironment environment) =>
        (environment.ScopeId & DelegateBit) == 0 ? -1 : (int)(environment.ScopeId & (DelegateBit - 1));

    /// <summary>The number of the activity that an environment belongs to.</summary>
    public static int ActivityOf(LocationEnvironment environment) => (int)(environment.ScopeId & (DelegateBit - 1));

    /// <summary>The activity that the slots of an environment belong to.</summary>
    public static Activity OwnerOf(Program program, LocationEnvironment environment)
    {
        int delegateNumber = DelegateOf(environment);
        return program.Plans[delegateNumber >= 0 ? program.Delegates[delegateNumber].Owner : ActivityOf(environment)].Activity;
    }

    public static ItemName Of(Program program, LocationEnvironment environment, int slot)
    {
        int delegateNumber = DelegateOf(environment);
        if (delegateNumber >= 0)
        {
            ref DelegatePlan handled = ref program.Delegates[delegateNumber];
            RuntimeDelegateArgument? parameter = handled.Delegate.Parameters.FirstOrDefault(parameter => parameter.BoundArgument?.Slot == slot);
            return new ItemName("delegate argument", parameter?.BoundArgument?.Name ?? parameter?.Name ?? Unnamed(slot), program.Plans[handled.Owner].Activity);
        }

        ActivityPlan plan = program.Plans[ActivityOf(environment)];
        RuntimeArgument? argument = plan.Declared?.FirstOrDefault(declared => declared.Slot == slot);
        return argument is not null
            ? new ItemName("argument", argument.Name!, plan.Activity)
            : new ItemName("variable", VariableAt(plan, environment.ScopeId, slot), plan.Activity);
    }

    private static string VariableAt(ActivityPlan plan, long scopeId, int slot)
    {
        LocationReference? reference = plan.Scope.GetLocationReferences().FirstOrDefault(visible => visible.ScopeId == scopeId && visible.Slot == slot);
        if (reference is not null)
        {
            return reference.Name ?? Unnamed(slot);
        }

        // Only its activity refers to an implementation variable, usually in a field.
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
