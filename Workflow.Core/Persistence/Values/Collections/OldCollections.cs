using System.Collections;
using System.Collections.Specialized;
using System.Reflection;
using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>The contracts of non-generic collections. Their elements are objects, so each element has the alias of its type.</summary>
internal static class OldCollections
{
    private static readonly PropertyInfo HashtableComparer = typeof(Hashtable).GetProperty("EqualityComparer", BindingFlags.Instance | BindingFlags.NonPublic)!;

    public static ValueContract ArrayList() => new OldContract<ArrayList>(
        _ => [], list => list, (list, items) => list.AddRange(items), list => list.Clear());

    public static ValueContract Queue() => new OldContract<Queue>(
        _ => new Queue(), queue => queue, (queue, items) => items.ForEach(queue.Enqueue), queue => queue.Clear());

    /// <summary>Writes the elements from the top: the element that was pushed last comes first.</summary>
    public static ValueContract Stack() => new OldContract<Stack>(
        _ => new Stack(), stack => stack, (stack, items) => Enumerable.Reverse(items).ToList().ForEach(stack.Push), stack => stack.Clear());

    public static ValueContract StringCollection() => new OldContract<StringCollection>(
        _ => [], list => list, (list, items) => items.ForEach(item => list.Add((string?)item)), list => list.Clear());

    /// <summary>Writes each key before its value.</summary>
    public static ValueContract Hashtable() => new OldContract<Hashtable>(
        comparer => new Hashtable((IEqualityComparer?)comparer),
        table => table.Cast<DictionaryEntry>().SelectMany(entry => new[] { entry.Key, entry.Value }),
        (table, items) =>
        {
            for (int i = 0; i + 1 < items.Count; i += 2)
            {
                table.Add(items[i]!, items[i + 1]);
            }
        },
        table => table.Clear())
    {
        Comparer = table => HashtableComparer.GetValue(table),
    };

    private sealed class OldContract<TCollection>(
        Func<object?, TCollection> make, Func<TCollection, IEnumerable> itemsOf, Action<TCollection, List<object?>> fill, Action<TCollection> clear)
        : CollectionContract
        where TCollection : class
    {
        public override bool IsMadeFirst => true;

        public Func<TCollection, object?>? Comparer { get; init; }

        public override object? ComparerOf(object collection) => Comparer?.Invoke((TCollection)collection);

        public override object Make(object? comparer) => make(comparer);

        public override void Clear(object collection) => clear((TCollection)collection);

        public override void WriteItems(object collection, ValueWriter writer)
        {
            writer.Json.WriteStartArray();
            foreach (object? item in itemsOf((TCollection)collection))
            {
                writer.Write(item, typeof(object));
            }

            writer.Json.WriteEndArray();
        }

        public override void ReadItems(JsonElement items, object collection, ValueReader reader)
        {
            List<object?> read = [];
            foreach (JsonElement item in items.EnumerateArray())
            {
                read.Add(reader.Read(item, typeof(object)));
            }

            reader.Fill(() => fill((TCollection)collection, read));
        }
    }
}
