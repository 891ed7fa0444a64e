using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using Workflow.Foundation;

namespace Workflow.Expressions;

/// <summary>Finds public fields, properties and indexers. A member of a more derived type takes precedence.</summary>
[RequiresUnreferencedCode(TrimmingNotes.ByName)]
[UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Types are compared; no new ones are made.")]
internal static class MemberSearch
{
    private const BindingFlags Declared = BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;

    public static FieldInfo? Field(Type type, string name) =>
        SelfAndBases(type).Select(declaring => declaring.GetField(name, Declared)).FirstOrDefault(static field => field is { IsSpecialName: false });

    public static PropertyInfo? Property(Type type, string name) =>
        Properties(type).FirstOrDefault(property => property.Name == name && property.GetIndexParameters().Length == 0);

    /// <summary>
    /// Returns the indexer of the item type that matches the indices best, by the rules for methods; null if there is none, or if several match equally well.
    /// </summary>
    public static PropertyInfo? Indexer(Type type, Type[] indices, Type item)
    {
        PropertyInfo[] fitting = [.. Properties(type).Where(property => property.PropertyType == item && Takes(property, indices))];
        return Array.Find(fitting, candidate => Array.TrueForAll(fitting, other => ReferenceEquals(candidate, other) || IsBetter(candidate, other, indices)));
    }

    private static bool IsBetter(PropertyInfo candidate, PropertyInfo other, Type[] indices)
    {
        ParameterInfo[] parameters = candidate.GetIndexParameters(), others = other.GetIndexParameters();
        return OverloadChoice.Compare(indices, i => parameters[i].ParameterType, i => others[i].ParameterType) switch
        {
            > 0 => true,
            0 => OverloadChoice.IsMoreDerived(candidate, other),
            _ => false,
        };
    }

    /// <summary>
    /// Returns the types that declare the members of a type. The base interfaces are included, because reflection does not list inherited members of an
    /// interface.
    /// </summary>
    private static IEnumerable<Type> SelfAndBases(Type type)
    {
        for (Type? declaring = type; declaring is not null; declaring = declaring.BaseType)
        {
            yield return declaring;
        }

        if (type.IsInterface)
        {
            foreach (Type inherited in type.GetInterfaces())
            {
                yield return inherited;
            }
        }
    }

    /// <summary>
    /// Returns the public properties without overrides. An override may have only one of the accessors. The overridden property has both, and calls the
    /// override.
    /// </summary>
    private static IEnumerable<PropertyInfo> Properties(Type type) =>
        SelfAndBases(type).SelectMany(static declaring => declaring.GetProperties(Declared))
            .Where(static property => property.GetAccessors() is [var accessor, ..] && accessor.GetBaseDefinition() == accessor);

    private static bool Takes(PropertyInfo property, Type[] indices)
    {
        ParameterInfo[] parameters = property.GetIndexParameters();
        return parameters.Length == indices.Length && parameters.Length > 0
            && Array.TrueForAll(parameters, parameter => ImplicitConversion.Exists(indices[parameter.Position], parameter.ParameterType));
    }
}
