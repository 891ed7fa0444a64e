using System.Collections;
using System.Collections.ObjectModel;

namespace Workflow.Persistence;

/// <summary>Compiler-generated types. No program can name them, so they cannot get an alias.</summary>
internal static class UnnamedTypes
{
    /// <summary>A character in the names of compiler-generated types that no identifier of C# can contain.</summary>
    private const char Mark = '<';

    /// <summary>Returns the reason why values of the type cannot be saved by an alias; null for a type that has a name.</summary>
    public static string? WhyNot(Type type) =>
        IsUnnamed(type) ? "is of a type that has no name in a program; use a class or a record of your own with an alias" : null;

    /// <summary>
    /// Returns the type as which a compiler-generated list is saved; collection expressions for read-only interfaces create such lists. Null for any other
    /// type, also for iterators, which compute their elements.
    /// </summary>
    public static Type? ListOf(Type type)
    {
        if (!IsUnnamed(type) || typeof(IEnumerator).IsAssignableFrom(type))
        {
            return null;
        }

        Type[] elements = [.. type.GetInterfaces()
            .Where(static known => known.IsConstructedGenericType && known.GetGenericTypeDefinition() == typeof(IReadOnlyList<>))
            .Select(static list => list.GenericTypeArguments[0])];
        return elements is [Type element] ? typeof(ReadOnlyCollection<>).MakeGenericType(element) : null;
    }

    private static bool IsUnnamed(Type type) => type.Name.Contains(Mark, StringComparison.Ordinal);
}
