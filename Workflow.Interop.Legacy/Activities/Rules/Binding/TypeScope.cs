using System.CodeDom;
using System.Reflection;
using Workflow.Interop.Legacy.ComponentModel.Compiler;

namespace Workflow.Interop.Legacy.Activities.Rules.Binding;

/// <summary>The types that the rules of a type can name, and the members that they can access. Thread-safe.</summary>
internal sealed class TypeScope
{
    private const BindingFlags Declared =
        BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;

    private readonly RuleTypeNames _names;

    public TypeScope(Type thisType, ITypeProvider? provider)
    {
        ThisType = thisType;
        _names = new RuleTypeNames(thisType, provider);
    }

    public Type ThisType { get; }

    public Type? Resolve(CodeTypeReference? reference, Action<string> report) => _names.Resolve(reference, report);

    /// <summary>Returns the field of this name in the most derived class that has one; null if the rules can access none.</summary>
    public FieldInfo? FindField(Type type, string name, bool? isStatic)
    {
        foreach (Type level in LevelsOf(type))
        {
            if (level.GetField(name, Declared) is { } field
                && (isStatic is null || field.IsStatic == isStatic)
                && IsVisible(field.Attributes, field.DeclaringType!))
            {
                return field;
            }
        }

        return null;
    }

    /// <summary>Returns the properties of this name that the rules can access. The properties of the most derived class come first.</summary>
    public IEnumerable<PropertyInfo> PropertiesOf(Type type, string name, bool? isStatic) =>
        LevelsOf(type).SelectMany(static level => level.GetProperties(Declared))
            .Where(property => property.Name == name
                && Accessor(property) is { } accessor
                && (isStatic is null || accessor.IsStatic == isStatic)
                && IsVisible(property));

    /// <summary>Returns the indexers that the rules can access. The indexers of the most derived class come first.</summary>
    public IEnumerable<PropertyInfo> IndexersOf(Type type) =>
        LevelsOf(type).SelectMany(static level => level.GetProperties(Declared))
            .Where(property => property.GetIndexParameters().Length > 0 && !Accessor(property)!.IsStatic && IsVisible(property));

    /// <summary>
    /// Returns the methods of this name, grouped by the type that introduces them, the most derived type first. An override belongs to the type that introduces
    /// the method, as in C#.
    /// </summary>
    public IEnumerable<IGrouping<Type, MethodInfo>> MethodsOf(Type type, string name)
    {
        List<Type> levels = [.. LevelsOf(type)];
        HashSet<MethodInfo> seen = [];
        return levels.SelectMany(static level => level.GetMethods(Declared))
            .Where(method => method.Name == name && seen.Add(method.GetBaseDefinition()))
            .GroupBy(static method => method.GetBaseDefinition().DeclaringType!)
            .OrderBy(group => levels.IndexOf(group.Key));
    }

    /// <summary>Returns the type of a field or property that the rules can access; null if there is none.</summary>
    public Type? MemberType(Type type, string name) =>
        FindField(type, name, isStatic: null)?.FieldType ?? PropertiesOf(type, name, isStatic: null).FirstOrDefault()?.PropertyType;

    /// <summary>
    /// Returns the type of a field or property, even if the member is private: the attributes of a type may refer to private members of the type.
    /// </summary>
    public static Type? AnyMemberType(Type type, string name) => LevelsOf(type)
        .Select(level => level.GetField(name, Declared)?.FieldType
            ?? Array.Find(level.GetProperties(Declared), property => property.Name == name)?.PropertyType)
        .FirstOrDefault(static found => found is not null);

    public bool IsVisible(MethodBase method) => IsVisible((FieldAttributes)(method.Attributes & MethodAttributes.MemberAccessMask), method.DeclaringType!);

    public static MethodInfo? Accessor(PropertyInfo property) => property.GetMethod ?? property.SetMethod;

    /// <summary>True if a member gives access to reflection, and so to all types and members.</summary>
    public static bool LeadsToReflection(MemberInfo member)
    {
        Type type = member.DeclaringType!;
        return (type == typeof(object) && member.Name is nameof(GetType) or "MemberwiseClone")
            || typeof(MemberInfo).IsAssignableFrom(type)
            || type == typeof(Delegate) || type == typeof(MulticastDelegate)
            || type.Namespace is { } space
                && (space.StartsWith("System.Reflection", StringComparison.Ordinal) || space.StartsWith("System.Runtime", StringComparison.Ordinal))
            || type == typeof(AppDomain) || type == typeof(Activator);
    }

    private bool IsVisible(PropertyInfo property) => (property.GetMethod is { } get && IsVisible(get)) || (property.SetMethod is { } set && IsVisible(set));

    // The access masks of fields and methods have the same values.
    private bool IsVisible(FieldAttributes attributes, Type declaring)
    {
        bool isSameAssembly = declaring.Assembly == ThisType.Assembly;
        bool isFamily = declaring.IsAssignableFrom(ThisType);
        return (attributes & FieldAttributes.FieldAccessMask) switch
        {
            FieldAttributes.Public => true,
            FieldAttributes.Assembly => isSameAssembly,
            FieldAttributes.Family => isFamily,
            FieldAttributes.FamORAssem => isFamily || isSameAssembly,
            FieldAttributes.FamANDAssem => isFamily && isSameAssembly,
            _ => declaring == ThisType || IsInside(ThisType, declaring),
        };
    }

    private static bool IsInside(Type type, Type outer)
    {
        Type? current = type.DeclaringType;
        while (current is not null && current != outer)
        {
            current = current.DeclaringType;
        }

        return current is not null;
    }

    private static IEnumerable<Type> LevelsOf(Type type)
    {
        for (Type? level = type; level is not null; level = level.BaseType)
        {
            yield return level;
        }

        if (type.IsInterface)
        {
            foreach (Type level in type.GetInterfaces())
            {
                yield return level;
            }

            yield return typeof(object);
        }
    }
}
