using System.Text;
using Workflow.Persistence;

namespace Workflow.Runtime.Snapshots;

/// <summary>
/// Converts types to text for saved state: the alias of a type, or its name without namespace and declaring class, so that classes can move. The text is
/// compared, and never used to load a type.
/// </summary>
internal static class TypeText
{
    /// <param name="type">The type.</param>
    /// <param name="types">The aliases of the application; null if only the built-in aliases apply.</param>
    public static string Of(Type type, TypeRegistry? types = null)
    {
        if (types is not null ? types.TryGetAlias(type, out string? alias) : BuiltInTypes.Aliases.TryGetValue(type, out alias))
        {
            return alias;
        }

        if (type.IsArray)
        {
            return $"{Of(type.GetElementType()!, types)}[{new string(',', type.GetArrayRank() - 1)}]";
        }

        if (Nullable.GetUnderlyingType(type) is { } underlying)
        {
            return $"{Of(underlying, types)}?";
        }

        int tick = type.Name.IndexOf('`', StringComparison.Ordinal);
        StringBuilder text = new(tick < 0 ? type.Name : type.Name[..tick]);
        char separator = '<';
        foreach (Type argument in type.GenericTypeArguments)
        {
            text.Append(separator).Append(Of(argument, types));
            separator = ',';
        }

        return separator == '<' ? text.ToString() : text.Append('>').ToString();
    }

    /// <summary>True if the text of the type does not depend on the aliases of the application.</summary>
    public static bool IsFixed(Type type) => BuiltInTypes.Aliases.ContainsKey(type);
}
