using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Runtime.CompilerServices;

namespace Workflow.Statements;

/// <summary>
/// Determines whether the order of a collection is stable across a save and a load. Some collections are enumerated in the order in which they were filled,
/// also when they are filled again. Others, such as stacks, define their own order, which depends on a comparer, a culture or the process.
/// </summary>
internal static class ValueOrder
{
    private static readonly HashSet<Type> Filled =
    [
        typeof(List<>), typeof(Collection<>), typeof(ObservableCollection<>), typeof(ReadOnlyCollection<>), typeof(ReadOnlyObservableCollection<>),
        typeof(Queue<>), typeof(LinkedList<>), typeof(HashSet<>), typeof(Dictionary<,>), typeof(ImmutableArray<>), typeof(ImmutableList<>),
        typeof(ImmutableQueue<>),
    ];

    /// <summary>The collections whose enumerators are structures that share only the collection with a copy.</summary>
    private static readonly HashSet<Type> Copied = [typeof(List<>), typeof(Queue<>), typeof(LinkedList<>), typeof(HashSet<>), typeof(Dictionary<,>)];

    public static bool IsOfFilling(Type collection) =>
        collection.IsArray || collection == typeof(string) || (collection.IsGenericType && Filled.Contains(collection.GetGenericTypeDefinition()));

    /// <summary>Returns a copy of the enumerator at its current position; null if it cannot be copied.</summary>
    public static IEnumerator<T>? Copy<T>(IEnumerator<T> enumerator) =>
        enumerator.GetType() is { IsValueType: true, DeclaringType: { } collection } && Copied.Contains(collection)
            ? (IEnumerator<T>?)RuntimeHelpers.GetObjectValue(enumerator)
            : null;
}
