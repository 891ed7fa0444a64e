using System.Collections.Concurrent;
using System.Reflection;

namespace Workflow.Core.Tests.Differential.Specs;

/// <summary>The parts of one kind of spec, found by reflection over its record, so that a new kind prints and shrinks without further code.</summary>
internal sealed class SpecShape
{
    private static readonly ConcurrentDictionary<Type, SpecShape> Known = new();

    private readonly ConstructorInfo _constructor;

    private SpecShape(Type type)
    {
        _constructor = type.GetConstructors().Single();
        NullabilityInfoContext nullability = new();
        Parts =
        [
            .. _constructor.GetParameters().Select(
                parameter => new SpecPart(type.GetProperty(parameter.Name!)!, nullability.Create(parameter).ReadState == NullabilityState.Nullable))
        ];
    }

    public IReadOnlyList<SpecPart> Parts { get; }

    public static SpecShape Of(Spec spec) => Known.GetOrAdd(spec.GetType(), static type => new SpecShape(type));

    /// <summary>Returns a copy of the spec with another value in one part.</summary>
    public Spec With(Spec spec, SpecPart changed, object? value) =>
        (Spec)_constructor.Invoke([.. Parts.Select(part => ReferenceEquals(part, changed) ? value : part.Of(spec))]);
}

/// <summary>One part of a spec.</summary>
internal sealed class SpecPart(PropertyInfo property, bool isNullable)
{
    public string Name => property.Name;

    public Type Type => property.PropertyType;

    public bool IsNullable => isNullable;

    public object? Of(Spec spec) => property.GetValue(spec);
}
