using System.Reflection;
using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Finds the types to which a definition refers: the types of the fields and properties of its activities, the types of which their values consist, the types
/// of contract parameters, and values that are types. The author of the workflow has chosen these types. Framework types are excluded, except enumerations.
/// </summary>
internal sealed class ReferencedTypes
{
    // The types that each activity class declares. The table does not keep the assembly of a class in memory.
    private static readonly ConditionalWeakTable<Type, Type[]> Declared = [];

    private readonly HashSet<Type> _seen = [];
    private readonly Queue<Type> _waiting = new();
    private readonly List<Type> _found = [];

    private ReferencedTypes()
    {
    }

    /// <summary>Returns the types by their full names.</summary>
    /// <param name="activities">The activities of the definition.</param>
    /// <param name="bags">The property bags that the constructor filled.</param>
    public static Dictionary<string, Type> Of(IEnumerable<Activity> activities, IEnumerable<PropertyBag> bags)
    {
        ReferencedTypes types = new();
        HashSet<Type> all = [];
        foreach (Activity activity in activities)
        {
            all.UnionWith(Declared.GetValue(activity.GetType(), static type => DeclaredBy(type)));
            foreach (ParameterInfo parameter in activity.ContractMethod?.GetParameters().Append(activity.ContractMethod.ReturnParameter) ?? [])
            {
                types.Add(parameter.ParameterType);
            }
        }

        foreach (PropertyBag bag in bags)
        {
            foreach ((DependencyProperty key, object? value) in bag)
            {
                types.Add(key.OwnerType);
                types.Add(key.PropertyType);
                types.Add(value as Type);
            }
        }

        types.AddParts();
        all.UnionWith(types._found);
        return all.ToDictionary(SavedTypes.FullNameOf, StringComparer.Ordinal);
    }

    private static Type[] DeclaredBy(Type activity)
    {
        const BindingFlags Own = BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.DeclaredOnly;
        ReferencedTypes types = new();
        for (Type? type = activity; type is not null && type.Assembly != typeof(Activity).Assembly; type = type.BaseType)
        {
            types.Add(type);
            Array.ForEach(type.GetProperties(Own), property => types.Add(property.PropertyType));
        }

        types.AddParts();
        return [.. types._found];
    }

    private void AddParts()
    {
        while (_waiting.TryDequeue(out Type? next))
        {
            for (Type? type = next;
                type is not null && type.Assembly != typeof(Activity).Assembly && !SavedTypes.IsFramework(type.Assembly);
                type = type.BaseType)
            {
                Add(type);
                foreach (FieldInfo field in CloneType.DeclaredFields(type))
                {
                    Add(field.FieldType);
                }
            }
        }
    }

    /// <summary>Adds a type and the types of which it consists. The recursion is safe, because the types of programs are not deeply nested.</summary>
    private void Add(Type? type)
    {
        while (type is { HasElementType: true })
        {
            type = type.GetElementType();
        }

        if (type is null || type.IsGenericParameter || !_seen.Add(type))
        {
            return;
        }

        if (type.IsConstructedGenericType)
        {
            Add(type.GetGenericTypeDefinition());
            Array.ForEach(type.GetGenericArguments(), Add);
        }

        if (type.Assembly == typeof(Activity).Assembly || (SavedTypes.IsFramework(type.Assembly) && !type.IsEnum))
        {
            return;
        }

        _waiting.Enqueue(type);
        if (!type.IsConstructedGenericType)
        {
            _found.Add(type);
        }
    }
}
