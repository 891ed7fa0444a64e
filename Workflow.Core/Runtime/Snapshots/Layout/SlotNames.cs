using System.Globalization;
using System.Reflection;
using Workflow.Data;
using Workflow.Definition;

namespace Workflow.Runtime.Snapshots;

/// <summary>The names of arguments and variables by their slots, for error messages.</summary>
internal static class SlotNames
{
    private const uint DelegateBit = 0x8000_0000;

    /// <summary>Returns the number of the delegate whose arguments the environment contains; -1 for the environment of an activity.</summary>
    public static int DelegateOf(LocationEnvironment environment) =>
        (environment.ScopeId & DelegateBit) == 0 ? -1 : (int)(environment.ScopeId & (DelegateBit - 1));

    /// <summary>Returns the number of the activity that an environment belongs to.</summary>
    public static int ActivityOf(LocationEnvironment environment) => (int)(environment.ScopeId & (DelegateBit - 1));

    /// <summary>Returns the activity that the slots of an environment belong to.</summary>
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
            : new ItemName("variable", VariableAt(program, plan, environment.ScopeId, slot), plan.Activity);
    }

    private static string VariableAt(Program program, ActivityPlan plan, long scopeId, int slot)
    {
        string? name = program.Variables.FirstOrDefault(variable => variable.ScopeId == scopeId && variable.Slot == slot)?.Name;
        return string.IsNullOrEmpty(name) ? FieldWith(plan.Activity, scopeId, slot) ?? Unnamed(slot) : name;
    }

    /// <summary>Returns the name of the activity's field that has a variable without a name, because only the activity refers to the variable.</summary>
    private static string? FieldWith(Activity activity, long scopeId, int slot)
    {
        for (Type? type = activity.GetType(); type is not null; type = type.BaseType)
        {
            foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly))
            {
                object? held = field.GetValue(activity);
                if ((held is Variable one ? [one] : held as IEnumerable<Variable>)?.Any(known => known?.ScopeId == scopeId && known.Slot == slot) == true)
                {
                    return field.Name;
                }
            }
        }

        return null;
    }

    private static string Unnamed(int slot) => string.Create(CultureInfo.InvariantCulture, $"#{slot}");
}
