using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using Workflow.Data;
using Workflow.Definition;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Tells definitions apart by what saved state refers to: the ids and types of the activities, who declares whom, and the places of arguments and variables. Display
/// names, constants and conditions are not part of it, so they may change under a saved instance.
/// </summary>
internal static class Fingerprint
{
    private const int Bytes = 16;

    public static string Compute(Program program)
    {
        StringBuilder text = new();
        foreach (ActivityPlan plan in program.Plans)
        {
            text.Append(CultureInfo.InvariantCulture, $"{plan.Activity.Id} {plan.Activity.GetType()} {plan.Parent} {plan.Relation}");
            foreach (RuntimeArgument argument in plan.Declared ?? [])
            {
                text.Append(CultureInfo.InvariantCulture, $" {argument.Name}");
            }

            Append(text, program.Shapes[plan.Shape]);
        }

        foreach (DelegatePlan plan in program.Delegates)
        {
            text.Append(CultureInfo.InvariantCulture, $"delegate {plan.Owner} {plan.Handler}");
            Append(text, program.Shapes[plan.Shape]);
        }

        return Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text.ToString())).AsSpan(0, Bytes));
    }

    private static void Append(StringBuilder text, SlotKind[] shape)
    {
        foreach (SlotKind kind in shape)
        {
            text.Append(' ').Append(kind.GetType());
        }

        text.Append('\n');
    }
}
