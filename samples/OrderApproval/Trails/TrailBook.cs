using System.Collections.Concurrent;

namespace OrderApproval.Trails;

/// <summary>The trails of the orders that can be requested. Safe from any thread.</summary>
internal sealed class TrailBook(Func<string, bool> isWanted)
{
    private readonly ConcurrentDictionary<string, OrderTrail> _trails = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>The trail of an order, the same object each time; null if it cannot be requested, so that nothing is tracked.</summary>
    public OrderTrail? Of(string order) => isWanted(order) ? _trails.GetOrAdd(order, static _ => new OrderTrail()) : null;
}
