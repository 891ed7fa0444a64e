using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>The tags of the values of places: those that all values have, and the names of the types that the definition declares.</summary>
internal sealed class TypeTags(TypeRegistry registry, DefinitionTypes definition)
{
    /// <summary>Null: there is none.</summary>
    public string? TagOf(Type type, Type declared) => ValueTags.TagOf(registry, type, declared)
        ?? (definition.TryGetName(type, out string? name) && ValueTags.TypeOf(registry, name, declared) is null ? name : null);

    /// <summary>Null: the tag is not known.</summary>
    public Type? TypeOf(string tag, Type declared) => ValueTags.TypeOf(registry, tag, declared) ?? (definition.TryGetType(tag, out Type? declaredSomewhere) ? declaredSomewhere : null);
}
