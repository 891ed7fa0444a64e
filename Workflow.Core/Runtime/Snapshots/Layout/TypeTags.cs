using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>The tags of values in variables and arguments: the aliases of all values, and the names of the types that the definition declares.</summary>
internal sealed class TypeTags(TypeRegistry registry, DefinitionTypes definition)
{
    /// <summary>Returns the tag of a type where no type is declared; null if it has none.</summary>
    public string? TagOf(Type type) => TagOf(type, typeof(object));

    /// <summary>Returns the tag of a type; null if it has none.</summary>
    public string? TagOf(Type type, Type declared) =>
        ValueTags.TagOf(registry, type, declared) ?? DeclaredTagOf(type, declared) ?? ValueTags.ListTagOf(type, TagOf);

    /// <summary>Returns the type with a tag where no type is declared; null for an unknown tag.</summary>
    public Type? TypeOf(string tag) => TypeOf(tag, typeof(object));

    /// <summary>Returns the type with a tag; null for an unknown tag.</summary>
    public Type? TypeOf(string tag, Type declared) => ValueTags.TypeOf(registry, tag, declared) ?? (definition.TryGetType(tag, out Type? known) ? known : null)
        ?? ValueTags.ListOf(tag, TypeOf);

    /// <summary>
    /// Returns the name of a type that the definition declares. A name that is a tag of another type is skipped, because a load would read that type.
    /// </summary>
    private string? DeclaredTagOf(Type type, Type declared)
    {
        foreach (string name in definition.NamesOf(type))
        {
            if (definition.TryGetType(name, out Type? known) && known == type && ValueTags.TypeOf(registry, name, declared) is null)
            {
                return name;
            }
        }

        return null;
    }
}
