using System.Collections.Concurrent;

namespace OrderApproval.Trails;

/// <summary>The trails of the orders that can be requested. Thread-safe.</summary>
internal sealed class TrailBook(Func<string, bool> isWanted)
{
    private readonly ConcurrentDictionary<string, OrderTrail> _trails = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Returns the trail of an order, the same object each time; null if the trail cannot be requested, so that nothing is tracked.</summary>
    public OrderTrail? Of(string order) => isWanted(order) ? _trails.GetOrAdd(order, static _ => new OrderTrail()) : null;
}
