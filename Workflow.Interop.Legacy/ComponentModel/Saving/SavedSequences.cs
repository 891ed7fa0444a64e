using System.Collections;
using System.Collections.ObjectModel;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace Workflow.Interop.Legacy.ComponentModel;

/// <summary>
/// Lists that the compiler makes for collection expressions of read-only interfaces. No program can name their classes, so saved state has them as read-only lists with the same
/// elements. Safe for all threads.
/// </summary>
internal static class SavedSequences
{
    /// <summary>No identifier of C# has this character.</summary>
    private const char Mark = '<';

    /// <summary>One copy for each list: a list in two fields stays one.</summary>
    private static readonly ConditionalWeakTable<object, object> Copies = [];

    private static readonly ConditionalWeakTable<Type, MethodInfo?> Makers = [];

    /// <summary>The read-only list with the elements of a list of the compiler; null for any other object.</summary>
    public static object? CopyOf(object value) =>
        value is IEnumerable and not IEnumerator && value.GetType().Name.Contains(Mark, StringComparison.Ordinal) && Makers.GetValue(value.GetType(), MakerOf) is { } make
            ? Copies.GetValue(value, list => make.Invoke(null, [list])!)
            : null;

    private static MethodInfo? MakerOf(Type type)
    {
        Type[] lists = Array.FindAll(type.GetInterfaces(), static known => known.IsConstructedGenericType && known.GetGenericTypeDefinition() == typeof(IReadOnlyList<>));
        return lists is [Type list] ? typeof(SavedSequences).GetMethod(nameof(Make), BindingFlags.Static | BindingFlags.NonPublic)!.MakeGenericMethod(list.GenericTypeArguments) : null;
    }

    private static ReadOnlyCollection<T> Make<T>(IEnumerable<T> elements) => new(elements.ToArray());
}
