using System.Reflection;

namespace LegacyOrders.Tests.Porting;

/// <summary>Compares declarations of WF3 with the package. The names are equal except for the namespaces.</summary>
internal static class OldSurface
{
    private const BindingFlags Own = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly;
    private const BindingFlags All = BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static | BindingFlags.FlattenHierarchy;

    public static string NewName(string name) => name.Replace("System.Workflow.", "Workflow.Interop.Legacy.", StringComparison.Ordinal);

    /// <summary>Returns a text for each declaration of a WF3 type that an assembly does not have.</summary>
    public static IEnumerable<string> MissingOf(Type old, Assembly package) => MissingOf(old, package, NewName(old.FullName!));

    /// <summary>Returns a text for each declaration of a WF3 type that a type with the given name does not have.</summary>
    public static IEnumerable<string> MissingOf(Type old, Assembly package, string name) =>
        package.GetType(name) is not { IsVisible: true } type
            ? [$"{name}: no such type"]
            : TypesOf(old).Where(expected => !TypesOf(type).Contains(expected)).Select(expected => $"{name}: is no {expected}")
                .Concat(
                    old.GetMembers(Own)
                        .Where(IsVisible)
                        .Where(member => !type.GetMembers(All).Any(candidate => IsVisible(candidate) && Fits(member, candidate)))
                        .Select(member => $"{name}: no {NewName(member.ToString()!)}"));

    /// <summary>Returns the names of the base classes and interfaces.</summary>
    private static HashSet<string> TypesOf(Type type)
    {
        HashSet<string> names = [.. type.GetInterfaces().Select(NameOf)];
        for (Type? current = type.BaseType; current is not null; current = current.BaseType)
        {
            names.Add(NameOf(current));
        }

        return names;
    }

    private static bool IsVisible(MemberInfo member) => member switch
    {
        MethodBase method => method.IsPublic || method.IsFamily || method.IsFamilyOrAssembly,
        FieldInfo field => (field.IsPublic || field.IsFamily) && field.Name != "value__",
        _ => false,
    };

    /// <summary>Returns true if a member has the name and types of a WF3 member. Accessors represent properties and events.</summary>
    private static bool Fits(MemberInfo old, MemberInfo candidate) => (old, candidate) switch
    {
        (FieldInfo first, FieldInfo second) =>
            first.Name == second.Name && NameOf(first.FieldType) == NameOf(second.FieldType) && first.IsStatic == second.IsStatic
            && (!first.IsLiteral || Equals(first.GetRawConstantValue(), second.GetRawConstantValue())),
        (MethodInfo first, MethodInfo second) => first.Name == second.Name && first.IsStatic == second.IsStatic && (!first.IsVirtual || second.IsVirtual)
            && NameOf(first.ReturnType) == NameOf(second.ReturnType) && FitParameters(first, second),
        (ConstructorInfo first, ConstructorInfo second) => FitParameters(first, second),
        _ => false,
    };

    private static bool FitParameters(MethodBase old, MethodBase candidate)
    {
        ParameterInfo[] expected = old.GetParameters();
        ParameterInfo[] actual = candidate.GetParameters();
        return actual.Length >= expected.Length
            && Array.TrueForAll(
                actual[expected.Length..],
                static parameter => parameter.IsOptional || parameter.IsDefined(typeof(ParamArrayAttribute), inherit: false))
            && expected.Zip(actual).All(static pair => NameOf(pair.First.ParameterType) == NameOf(pair.Second.ParameterType));
    }

    private static string NameOf(Type type) => NewName(type.ToString());
}
