using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Workflow.Data;
using Workflow.Definition;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Tells definitions apart by what saved state refers to: the ids and types of the activities, who declares whom, and the names and types of arguments and variables. Display
/// names, constants and conditions are not part of it, so they may change under a saved instance.
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

        // The numbers of activities and delegates are the engine's own.
        lines.Sort(StringComparer.Ordinal);
        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(string.Concat(lines))).AsSpan(0, Bytes));
    }

    private static string Describe(ScopeLayout layout, SlotKind[] shape)
    {
        StringBuilder text = new();
        foreach (int slot in layout.Arguments)
        {
            text.Append(CultureInfo.InvariantCulture, $" argument {layout.NameOf(slot)} {PlaceOf(shape[slot])} {shape[slot].ValueType}");
        }

        foreach (int slot in layout.Variables)
        {
            text.Append(CultureInfo.InvariantCulture, $" variable {layout.NameOf(slot)} {PlaceOf(shape[slot])} {shape[slot].ValueType}");
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

    /// <summary>Whether a place can lead to another one.</summary>
    private static string PlaceOf(SlotKind kind)
    {
        Type type = kind.GetType().GetGenericTypeDefinition();
        return type == typeof(OutSlot<>) ? "out" : type == typeof(InOutSlot<>) ? "inOut" : type == typeof(HandleSlot<>) ? "handle" : "value";
    }
}
