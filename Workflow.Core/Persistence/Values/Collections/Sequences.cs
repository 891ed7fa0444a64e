using System.Collections.Concurrent;

namespace Workflow.Persistence;

/// <summary>The contracts of arrays, and of collections that are created empty and then filled.</summary>
internal static class Sequences
{
    public static ValueContract Array<T>() => new ArrayContract<T>();

    public static ValueContract List<T>() => new FilledContract<List<T>, T>(_ => [], (list, items) => list.AddRange(items), list => list.Clear());

    public static ValueContract HashSet<T>() => new FilledContract<HashSet<T>, T>(
        comparer => new HashSet<T>((IEqualityComparer<T>?)comparer), (set, items) => items.ForEach(item => set.Add(item)), set => set.Clear())
    {
        Comparer = set => Comparers.Unless(set.Comparer),
    };

    public static ValueContract SortedSet<T>() => new FilledContract<SortedSet<T>, T>(
        comparer => new SortedSet<T>((IComparer<T>?)comparer), (set, items) => items.ForEach(item => set.Add(item)), set => set.Clear())
    {
        Comparer = set => Comparers.Unless(set.Comparer),
    };

    public static ValueContract Queue<T>() => new FilledContract<Queue<T>, T>(
        _ => new Queue<T>(), (queue, items) => items.ForEach(queue.Enqueue), queue => queue.Clear());

    /// <summary>Writes the elements from the top: the element that was pushed last comes first.</summary>
    public static ValueContract Stack<T>() => new FilledContract<Stack<T>, T>(
        _ => new Stack<T>(), (stack, items) => Backwards(items, stack.Push), stack => stack.Clear());

    public static ValueContract LinkedList<T>() => new FilledContract<LinkedList<T>, T>(
        _ => [], (list, items) => items.ForEach(item => list.AddLast(item)), list => list.Clear());

    public static ValueContract ConcurrentBag<T>() => new FilledContract<ConcurrentBag<T>, T>(
        _ => [], (bag, items) => Backwards(items, bag.Add), bag => bag.Clear());

    public static ValueContract ConcurrentQueue<T>() => new FilledContract<ConcurrentQueue<T>, T>(
        _ => [], (queue, items) => items.ForEach(queue.Enqueue), queue => queue.Clear());

    public static ValueContract ConcurrentStack<T>() => new FilledContract<ConcurrentStack<T>, T>(
        _ => [], (stack, items) => Backwards(items, stack.Push), stack => stack.Clear());

    private static void Backwards<T>(List<T> items, Action<T> add)
    {
        for (int i = items.Count - 1; i >= 0; i--)
        {
            add(items[i]);
        }
    }
}
