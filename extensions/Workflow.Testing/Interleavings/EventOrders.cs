namespace Workflow.Testing;

/// <summary>The orders of a number of events: all of them in lexicographic order, or random ones.</summary>
internal static class EventOrders
{
    /// <summary>Returns true if the number of orders does not exceed the limit.</summary>
    public static bool AreAtMost(int events, int limit)
    {
        long orders = 1;
        for (int count = 2; count <= events; count++)
        {
            orders *= count;
            if (orders > limit)
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>Returns all orders. Each array is a new object.</summary>
    public static IEnumerable<int[]> All(int events)
    {
        int[] order = [.. Enumerable.Range(0, events)];
        do
        {
            yield return [.. order];
        }
        while (TryAdvance(order));
    }

    /// <summary>Returns random orders, the same for the same seed. An order may occur twice.</summary>
    public static IEnumerable<int[]> Random(int events, int count, int seed)
    {
        Random random = new(seed);
        for (int run = 0; run < count; run++)
        {
            int[] order = [.. Enumerable.Range(0, events)];
            random.Shuffle(order);
            yield return order;
        }
    }

    /// <summary>Changes the array to the next order. Returns false after the last one.</summary>
    private static bool TryAdvance(int[] order)
    {
        int pivot = order.Length - 2;
        while (pivot >= 0 && order[pivot] > order[pivot + 1])
        {
            pivot--;
        }

        if (pivot < 0)
        {
            return false;
        }

        int successor = order.Length - 1;
        while (order[successor] < order[pivot])
        {
            successor--;
        }

        (order[pivot], order[successor]) = (order[successor], order[pivot]);
        Array.Reverse(order, pivot + 1, order.Length - pivot - 1);
        return true;
    }
}
