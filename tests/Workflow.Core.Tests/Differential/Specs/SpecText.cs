using System.Text;

namespace Workflow.Core.Tests.Differential.Specs;

/// <summary>Prints a spec as an indented outline without the parts that have their default value.</summary>
internal static class SpecText
{
    public static string Of(Spec spec)
    {
        StringBuilder text = new();
        Append(text, spec, 0);
        return text.ToString();
    }

    private static void Append(StringBuilder text, Spec spec, int depth)
    {
        string name = spec.GetType().Name;
        text.Append(name.EndsWith("Spec", StringComparison.Ordinal) ? name[..^4] : name);
        List<(SpecPart Part, object Value)> nested = [];
        foreach (SpecPart part in SpecShape.Of(spec).Parts)
        {
            switch (part.Of(spec))
            {
                case null or false or 0 or Array { Length: 0 }:
                    break;
                case object value when value is Spec or Array:
                    nested.Add((part, value));
                    break;
                case Enum value when Convert.ToInt32(value, System.Globalization.CultureInfo.InvariantCulture) == 0:
                    break;
                case object value:
                    text.Append(' ').Append(part.Name).Append('=').Append(value);
                    break;
            }
        }

        foreach ((SpecPart part, object value) in nested)
        {
            foreach (Spec child in value is Spec one ? [one] : (Spec[])value)
            {
                text.AppendLine().Append(' ', (depth + 1) * 2).Append(part.Name).Append(": ");
                Append(text, child, depth + 1);
            }
        }
    }
}
