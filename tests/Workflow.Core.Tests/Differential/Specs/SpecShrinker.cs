namespace Workflow.Core.Tests.Differential.Specs;

/// <summary>Yields smaller specs, the largest reductions first: a part instead of the whole, null instead of a part, and a smaller part.</summary>
internal static class SpecShrinker
{
    public static IEnumerable<T> Shrink<T>(T spec)
        where T : Spec => ShrinkParts(spec).Cast<T>();

    private static IEnumerable<Spec> ShrinkParts(Spec spec)
    {
        SpecShape shape = SpecShape.Of(spec);
        foreach (SpecPart part in shape.Parts)
        {
            foreach (object? smaller in Smaller(part, part.Of(spec)))
            {
                yield return shape.With(spec, part, smaller);
            }
        }
    }

    private static IEnumerable<object?> Smaller(SpecPart part, object? value) => value switch
    {
        null => [],
        Array elements => Smaller((Spec[])elements),
        Spec spec => part.IsNullable ? Smaller(part.Type, spec).Prepend(null) : Smaller(part.Type, spec),
        true => [false],
        int number when number > 0 => new object?[] { 0, number - 1 }.Distinct(),
        Enum choice when Convert.ToInt32(choice, System.Globalization.CultureInfo.InvariantCulture) > 0 => [Enum.ToObject(choice.GetType(), 0)],
        _ => [],
    };

    private static IEnumerable<object?> Smaller(Type declared, Spec spec)
    {
        foreach (Spec child in ChildrenOf(spec).Where(declared.IsInstanceOfType))
        {
            yield return child;
        }

        if (Simplest(declared) is { } simplest && spec.GetType() != simplest.GetType())
        {
            yield return simplest;
        }

        foreach (Spec smaller in ShrinkParts(spec))
        {
            yield return smaller;
        }
    }

    private static IEnumerable<Array> Smaller(Spec[] elements)
    {
        Type declared = elements.GetType().GetElementType()!;
        if (elements.Length > 2)
        {
            yield return CopyOf(declared, elements[..(elements.Length / 2)]);
            yield return CopyOf(declared, elements[(elements.Length / 2)..]);
        }

        for (int i = 0; i < elements.Length; i++)
        {
            yield return CopyOf(declared, [.. elements[..i], .. elements[(i + 1)..]]);
        }

        for (int i = 0; i < elements.Length; i++)
        {
            foreach (object? smaller in Smaller(declared, elements[i]))
            {
                Spec[] changed = [.. elements];
                changed[i] = (Spec)smaller!;
                yield return CopyOf(declared, changed);
            }
        }
    }

    private static Array CopyOf(Type declared, Spec[] elements)
    {
        Array copy = Array.CreateInstance(declared, elements.Length);
        elements.CopyTo(copy, 0);
        return copy;
    }

    private static IEnumerable<Spec> ChildrenOf(Spec spec) => SpecShape.Of(spec).Parts.SelectMany(part => part.Of(spec) switch
    {
        Spec child => [child],
        Array children => (Spec[])children,
        _ => Array.Empty<Spec>(),
    });

    private static Spec? Simplest(Type declared) =>
        declared == typeof(ActivitySpec) ? new StepSpec(Deed.Nothing)
        : declared == typeof(ValueSpec) ? new LiteralValue(1)
        : declared == typeof(PlaceSpec) ? new NoPlace()
        : null;
}
