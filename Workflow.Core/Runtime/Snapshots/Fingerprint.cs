using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Workflow.Data;
using Workflow.Definition;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// A hash of what saved state refers to in a definition: the ids and types of the activities, their declaring activities, and the names and types of arguments and variables. Display
/// names, constants and conditions are not part of it, so they may change while instances are saved.
/// </summary>
internal static class Fingerprint
{
    private const int Bytes = 16;

    public static string Compute(ProgramLayout layout)
    {
        Program program = layout.Program;
        List<string> lines = [];
        for (int number = 0; number < program.Plans.Length; number++)
        {
            ActivityPlan plan = program.Plans[number];
            string parent = plan.Parent < 0 ? string.Empty : layout.IdOf(plan.Parent);
            lines.Add($"activity {layout.IdOf(number)} {plan.Activity.GetType()} {parent} {RoleOf(plan.Relation)}{Describe(layout.ScopeOf(number), program.Shapes[plan.Shape])}\n");
        }

        for (int number = 0; number < program.Delegates.Length; number++)
        {
            ref DelegatePlan plan = ref program.Delegates[number];
            string handler = plan.Handler < 0 ? string.Empty : layout.IdOf(plan.Handler);
            lines.Add($"delegate {layout.DelegateNameOf(number)} {handler}{Describe(layout.ParametersOf(number), program.Shapes[plan.Shape])}\n");
        }

        // The numbers of activities and delegates are not part of the saved format, so their order must not change the hash.
        lines.Sort(StringComparer.Ordinal);
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Concat(lines))).AsSpan(0, Bytes));
    }

    private static string Describe(ScopeLayout layout, SlotKind[] shape)
    {
        StringBuilder text = new();
        foreach (int slot in layout.Arguments)
        {
            text.Append(CultureInfo.InvariantCulture, $" argument {layout.NameOf(slot)} {KindOf(shape[slot])} {shape[slot].ValueType}");
        }

        foreach (int slot in layout.Variables)
        {
            text.Append(CultureInfo.InvariantCulture, $" variable {layout.NameOf(slot)} {KindOf(shape[slot])} {shape[slot].ValueType}");
        }

        return text.ToString();
    }

    private static string RoleOf(ChildRelation relation) => relation switch
    {
        ChildRelation.Root => "root",
        ChildRelation.Child => "child",
        ChildRelation.ImportedChild => "importedChild",
        ChildRelation.ImplementationChild => "implementationChild",
        ChildRelation.ArgumentExpression => "argumentExpression",
        ChildRelation.VariableDefault => "variableDefault",
        ChildRelation.ImplementationVariableDefault => "implementationVariableDefault",
        ChildRelation.Handler => "handler",
        ChildRelation.ImportedHandler => "importedHandler",
        _ => "implementationHandler",
    };

    /// <summary>The kind of a slot, such as one that can be bound to another slot.</summary>
    private static string KindOf(SlotKind kind)
    {
        Type type = kind.GetType().GetGenericTypeDefinition();
        return type == typeof(OutSlot<>) ? "out" : type == typeof(InOutSlot<>) ? "inOut" : type == typeof(HandleSlot<>) ? "handle" : "value";
    }
}
