using System.Collections.Concurrent;
using System.Text.Json;

namespace Workflow.Perf.ByHand;

/// <summary>The counterpart of an instance with a store in memory: an order as JSON in a dictionary, and keys that refer to it.</summary>
internal sealed class StoredOrders
{
    private readonly ConcurrentDictionary<Guid, byte[]> _orders = [];
    private readonly ConcurrentDictionary<Guid, Guid> _keys = [];

    /// <summary>Saves an order, and loads it for each of a number of messages. Saves it after each message except the last one, and then removes it.</summary>
    public static Action<int> Messages(int messages)
    {
        StoredOrders orders = new();
        return repetitions =>
        {
            for (int i = 0; i < repetitions; i++)
            {
                Guid id = orders.Start([]);
                for (int message = 1; message <= messages; message++)
                {
                    orders.Continue(id, isLast: message == messages);
                }
            }
        };
    }

    /// <summary>Saves an order with a number of keys, and finds it by one of them, or by its id if there are no keys.</summary>
    public static Action<int> Correlated(int keys)
    {
        StoredOrders orders = new();
        return repetitions =>
        {
            for (int i = 0; i < repetitions; i++)
            {
                Guid[] own = [.. Enumerable.Range(0, keys).Select(static _ => Guid.NewGuid())];
                Guid id = orders.Start(own);
                orders.Continue(own.Length == 0 ? id : orders._keys[own[^1]], isLast: true);
                foreach (Guid key in own)
                {
                    orders._keys.TryRemove(key, out _);
                }
            }
        };
    }

    private Guid Start(IEnumerable<Guid> keys)
    {
        Order order = new(Guid.NewGuid(), 1, "order");
        Save(order);
        foreach (Guid key in keys)
        {
            _keys[key] = order.Id;
        }

        return order.Id;
    }

    private void Continue(Guid id, bool isLast)
    {
        Order order = JsonSerializer.Deserialize<Order>(_orders[id])!;
        if (isLast)
        {
            _orders.TryRemove(id, out _);
        }
        else
        {
            Save(order with { Count = order.Count + 1 });
        }
    }

    private void Save(Order order) => _orders[order.Id] = JsonSerializer.SerializeToUtf8Bytes(order);

    private sealed record Order(Guid Id, int Count, string Name);
}
