using System.Collections;
using System.Collections.ObjectModel;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Replaces the lists that the compiler generates for collection expressions of read-only interfaces. Programs cannot name the classes of these lists, so saved
/// state contains read-only lists with the same elements. Thread-safe.
/// </summary>
internal static class SavedSequences
{
    /// <summary>A character that no C# identifier contains. It marks generated classes.</summary>
    private const char Mark = '<';

    /// <summary>The copy of each list, so that a list in two fields stays a single object.</summary>
    private static readonly ConditionalWeakTable<object, object> Copies = [];

    private static readonly ConditionalWeakTable<Type, MethodInfo?> Makers = [];

    /// <summary>Returns the read-only copy of a list that the compiler generated; null for any other object.</summary>
    public static object? CopyOf(object value) =>
        value is IEnumerable and not IEnumerator
            && value.GetType().Name.Contains(Mark, StringComparison.Ordinal)
            && Makers.GetValue(value.GetType(), MakerOf) is { } make
                ? Copies.GetValue(value, list => make.Invoke(null, [list])!)
                : null;

    private static MethodInfo? MakerOf(Type type)
    {
        Type[] lists = Array.FindAll(
            type.GetInterfaces(), static known => known.IsConstructedGenericType && known.GetGenericTypeDefinition() == typeof(IReadOnlyList<>));
        return lists is [Type list]
            ? typeof(SavedSequences).GetMethod(nameof(Make), BindingFlags.Static | BindingFlags.NonPublic)!.MakeGenericMethod(list.GenericTypeArguments)
            : null;
    }

    private static ReadOnlyCollection<T> Make<T>(IEnumerable<T> elements) => new(elements.ToArray());
}
