using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>Which tag a value gets whose type is not the declared one, and which type a tag stands for. No name from data is ever looked up among the types of the process.</summary>
internal sealed class TypeTags(TypeRegistry registry, DefinitionTypes definition)
{
    /// <summary>The tags of common collections where an interface is declared; the type of the elements comes from there.</summary>
    private const string Array = "[]", List = "<>", Set = "set<>";

    /// <summary>Null: there is none.</summary>
    public string? TagOf(Type type, Type declared)
    {
        if (registry.TryGetAlias(type, out string? alias))
        {
            return alias;
        }

        if (ElementOf(declared) is { } element)
        {
            string? collection = type == element.MakeArrayType() ? Array
                : type == typeof(List<>).MakeGenericType(element) ? List
                : type == typeof(HashSet<>).MakeGenericType(element) ? Set
                : null;
            if (collection is not null)
            {
                return collection;
            }
        }

        return definition.TryGetName(type, out string? name) ? name : null;
    }

    /// <summary>Null: the tag is not known.</summary>
    public Type? TypeOf(string tag, Type declared)
    {
        if (registry.TryGetType(tag, out Type? registered))
        {
            return registered;
        }

        if (ElementOf(declared) is { } element)
        {
            switch (tag)
            {
                case Array:
                    return element.MakeArrayType();
                case List:
                    return typeof(List<>).MakeGenericType(element);
                case Set:
                    return typeof(HashSet<>).MakeGenericType(element);
            }
        }

        return definition.TryGetType(tag, out Type? declaredSomewhere) ? declaredSomewhere : null;
    }

    private static Type? ElementOf(Type declared) =>
        declared is { IsInterface: true, GenericTypeArguments: [Type element] } && declared.IsAssignableTo(typeof(System.Collections.IEnumerable)) ? element : null;
}
