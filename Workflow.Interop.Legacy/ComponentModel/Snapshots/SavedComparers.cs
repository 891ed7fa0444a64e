namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>The key comparers of saved collections: the default comparer, or a string comparer. The numbers are part of the saved format.</summary>
internal static class SavedComparers
{
    private static readonly StringComparer[] Texts =
        [StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture, StringComparer.InvariantCultureIgnoreCase];

    /// <summary>Returns the number of a comparer; -1 if it cannot be saved.</summary>
    public static int CodeOf(object? comparer) =>
        comparer is null || IsDefault(comparer) ? 0 : Array.IndexOf(Texts, comparer) is var index && index >= 0 ? index + 1 : -1;

    /// <summary>Returns the comparer with the specified number; null for the default comparer.</summary>
    /// <exception cref="StateDamageException">The number is unknown.</exception>
    public static object? Of(int code) =>
        code == 0 ? null
        : code <= Texts.Length ? Texts[code - 1]
        : throw new StateDamageException("The saved state has a collection with an unknown comparer; restore it from a backup.");

    /// <summary>
    /// True if a comparer is the default comparer of its type. The framework has several classes for it, and others for comparers of an application.
    /// </summary>
    private static bool IsDefault(object comparer)
    {
        for (Type? current = comparer.GetType(); current is not null; current = current.BaseType)
        {
            if (current.IsGenericType
                && (current.GetGenericTypeDefinition() == typeof(EqualityComparer<>) || current.GetGenericTypeDefinition() == typeof(Comparer<>)))
            {
                return comparer.Equals(current.GetProperty("Default")!.GetValue(null));
            }
        }

        return false;
    }
}
