using System.Text.Json;

namespace Workflow.Persistence;

/// <summary>
/// The contract of a priority queue. Each element precedes its priority. The elements are in the order of the heap, which determines the order of equal
/// priorities.
/// </summary>
internal sealed class PriorityQueueContract<TElement, TPriority> : CollectionContract
{
    public override object? ComparerOf(object collection) => Comparers.Unless(((PriorityQueue<TElement, TPriority>)collection).Comparer);

    public override void WriteItems(object collection, ValueWriter writer)
    {
        writer.Json.WriteStartArray();
        foreach ((TElement element, TPriority priority) in ((PriorityQueue<TElement, TPriority>)collection).UnorderedItems)
        {
            writer.Write(element, typeof(TElement));
            writer.Write(priority, typeof(TPriority));
        }

        writer.Json.WriteEndArray();
    }

    public override object Make(object? comparer) => new PriorityQueue<TElement, TPriority>((IComparer<TPriority>?)comparer);

    public override void Clear(object collection) => ((PriorityQueue<TElement, TPriority>)collection).Clear();

    public override void ReadItems(JsonElement items, object collection, ValueReader reader)
    {
        List<(TElement Element, TPriority Priority)> pairs = [];
        using JsonElement.ArrayEnumerator each = items.EnumerateArray();
        while (each.MoveNext())
        {
            TElement element = (TElement)reader.Read(each.Current, typeof(TElement))!;
            pairs.Add(each.MoveNext()
                ? (element, (TPriority)reader.Read(each.Current, typeof(TPriority))!)
                : throw new JsonException("An element of a queue has no priority."));
        }

        ((PriorityQueue<TElement, TPriority>)collection).EnqueueRange(pairs);
    }
}
