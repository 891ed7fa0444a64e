using System.Collections.Immutable;
using System.Collections.ObjectModel;
using System.Runtime.CompilerServices;

namespace Workflow.Statements;

/// <summary>
/// What a loop may take for granted of its values when they come back from a store. Some collections are enumerated in the order in which they were filled, also when they have been
/// filled again; others, stacks among them, in an order of their own, which another comparer, culture or process changes.
/// </summary>
internal static class ValueOrder
{
    private static readonly HashSet<Type> Filled =
    [
        typeof(List<>), typeof(Collection<>), typeof(ObservableCollection<>), typeof(ReadOnlyCollection<>), typeof(ReadOnlyObservableCollection<>), typeof(Queue<>),
        typeof(LinkedList<>), typeof(HashSet<>), typeof(Dictionary<,>), typeof(ImmutableArray<>), typeof(ImmutableList<>), typeof(ImmutableQueue<>),
    ];

    /// <summary>Whose enumerators are structures that share nothing with a copy but the collection.</summary>
    private static readonly HashSet<Type> Copied = [typeof(List<>), typeof(Queue<>), typeof(LinkedList<>), typeof(HashSet<>), typeof(Dictionary<,>)];

    public static bool IsOfFilling(Type collection) =>
        collection.IsArray || collection == typeof(string) || (collection.IsGenericType && Filled.Contains(collection.GetGenericTypeDefinition()));

    /// <summary>The enumerator as it stands, for somebody else to go on with; null when it cannot be copied.</summary>
    public static IEnumerator<T>? Copy<T>(IEnumerator<T> enumerator) =>
        enumerator.GetType() is { IsValueType: true, DeclaringType: { } collection } && Copied.Contains(collection)
            ? (IEnumerator<T>?)RuntimeHelpers.GetObjectValue(enumerator)
            : null;
}
