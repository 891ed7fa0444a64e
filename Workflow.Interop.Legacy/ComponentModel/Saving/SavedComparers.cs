namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>What compares the keys of a saved collection: the default comparer, or one of those for texts. The numbers are part of the saved form.</summary>
internal static class SavedComparers
{
    private static readonly StringComparer[] Texts = [StringComparer.Ordinal, StringComparer.OrdinalIgnoreCase, StringComparer.InvariantCulture, StringComparer.InvariantCultureIgnoreCase];

    /// <summary>The number of a comparer; -1 if it cannot be saved.</summary>
    public static int CodeOf(object? comparer) => comparer is null || IsDefault(comparer) ? 0 : Array.IndexOf(Texts, comparer) is var index && index >= 0 ? index + 1 : -1;

    /// <summary>The comparer with a number; null for the default.</summary>
    /// <exception cref="StateDamageException">There is none.</exception>
    public static object? Of(int code) =>
        code == 0 ? null : code <= Texts.Length ? Texts[code - 1] : throw new StateDamageException("The saved state has a collection with an unknown comparer; restore it from a backup.");

    /// <summary>The framework has several classes for the default comparer of a type, and others for comparers of an application.</summary>
    private static bool IsDefault(object comparer)
    {
        for (Type? current = comparer.GetType(); current is not null; current = current.BaseType)
        {
            if (current.IsGenericType && (current.GetGenericTypeDefinition() == typeof(EqualityComparer<>) || current.GetGenericTypeDefinition() == typeof(Comparer<>)))
            {
                return comparer.Equals(current.GetProperty("Default")!.GetValue(null));
            }
        }

        return false;
    }
}
